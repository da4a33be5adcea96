import { expect, test } from 'vitest'
import { listActivity } from '~/domain/activity/activity.server'
import { setUpFreshRiverbank } from '~/test/riverbank'
import { changePhotoNotice, readPhotoNotice } from './photo-notice.server'

const riverbank = setUpFreshRiverbank()

test('the photo notice begins with our words and can be changed', async () => {
  const { db, people } = riverbank
  const first = await readPhotoNotice(db)
  expect(first).toMatchObject({ title: 'QQI Certificates Presentation', isHiddenWhenEmpty: false })
  const patch = { title: 'The day in Galway', text: 'See what we did.', isHiddenWhenEmpty: true }
  const changed = await changePhotoNotice(db, people.aoife, { version: first.version, patch })
  expect(changed).toEqual({ id: 0, version: first.version + 1, ...patch })
  expect(await readPhotoNotice(db)).toEqual(changed)
  expect((await listActivity(db))[0]).toMatchObject({ action: 'changed', noun: 'photo notice', title: patch.title })
})

test('an outdated change of the photo notice is refused, and so is one without words', async () => {
  const { db, people } = riverbank
  const patch = { title: 'The day in Galway' }
  await changePhotoNotice(db, people.aoife, { version: 1, patch })
  await expect(changePhotoNotice(db, people.aoife, { version: 1, patch })).rejects.toMatchObject({ status: 409 })
  await expect(changePhotoNotice(db, people.aoife, { patch: { text: ' ' } })).rejects.toMatchObject({ status: 400 })
})
