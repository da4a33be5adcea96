import { readdir } from 'node:fs/promises'
import { beforeEach, expect, it } from 'vitest'
import { withdrawConsent } from '~/domain/consent/consents.server'
import { recordConsents } from '~/test/records'
import { setUpFreshRiverbank, type TestRiverbank } from '~/test/riverbank'
import { createPicture, createSampleDocument, createUploadedFile } from '~/test/samples'
import { subscribe } from '~/test/subscribers'
import {
  addAttachments,
  changeAttachment,
  listLeavingWithoutPictures,
  openAttachment,
  removeAttachment,
} from './attachments.server'
import {
  addNewsletter,
  copyNewsletter,
  findNewsletter,
  paginateNewsletters,
  removeNewsletter,
} from './newsletters.server'
import { newAttachments } from './schema'
import { scheduleNewsletter, sendNewsletter } from './send.server'

const riverbank = setUpFreshRiverbank()
const { aoife } = riverbank.people
let db: TestRiverbank['db']
beforeEach(() => {
  db = riverbank.db
})

const content = 'The choir sang.\n\n[picture 2]\n\nIt was good.'
const draft = async () => (await addNewsletter(db, aoife, { title: 'June', content })).id
const bytes = await createPicture().png().toBuffer()
const png = (name: string) => createUploadedFile(bytes, name)
const doc = (name: string) => createUploadedFile(createSampleDocument(), name)
const attach = (id: number, file: File[], words: object = {}) =>
  addAttachments(db, riverbank.uploads, aoife, id, newAttachments.parse({ ...words, file }))
const stored = () => readdir(riverbank.uploads).catch(() => [])

it('several files are attached at once, each by its own name, and pictures are numbered', async () => {
  const id = await draft()
  const files = [png('choir.png'), doc('menu.doc'), png('art.png')]
  expect((await attach(id, files)).map(({ title, picture, alt }) => [title, picture, alt])).toEqual([
    ['choir', 1, null],
    ['menu', null, null],
    ['art', 2, null],
  ])
  const more = await attach(id, [png('a.png'), doc('b.doc')], { title: 'Songs', alt: 'A song book.' })
  expect(more.map(({ title, picture, alt }) => [title, picture, alt])).toEqual([
    ['Songs 1', 3, 'A song book.'],
    ['Songs 2', null, null],
  ])
})

it('several files are all stored or none, and the refused one is named', async () => {
  const id = await draft()
  const attaching = attach(id, [png('choir.png'), createUploadedFile(Buffer.from('MZ\x00\x01'), 'game.exe')])
  await expect(attaching).rejects.toMatchObject({
    kind: 'invalid',
    errors: { file: ['game.exe: Only images, PDF, Word documents and text files are accepted. This is a program.'] },
  })
  expect((await findNewsletter(db, aoife, id))?.attachments).toEqual([])
  expect(await stored()).toEqual([])
})

it('a picture keeps its number when another is removed', async () => {
  const id = await draft()
  const [first] = await attach(id, [png('a.png'), png('b.png')])
  await removeAttachment(db, riverbank.uploads, aoife, id, first?.id ?? 0)
  expect((await findNewsletter(db, aoife, id))?.attachments.map(({ title, picture }) => [title, picture])).toEqual([
    ['b', 2],
  ])
  expect((await attach(id, [png('c.png')])).map(({ picture }) => picture)).toEqual([3])
})

it('alt text can be changed later, by one tutor at a time, until the newsletter is sent', async () => {
  const id = await draft()
  const [choir, menu] = await attach(id, [png('choir.png'), doc('menu.doc')])
  const change = (attachment: number, patch: object, version?: number) =>
    changeAttachment(db, aoife, id, attachment, { version, patch })
  const singing = { title: 'choir', alt: 'Twelve people sing.', version: 2 }
  expect(await change(choir?.id ?? 0, { alt: 'Twelve people sing.' }, 1)).toMatchObject(singing)
  await expect(change(choir?.id ?? 0, { alt: 'Nobody.' }, 1)).rejects.toMatchObject({ kind: 'conflict' })
  await expect(change(choir?.id ?? 0, { title: ' ' })).rejects.toMatchObject({
    errors: { title: ['Title is required'] },
  })
  expect(await change(menu?.id ?? 0, { title: 'Lunch', alt: 'A menu.' })).toMatchObject({ title: 'Lunch', alt: null })
  await expect(change(999, { title: 'None' })).rejects.toMatchObject({ kind: 'notFound' })
  await subscribe(db, 'maura')
  await sendNewsletter(db, aoife, id, { audience: 'all', holdSeconds: 60 })
  await expect(change(choir?.id ?? 0, { alt: 'Late.' })).rejects.toMatchObject({ kind: 'conflict' })
})

it('a newsletter is copied to a new draft, with its text and copies of its files', async () => {
  const id = await draft()
  await attach(id, [png('a.png'), png('b.png')], { alt: 'A painting.' })
  const copy = await copyNewsletter(db, riverbank.uploads, aoife, id)
  expect(copy).toMatchObject({ title: 'June', content, format: 'markdown', status: 'draft', version: 1 })
  expect(copy.attachments.map(({ title, alt, picture }) => [title, alt, picture])).toEqual([
    ['a', 'A painting.', 1],
    ['b', 'A painting.', 2],
  ])
  const before = await stored()
  await removeNewsletter(db, riverbank.uploads, aoife, id)
  expect((await stored()).length).toBe(before.length / 2)
  const address = copy.attachments[0]?.filePath.split('/').at(-1) ?? ''
  const opened = await openAttachment(db, riverbank.uploads, address, { tutor: riverbank.people.aoife })
  expect((await opened?.handle.readFile())?.subarray(1, 4).toString()).toBe('PNG')
  await opened?.handle.close()
  await expect(copyNewsletter(db, riverbank.uploads, aoife, id)).rejects.toMatchObject({ kind: 'notFound' })
})

it('newsletters are found by their text, ignoring case and accents, newest first', async () => {
  for (const title of ['Féile', 'Spring', 'FEILE again'])
    await addNewsletter(db, aoife, { title, content: 'It was a busy month.' })
  const titles = async (text: string, page = 1) => {
    const { items, found } = await paginateNewsletters(db, aoife, page, text)
    return [found, ...items.map(({ title }) => title)]
  }
  expect(await titles('feile')).toEqual([2, 'FEILE again', 'Féile'])
  expect(await titles('BUSY MONTH', 9)).toEqual([3, 'FEILE again', 'Spring', 'Féile'])
  expect(await titles('  ')).toHaveLength(4)
  expect(await titles('%')).toEqual([0])
})

it('tutors learn of a scheduled newsletter that a picture leaves', async () => {
  const { daniel } = riverbank.people
  await subscribe(db, 'maura')
  await recordConsents(riverbank, daniel.id, { newsletter: 'yes' })
  const id = await draft()
  await attach(id, [png('choir.png')], { inPicture: String(daniel.id) })
  const leavesAt = '2099-01-01T09:00:00.000Z'
  await scheduleNewsletter(db, aoife, id, { audience: 'all', leavesAt })
  expect(await listLeavingWithoutPictures(db, aoife)).toEqual([])
  await withdrawConsent(db, daniel, daniel.id, 'newsletter')
  expect(await listLeavingWithoutPictures(db, aoife)).toEqual([{ id, title: 'June', leavesAt, pictures: 1 }])
})
