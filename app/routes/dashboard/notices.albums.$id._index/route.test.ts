import { expect, test } from 'vitest'
import { addAlbum } from '~/domain/notices/albums.server'
import { listPhotos } from '~/domain/notices/photos.server'
import { withFormRecovery } from '~/http/remix/protect-routes.server'
import { callRoute, setUpFreshRiverbank } from '~/test/riverbank'
import { createPicture, createUploadedFile } from '~/test/samples'
import { action } from './route'

const riverbank = setUpFreshRiverbank()
const png = await createPicture(60, 40).png().toBuffer()

test('a photo of an album is stored only with a word about who is in it', async ({ db, people }) => {
  const { id } = await addAlbum(db, people.aoife, { title: 'Trip', text: 'The sea.', isHiddenWhenEmpty: false })
  const send = (fields: Record<string, string>) =>
    callRoute(riverbank, withFormRecovery(action), `/dashboard/notices/albums/${id}`, {
      as: 'aoife',
      fields: { photos: createUploadedFile(png, 'a.png'), ...fields },
      params: { id: String(id) },
    })
  const count = async () => (await listPhotos(db, people.aoife, id)).items.length
  const refused = await send({})
  expect([refused.status, await count()]).toEqual([400, 0])
  expect(await refused.text()).toContain('Please tick everyone in the picture')
  expect((await send({ nobodyInPicture: 'on' })).status).toBe(303)
  expect(await count()).toBe(1)
})
