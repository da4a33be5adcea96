import { readFileSync, renameSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { listActivity } from '~/domain/activity/activity.server'
import { startConversion } from '~/domain/documents/conversion.server'
import { addFile } from '~/domain/files/files.server'
import { newFile } from '~/domain/files/schema'
import { createPdf } from '~/test/pdfs'
import { callRoute, type Person, shareRiverbank } from '~/test/riverbank'
import { createPhotoWithGps, createSamplePdf, createUploadedFile } from '~/test/samples'
import { loader } from './route'

const riverbank = shareRiverbank()
let document: number
let photo: number

beforeAll(async () => {
  const { db, uploads, people } = riverbank
  const add = async (bytes: Buffer, name: string) => {
    const file = createUploadedFile(bytes, name)
    const upload = newFile.parse({ title: 'Plan', studentId: people.daniel.id, file })
    return (await addFile(db, uploads, people.aoife, upload)).id
  }
  document = await add(createSamplePdf(), 'Seán’s plan.pdf')
  photo = await add(await createPhotoWithGps(1200, 1000), 'photo.jpg')
})

const get = (path: string, as?: Person, method = 'GET', headers?: Record<string, string>) =>
  callRoute(riverbank, loader, path, { as, method, headers, params: { id: /\/files\/([^?]*)/.exec(path)?.[1] } })

test('GET /files/:id downloads the file', async () => {
  const answer = await get(`/files/${document}`, 'daniel')
  expect(answer.status).toBe(200)
  expect(Buffer.from(await answer.arrayBuffer())).toEqual(createSamplePdf())
  expect(Object.fromEntries(answer.headers)).toEqual({
    'content-type': 'application/pdf',
    'content-length': String(createSamplePdf().length),
    'accept-ranges': 'bytes',
    etag: expect.any(String),
    'last-modified': expect.any(String),
    'content-disposition': `attachment; filename="Sean's plan.pdf"; filename*=UTF-8''Se%C3%A1n%E2%80%99s%20plan.pdf`,
    'content-security-policy': "default-src 'none'; sandbox",
  })
})

test.each(['1e0', '01', ' 1', '-1', '999', '1%00', ''])('GET /files/%s is 404', async (id) => {
  expect((await get(`/files/${id}`, 'aoife')).status).toBe(404)
})

test('another student’s file is 404', async () => {
  for (const query of ['', '?inline', '?inline&width=480'])
    expect((await get(`/files/${photo}${query}`, 'niamh')).status).toBe(404)
})

describe('GET /files/:id?inline', () => {
  test('shows an image, with ?width a smaller one', async () => {
    for (const [query, width] of [
      ['', 1000],
      ['&width=960', 960],
      ['&width=480', 480],
      ['&width=7', 1000],
    ] as const) {
      const answer = await get(`/files/${photo}?inline${query}`, 'aoife')
      expect(answer.headers.get('Content-Disposition')).toMatch(/^inline;/)
      expect((await sharp(Buffer.from(await answer.arrayBuffer())).metadata()).width).toBe(width)
    }
  })

  test('downloads a document anyway: its pages have their own pictures', async () => {
    const answer = await get(`/files/${document}?inline`, 'daniel')
    expect(answer.headers.get('Content-Disposition')).toMatch(/^attachment;/)
    expect(answer.headers.get('Content-Security-Policy')).toBe("default-src 'none'; sandbox")
  })

  test('counts as opening only outside a page', async () => {
    const listViewedIds = async () =>
      (await listActivity(riverbank.db, riverbank.people.aoife))
        .filter(({ action }) => action === 'looked at')
        .map(({ recordId }) => recordId)
    const { db } = riverbank
    const fetchAndListViews = async (path: string, goesTo?: string) => {
      await db.deleteFrom('activity').execute()
      const headers = goesTo ? { 'Sec-Fetch-Dest': goesTo } : undefined
      await (await get(path, 'aoife', 'GET', headers)).arrayBuffer()
      return listViewedIds()
    }
    // Without a smaller version, the list shows the original.
    expect(await fetchAndListViews(`/files/${photo}?inline`, 'image')).toEqual([])
    expect(await fetchAndListViews(`/files/${photo}?inline`, 'document')).toEqual([photo])
    expect(await fetchAndListViews(`/files/${document}?inline&width=480`, 'image')).toEqual([document])
  })
})

describe('GET /files/:id?page', () => {
  test('returns a picture of a document’s page to permitted users, without recording it as opened', async () => {
    const { db, uploads, people } = riverbank
    const file = createUploadedFile(createPdf([{ lines: ['Bus times'] }]), 'bus.pdf')
    const { id } = await addFile(
      db,
      uploads,
      people.aoife,
      newFile.parse({ title: 'Bus', studentId: people.daniel.id, file }),
    )
    const path = `/files/${id}?page=1&width=720`
    expect((await get(path, 'daniel')).status).toBe(404)
    const job = startConversion(riverbank)
    await job.isDone()
    await job.stop()
    await db.deleteFrom('activity').execute()
    for (const person of ['daniel', 'aoife'] as const) {
      const answer = await get(path, person)
      expect([answer.status, answer.headers.get('Content-Type')]).toEqual([200, 'image/webp'])
      expect((await sharp(Buffer.from(await answer.arrayBuffer())).metadata()).width).toBe(720)
    }
    expect((await get(path, 'niamh')).status).toBe(404)
    for (const query of ['page=2&width=720', 'page=0&width=720', 'page=-1&width=720', 'page=1e9&width=720'])
      expect((await get(`/files/${id}?${query}`, 'daniel')).headers.get('Content-Type'), query).not.toBe('image/webp')
    expect(await listActivity(db, riverbank.people.aoife)).toEqual([])
  })
})

test('a file whose bytes are missing or incomplete is 404', async () => {
  const { storageKey } = await riverbank.db
    .selectFrom('files')
    .select('storageKey')
    .where('id', '=', document)
    .executeTakeFirstOrThrow()
  const path = join(riverbank.uploads, storageKey)
  const bytes = readFileSync(path)
  truncateSync(path, 100)
  expect((await get(`/files/${document}`, 'daniel')).status).toBe(404)
  writeFileSync(path, bytes)
  renameSync(riverbank.uploads, `${riverbank.uploads}-away`)
  for (const address of [`/files/${document}`, `/files/${photo}?inline&width=480`]) {
    const answer = await get(address, 'daniel')
    expect(answer.status, address).toBe(404)
    expect(await answer.text()).toContain('can’t find this file just now')
  }
  renameSync(`${riverbank.uploads}-away`, riverbank.uploads)
  expect((await get(`/files/${document}`, 'daniel')).status).toBe(200)
})
