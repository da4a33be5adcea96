import { readdir } from 'node:fs/promises'
import { beforeAll, expect, test } from 'vitest'
import { listActivity } from '~/domain/activity/activity.server'
import { addSampleFile } from '~/test/records'
import { type Person, shareRiverbank } from '~/test/riverbank'
import { createPicture, createSampleDocument, createUploadedFile } from '~/test/samples'
import { listOpenings, logOpened, logView, openFile } from './file-views.server'
import {
  addFile,
  addFiles,
  changeFile,
  type FileRecord,
  findFile,
  listFiles,
  listFormerOpenings,
  removeFile,
} from './files.server'
import { findDocument } from './lists.server'
import { describeLostUploads, findLostUploads } from './lost-uploads.server'
import { describeAudience } from './places'
import { newFile, newFiles } from './schema'
import { removeOrphanFiles } from './store.server'
import { inspectUploads } from './uploads.server'

const riverbank = shareRiverbank()
const files = {} as Record<'daniels' | 'shared' | 'tutors' | 'photo', FileRecord>

const add = (fields: { title: string } & Record<string, unknown>, bytes = createSampleDocument(), name = 'plan.doc') =>
  addSampleFile(riverbank, { ...fields, file: createUploadedFile(bytes, name) })
const png = () => createPicture().png().toBuffer()

beforeAll(async () => {
  files.daniels = await add({ title: 'Daniel’s plan', description: ' Cooking ', studentId: riverbank.people.daniel.id })
  files.shared = await add({ title: 'Choir words', isShared: 'true' })
  files.tutors = await add({ title: 'Team meeting' })
  files.photo = await add({ title: 'QQI Certificate Photo 1', isShared: 'true' }, await png(), 'photo.png')
})

test('one student’s file with the title of a gallery photo stays that student’s', async () => {
  const { niamh, daniel } = riverbank.people
  const file = await add({ title: 'QQI Certificate Photo 2', studentId: niamh.id }, await png(), 'photo.png')
  expect(file.isShared).toBe(false)
  expect(await findFile(riverbank.db, daniel, file.id)).toBeNull()
  await removeFile(riverbank.db, riverbank.uploads, riverbank.people.aoife, file.id)
})

test('a file for a person who is not a student is refused, and nothing is stored', async () => {
  const before = await readdir(riverbank.uploads)
  for (const studentId of [riverbank.people.aoife.id, 999])
    await expect(add({ title: 'Plan', studentId })).rejects.toThrow('Please choose a student from the list.')
  expect(await readdir(riverbank.uploads)).toEqual(before)
})

const send = (bytes: Buffer[], fields: Record<string, unknown> = {}) => {
  const file = bytes.map((one, index) => createUploadedFile(one, `sheet_${index + 1}.doc`))
  const { db, uploads, people } = riverbank
  return addFiles(db, uploads, people.aoife, newFiles.parse({ file, ...fields }))
}

test('files that are too large together are refused', async () => {
  const files = ['1', '2', '3'].map((name) => createUploadedFile(createSampleDocument(name), `${name}.doc`))
  const { size } = files[0]!
  expect(await inspectUploads(files, 'document', 3 * size)).toHaveLength(3)
  await expect(inspectUploads(files, 'document', 3 * size - 1)).rejects.toMatchObject({
    kind: 'tooLarge',
    message: 'These files are too much for us together. Please send fewer at a time.',
  })
})

test('several documents of one form are added with the same details, for the same people', async () => {
  const { daniel } = riverbank.people
  const added = await send([createSampleDocument('1'), createSampleDocument('2')], {
    studentId: daniel.id,
    description: 'For Friday',
  })
  expect(added).toMatchObject([
    { title: 'sheet 1', fileName: 'sheet_1.doc', studentId: daniel.id, description: 'For Friday' },
    { title: 'sheet 2', fileName: 'sheet_2.doc', studentId: daniel.id, description: 'For Friday' },
  ])
  expect((await listActivity(riverbank.db, riverbank.people.aoife)).slice(0, 2)).toMatchObject([
    { action: 'added', title: 'sheet 2', studentId: daniel.id },
    { action: 'added', title: 'sheet 1', studentId: daniel.id },
  ])
  for (const { id } of added) await removeFile(riverbank.db, riverbank.uploads, riverbank.people.aoife, id)
})

test('several documents of one form are all stored or none, and the refused one is named', async () => {
  const before = await readdir(riverbank.uploads)
  const page = Buffer.from('<!doctype html>')
  await expect(send([createSampleDocument(), page])).rejects.toMatchObject({
    kind: 'invalid',
    message: expect.stringContaining('sheet_2.doc: Only PDF, Word documents, and images are accepted.'),
    errors: { file: [expect.any(String)] },
  })
  await expect(send([createSampleDocument(), createSampleDocument()], { studentId: 999 })).rejects.toThrow(
    'Please choose a student from the list.',
  )
  expect(await readdir(riverbank.uploads)).toEqual(before)
  expect((await listFiles(riverbank.db, riverbank.people.aoife)).items.map(({ title }) => title)).not.toContain(
    'sheet 1',
  )
})

