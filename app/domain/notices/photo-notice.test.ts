import { expect, test } from 'vitest'
import { listActivity } from '~/domain/activity/activity.server'
import { setUpFreshRiverbank } from '~/test/riverbank'
import { changePhotoNotice, readPhotoNotice } from './photo-notice.server'

const riverbank = setUpFreshRiverbank()

test('the photo notice begins with our words and can be changed by one tutor at a time', async () => {
  const { db, people } = riverbank
  const first = await readPhotoNotice(db)
  expect(first).toMatchObject({ title: 'QQI Certificates Presentation', isHiddenWhenEmpty: false })
  const patch = { title: 'The day in Galway', text: 'See what we did.', isHiddenWhenEmpty: true }
  const changed = await changePhotoNotice(db, people.aoife, { version: first.version, patch })
  expect(changed).toEqual({ id: 0, version: first.version + 1, ...patch })
  expect(await readPhotoNotice(db)).toEqual(changed)
  expect((await listActivity(db))[0]).toMatchObject({ action: 'changed', noun: 'photo notice', title: patch.title })
  const late = changePhotoNotice(db, people.aoife, { version: first.version, patch })
  await expect(late).rejects.toMatchObject({ status: 409 })
  await expect(changePhotoNotice(db, people.aoife, { patch: { text: ' ' } })).rejects.toMatchObject({
    errors: { text: ['Text is required.'] },
  })
})
