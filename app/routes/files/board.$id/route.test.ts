import sharp from 'sharp'
import { beforeEach, expect, test } from 'vitest'
import { addMember, removeMember } from '~/domain/board/board.server'
import { memberForm } from '~/domain/board/schema'
import { callRoute, setUpFreshRiverbank } from '~/test/riverbank'
import { createPhotoWithGps, createUploadedFile } from '~/test/samples'
import { loader } from './route'

const riverbank = setUpFreshRiverbank()
const { aoife } = riverbank.people
let member: Awaited<ReturnType<typeof addMember>>
beforeEach(async () => {
  const photo = createUploadedFile(await createPhotoWithGps(1200, 1000))
  const form = memberForm.parse({ name: 'Bríd Nolan', position: 'Director', photo })
  member = await addMember(riverbank.db, riverbank.uploads, aoife, form)
})

const get = (path: string) => callRoute(riverbank, loader, path, { params: { id: path.split('/').at(-1) } })

test('GET /files/board/:id returns a small upright public photo without its location, cached for a day', async () => {
  const answer = await get(member.profileImage!)
  expect(answer.status).toBe(200)
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'image/jpeg',
    'cache-control': 'public, max-age=86400, immutable',
    'content-security-policy': "default-src 'none'; sandbox",
  })
  const photo = await sharp(Buffer.from(await answer.arrayBuffer())).metadata()
  expect([photo.width, photo.height, photo.exif]).toEqual([480, 576, undefined])
})

test('a removed photo and an invalid address are 404', async () => {
  await removeMember(riverbank.db, riverbank.uploads, aoife, member.id)
  for (const path of [member.profileImage!, '/files/board/0', '/files/board/x', '/files/board/1e0'])
    expect((await get(path)).status, path).toBe(404)
})