test('a document that is moved leaves the first student at once, and reaches the other', async ({ db, people }) => {
  const { id } = await add({ title: 'Whose is it?', studentId: people.daniel.id })
  const moved = await changeFile(db, people.aoife, id, { patch: { studentId: people.niamh.id } })
  expect(moved).toMatchObject({ studentId: people.niamh.id, studentName: 'Niamh Walsh', version: 2 })
  expect(await findFile(db, people.daniel, id)).toBeNull()
  expect((await listFiles(db, people.daniel)).items.map((file) => file.id)).not.toContain(id)
  expect(await findFile(db, people.niamh, id)).toMatchObject({ id })
  const logged = { noun: 'document', title: 'Whose is it?' }
  expect((await listActivity(db, riverbank.people.aoife)).slice(0, 2)).toMatchObject([
    { ...logged, action: 'moved', studentId: people.niamh.id },
    { ...logged, action: 'moved away', studentId: people.daniel.id },
  ])
  await removeFile(db, riverbank.uploads, people.aoife, id)
})

test('a document that is moved can be shared with everyone, and be for tutors only again', async ({ db, people }) => {
  const { id } = await add({ title: 'Trip', studentId: people.daniel.id })
  const change = (patch: object) => changeFile(db, people.aoife, id, { patch })
  await expect(change({ isShared: true })).rejects.toMatchObject({
    kind: 'invalid',
    errors: { studentId: expect.any(Array) },
  })
  expect(await change({ isShared: true, studentId: null })).toMatchObject({ isShared: true, studentId: null })
  expect(await findFile(db, people.niamh, id)).toMatchObject({ id })
  expect(await change({ isShared: false })).toMatchObject({ isShared: false, studentId: null })
  for (const person of [people.niamh, people.daniel]) expect(await findFile(db, person, id)).toBeNull()
  for (const studentId of [people.aoife.id, 999, 'Daniel', 1e30])
    await expect(change({ studentId })).rejects.toMatchObject({ kind: 'invalid' })
  await removeFile(db, riverbank.uploads, people.aoife, id)
})

test('a document that is moved is never a photo of the gallery', async ({ db, people }) => {
  const change = { patch: { isShared: false, studentId: people.daniel.id } }
  await expect(changeFile(db, people.aoife, files.photo.id, change)).rejects.toMatchObject({ kind: 'invalid' })
  expect(await findFile(db, people.niamh, files.photo.id)).toMatchObject({ isShared: true })
})

test('when its own student first opens a document is recorded, until it is moved', async ({ db, people }) => {
  const { id } = await add({ title: 'Letter', studentId: people.daniel.id })
  const open = async (person: Person) => {
    const file = await findFile(db, people[person], id)
    if (file) await logOpened(db, people[person], file)
    return (await findFile(db, people.aoife, id))?.openedAt
  }
  expect(await open('aoife')).toBeNull()
  expect(await open('niamh')).toBeNull()
  const first = await open('daniel')
  expect(first).toMatch(/^\d{4}-/)
  expect(await open('daniel')).toBe(first)
  // A view that began before the file was moved is not recorded for the new student.
  const before = await findFile(db, people.daniel, id)
  await changeFile(db, people.aoife, id, { patch: { studentId: people.niamh.id } })
  if (before) await logOpened(db, people.daniel, { ...before, openedAt: null })
  expect((await findFile(db, people.aoife, id))?.openedAt).toBeNull()
  // That Daniel read it stays known: on the file, and in both students' activity.
  const story = [
    expect.stringMatching(/^Daniel Okafor opened “Letter” on \d+ \w+ \d{4} at \d\d:\d\d, before it was moved\.$/),
  ]
  expect(await listFormerOpenings(db, people.aoife, [id])).toEqual({ [id]: story })
  for (const personId of [people.daniel.id, people.niamh.id])
    expect(await listActivity(db, people.aoife, { personId })).toContainEqual(
      expect.objectContaining({ noun: 'opening', recordId: id, actorName: 'Daniel Okafor' }),
    )
  expect(await open('niamh')).toMatch(/^\d{4}-/)
  await removeFile(db, riverbank.uploads, people.aoife, id)
})

test('alt text is stored and changed; other files have none', async ({ db, people }) => {
  const alt = 'Daniel at the stove'
  const photo = await add({ title: 'Cooking', alt }, await png(), 'cooking.png')
  expect(photo).toMatchObject({ alt })
  const change = (id: number, patch: object) => changeFile(db, people.aoife, id, { patch })
  expect(await change(photo.id, { title: 'Tea' })).toMatchObject({ title: 'Tea', alt })
  expect(await change(photo.id, { alt: 'A pot of\ntea' })).toMatchObject({ title: 'Tea', alt: 'A pot of tea' })
  expect(await change(photo.id, { alt: '' })).toMatchObject({ alt: null })
  await expect(change(photo.id, { alt: 5 })).rejects.toMatchObject({
    kind: 'invalid',
    errors: { alt: [expect.any(String)] },
  })
  const plan = await add({ title: 'Plan', alt })
  expect(plan.alt).toBeNull()
  expect((await change(plan.id, { alt })).alt).toBeNull()
})

