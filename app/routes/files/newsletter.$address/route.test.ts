import { renameSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { startConversion } from '~/domain/documents/conversion.server'
import { type Attachment, addAttachment } from '~/domain/newsletters/attachments.server'
import { addNewsletter } from '~/domain/newsletters/newsletters.server'
import { createPdf } from '~/test/pdfs'
import { callRoute, type Person, shareRiverbank } from '~/test/riverbank'
import { createPicture, createUploadedFile } from '~/test/samples'
import { loader } from './route'

const riverbank = shareRiverbank()
let poem: Attachment
let photo: Attachment
let programme: Attachment

beforeAll(async () => {
  const { db, uploads, people } = riverbank
  const { id } = await addNewsletter(db, people.aoife, { title: 'June', content: 'It was a busy month.' })
  const addFile = async (bytes: Buffer, name: string) => {
    const upload = { file: createUploadedFile(bytes, name), title: null, description: null, alt: null }
    return (await addAttachment(db, uploads, people.aoife, id, upload))!
  }
  poem = await addFile(Buffer.from('Fáilte'), 'poem.txt')
  photo = await addFile(await createPicture(1200, 600).jpeg().toBuffer(), 'photo.jpg')
  programme = await addFile(createPdf([{ lines: ['Summer programme'] }]), 'programme.pdf')
})

const get = (path: string, options: { as?: Person; method?: string } = {}) =>
  callRoute(riverbank, loader, path, {
    ...options,
    params: { address: /\/files\/newsletter\/([^?]*)/.exec(path)?.[1] },
  })

const setStatus = (status: 'draft' | 'sent') => {
  const moment = status === 'sent' ? '2026-06-01T09:00:00.000Z' : null
  const audience = status === 'sent' ? 'all' : null
  return riverbank.db.updateTable('newsletters').set({ status, audience, sentAt: moment, goesOutAt: moment }).execute()
}

test('only tutors can open a draft’s attachment', async () => {
  await setStatus('draft')
  const asTutor = await get(poem.filePath, { as: 'aoife' })
  expect(asTutor.status).toBe(200)
  expect(asTutor.headers.get('Cache-Control')).toBe('private, no-store, no-transform')
  await asTutor.text()
  for (const as of [undefined, 'daniel'] as const) {
    const answer = await get(poem.filePath, { as })
    expect([answer.status, answer.headers.get('Cache-Control')]).toEqual([404, 'no-store'])
  }
})

test('pictures of a PDF’s pages have the same access as the PDF', async () => {
  const job = startConversion(riverbank)
  await job.isDone()
  await job.stop()
  const page = `${programme.filePath}?page=1&width=720`
  await setStatus('draft')
  expect((await get(page)).status).toBe(404)
  expect((await get(page, { as: 'aoife' })).headers.get('Content-Type')).toBe('image/webp')
  await setStatus('sent')
  const answer = await get(page)
  expect([answer.headers.get('Content-Type'), answer.headers.get('X-Robots-Tag')]).toEqual(['image/webp', 'noindex'])
  expect((await get(programme.filePath)).headers.get('Content-Disposition')).toMatch(/^attachment;/)
  expect((await get(`${programme.filePath}?page=2&width=720`)).status).toBe(404)
})

test('once sent, anyone with the address can open it; a text is a download in UTF-8', async () => {
  await setStatus('sent')
  const answer = await get(poem.filePath)
  expect(await answer.text()).toBe('Fáilte')
  expect(Object.fromEntries(answer.headers)).toEqual({
    'content-type': 'text/plain; charset=utf-8',
    'content-length': '7',
    'accept-ranges': 'bytes',
    etag: expect.any(String),
    'last-modified': expect.any(String),
    'content-disposition': `attachment; filename=poem.txt`,
    'cache-control': 'private, max-age=3600, no-transform',
    'x-robots-tag': 'noindex',
    'cross-origin-resource-policy': 'cross-origin',
    'content-security-policy': "default-src 'none'; sandbox",
  })
})

test('a picture shows inline, also in a small size; a text never does', async () => {
  await setStatus('sent')
  const whole = await get(`${photo.filePath}?inline`)
  expect(whole.headers.get('Content-Disposition')).toMatch(/^inline/)
  const small = await get(`${photo.filePath}?inline&width=480`, { method: 'HEAD' })
  expect(Number(small.headers.get('Content-Length'))).toBeLessThan(Number(whole.headers.get('Content-Length')))
  await whole.arrayBuffer()
  const text = await get(`${poem.filePath}?inline`, { method: 'HEAD' })
  expect(text.headers.get('Content-Disposition')).toMatch(/^attachment/)
})

test('an almost correct address is 404', async () => {
  await setStatus('sent')
  const [id, secret] = poem.filePath.split('/').at(-1)?.split('-') ?? []
  for (const address of [`${id}-${'0'.repeat(32)}`, `${Number(id) + 1}-${secret}`, `${id}`, `${id}-`, secret, '..', ''])
    expect((await get(`/files/newsletter/${address}`, { as: 'aoife' })).status, address).toBe(404)
})

test('an attachment whose bytes are missing is 404, uncached', async () => {
  await setStatus('sent')
  renameSync(riverbank.uploads, `${riverbank.uploads}-away`)
  for (const path of [poem.filePath, `${photo.filePath}?inline&width=480`]) {
    const answer = await get(path)
    expect([answer.status, answer.headers.get('Cache-Control')]).toEqual([404, 'no-store'])
    expect(await answer.text()).toContain('can’t find this file just now')
  }
  renameSync(`${riverbank.uploads}-away`, riverbank.uploads)
})
