import sharp from 'sharp'
import { beforeEach, expect, test } from 'vitest'
import { getPictureSources, parsePictureName } from '~/domain/website/picture'
import { addPicture } from '~/domain/website/pictures.server'
import { callRoute, setUpFreshRiverbank } from '~/test/riverbank'
import { createPicture, createUploadedFile } from '~/test/samples'
import { loader } from './route'

const riverbank = setUpFreshRiverbank()
let name: string
beforeEach(async () => {
  const file = createUploadedFile(await createPicture(1000, 800).jpeg().toBuffer(), 'us.jpg')
  name = await addPicture(riverbank.db, riverbank.uploads, riverbank.people.aoife, file)
})

const get = (path: string, headers: Record<string, string> = {}) =>
  callRoute(riverbank, loader, path, { headers, params: { name: path.split('/').at(-1) } })

test('GET /files/website/:name returns each size that a page names, cached for an hour, then 304', async () => {
  for (const { type, src, srcSet } of getPictureSources(parsePictureName(name)!))
    for (const address of [src, ...srcSet.split(', ').map((one) => one.split(' ')[0]!)]) {
      const answer = await get(address)
      expect(answer.status, address).toBe(200)
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'content-type': type,
        'cache-control': 'public, max-age=3600',
        'content-security-policy': "default-src 'none'; sandbox",
        'x-robots-tag': 'noindex',
      })
      const known = { 'If-None-Match': answer.headers.get('ETag')! }
      const again = await get(address, known)
      expect([again.status, await again.text()], address).toEqual([304, ''])
      const { width, height } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata()
      expect(width! / height!, address).toBeCloseTo(5 / 4, 1)
    }
})

test('anything but a picture of the website is 404, uncached', async () => {
  const [, address] = /^([\da-f]+)/.exec(name)!
  const others = [`${address}-400.png`, `${address}-99.webp`, `${'f'.repeat(24)}-400.webp`, '1', 'constructor', name]
  for (const invalidName of others) {
    const answer = await get(`/files/website/${invalidName}`)
    expect([answer.status, answer.headers.get('Cache-Control')], invalidName).toEqual([404, 'no-store'])
  }
})