test('My Files has only pages of documents', async ({ db, people }) => {
  expect(await findDocument(db, people.aoife, files.photo.id)).toBeNull()
  expect(await findDocument(db, people.niamh, files.daniels.id)).toBeNull()
  expect(await findDocument(db, people.daniel, files.daniels.id)).toMatchObject({ id: files.daniels.id })
})

test('a tutor’s view of a student’s file is logged, the student’s own is not', async ({ db, uploads, people }) => {
  const views = async () =>
    (await listActivity(db, riverbank.people.aoife)).filter(({ action }) => action === 'looked at')
  for (const person of [people.daniel, people.aoife, people.aoife])
    await (await openFile(db, uploads, person, files.daniels.id))?.handle.close()
  expect(await views()).toMatchObject([{ actorName: 'Aoife Brennan', studentId: people.daniel.id }])
})

test('a picture within a page is not logged; its own page logs the view', async ({ db, uploads, people }) => {
  const photo = await add({ title: 'Cooking', studentId: people.daniel.id }, await png(), 'cooking.png')
  const views = async () =>
    (await listActivity(db, riverbank.people.aoife)).filter(
      ({ action, recordId }) => action === 'looked at' && recordId === photo.id,
    )
  for (const width of [undefined, 480] as const)
    await (await openFile(db, uploads, people.aoife, photo.id, { width, isWithinPage: true }))?.handle.close()
  expect(await views()).toEqual([])
  await logView(db, people.daniel, { ...photo, album: null })
  expect(await views()).toEqual([])
  await logView(db, people.aoife, { ...photo, album: null })
  expect(await views()).toMatchObject([{ actorName: 'Aoife Brennan', title: 'Cooking', studentId: people.daniel.id }])
})

const trip = () => createUploadedFile(createSampleDocument(), 'trip.doc')
const stored = async () => (await readdir(riverbank.uploads).catch(() => [])).filter((name) => !name.includes('.part'))

test('a document for two students is stored once, visible to both only, and deleted with the last record', async () => {
  const { db, uploads, people } = riverbank
  const before = await stored()
  const both = [people.daniel.id, people.niamh.id]
  const first = await addSampleFile(riverbank, { title: 'Trip', studentId: [...both.map(String), ''] })
  const rows = await db.selectFrom('files').select(['id', 'studentId']).where('title', '=', 'Trip').execute()
  expect(rows.map(({ studentId }) => studentId)).toEqual(both)
  expect(await stored()).toHaveLength(before.length + 1)
  await findLostUploads(db, uploads, { whole: true })
  expect(describeLostUploads(uploads)).toBeNull()
  await removeOrphanFiles(db, uploads)

  const [daniels, niamhs] = rows.map(({ id }) => id) as [number, number]
  expect(first.id).toBe(daniels)
  expect(await findFile(db, people.daniel, niamhs)).toBeNull()
  await logOpened(db, people.niamh, (await findFile(db, people.niamh, niamhs))!)
  expect((await findFile(db, people.aoife, daniels))?.openedAt).toBeNull()

  await removeFile(db, uploads, people.aoife, daniels)
  const opened = await openFile(db, uploads, people.niamh, niamhs)
  expect((await opened?.handle.readFile())?.equals(createSampleDocument('Trip'))).toBe(true)
  await opened?.handle.close()
  await removeFile(db, uploads, people.aoife, niamhs)
  expect(await stored()).toEqual(before)
})

test.for([['-1'], ['1e3', '2'], [['1'], '2'], [{}, '2'], [...Array(101).keys()].map((n) => String(n + 1)), ['all']])(
  '%j are no students',
  (...[studentId]) => {
    const { error } = newFile.safeParse({ title: 'Trip', studentId, file: trip() })
    expect(error?.issues.map(({ message }) => message)).toEqual(['Please choose a student from the list.'])
  },
)

test('the audience names each of them', () => {
  const { people } = riverbank
  const both = { isShared: false, studentId: [people.daniel.id, people.niamh.id] }
  expect(describeAudience(both, [people.daniel, people.niamh])).toBe('Daniel, Niamh and all tutors')
})

test('a shared file lists the students who opened it, while it is shared', async ({ db, uploads, people }) => {
  const shared = await addFile(
    db,
    uploads,
    people.aoife,
    newFile.parse({ title: 'Menu', isShared: 'on', file: trip() }),
  )
  for (const person of [people.daniel, people.daniel, people.aoife]) await logOpened(db, person, shared)
  expect(await listOpenings(db, riverbank.people.aoife, [shared.id])).toEqual({ [shared.id]: [people.daniel.id] })
  await changeFile(db, people.aoife, shared.id, { patch: { isShared: false } })
  await logOpened(db, people.daniel, shared)
  expect(await listOpenings(db, riverbank.people.aoife, [shared.id])).toEqual({ [shared.id]: [] })
})
