import { readdir } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { exportPerson } from '~/domain/accounts/personal-data.server'
import { shareRiverbank } from '~/test/riverbank'
import { createSamplePdf, createUploadedFile } from '~/test/samples'
import { listOpenings, logOpened, openFile } from './file-views.server'
import { addFile, changeFile, findFile, removeFile } from './files.server'
import { describeLostUploads, findLostUploads } from './lost-uploads.server'
import { newFile, newFiles } from './schema'
import { addFiles } from './several.server'
import { removeOrphanFiles } from './store.server'
import { describeAudience } from './who-sees'

const riverbank = shareRiverbank()
const file = () => createUploadedFile(createSamplePdf(), 'trip.pdf')
const stored = async () => (await readdir(riverbank.uploads).catch(() => [])).filter((name) => !name.includes('.part'))

test('a document for two students is stored once, visible to both only, and deleted with the last record', async () => {
  const { db, uploads, people } = riverbank
  const before = await stored()
  const both = [people.daniel.id, people.niamh.id]
  const upload = newFile.parse({ title: 'Trip', studentId: [...both.map(String), ''], file: file() })
  const first = await addFile(db, uploads, people.aoife, upload)
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
  expect((await opened?.handle.readFile())?.equals(createSamplePdf())).toBe(true)
  await opened?.handle.close()
  await removeFile(db, uploads, people.aoife, niamhs)
  expect(await stored()).toEqual(before)
})

test('several documents for several students are all stored or none', async () => {
  const { db, uploads, people } = riverbank
  const files = newFiles.parse({ studentId: [String(people.daniel.id), '999'], file: [file(), file()] })
  const before = await stored()
  await expect(addFiles(db, uploads, people.aoife, files)).rejects.toThrow('Please choose a student from the list.')
  expect(await stored()).toEqual(before)
  const added = await addFiles(db, uploads, people.aoife, { ...files, studentId: [people.daniel.id, people.niamh.id] })
  expect(added.map(({ title }) => title)).toEqual(['trip', 'trip'])
  expect(await stored()).toHaveLength(before.length + 2)
})

test.for([['-1'], ['1e3', '2'], [['1'], '2'], [{}, '2'], [...Array(101).keys()].map((n) => String(n + 1)), ['all']])(
  '%j are no students',
  (...[studentId]) => {
    const { error } = newFile.safeParse({ title: 'Trip', studentId, file: file() })
    expect(error?.issues.map(({ message }) => message)).toEqual(['Please choose a student from the list.'])
  },
)

test('the audience names each of them', () => {
  const { people } = riverbank
  const both = { isShared: false, studentId: [people.daniel.id, people.niamh.id] }
  expect(describeAudience(both, [people.daniel, people.niamh])).toBe('Daniel, Niamh and all tutors')
})

test('a shared file lists the students who opened it, while it is shared', async () => {
  const { db, uploads, people } = riverbank
  const shared = await addFile(
    db,
    uploads,
    people.aoife,
    newFile.parse({ title: 'Menu', isShared: 'on', file: file() }),
  )
  for (const person of [people.daniel, people.daniel, people.aoife]) await logOpened(db, person, shared)
  expect(await listOpenings(db, [shared.id])).toEqual({ [shared.id]: [people.daniel.id] })
  const zip = await exportPerson(db, uploads, people.aoife, people.daniel.id)
  expect(Buffer.concat(await zip.toArray()).length).toBeGreaterThan(0)
  await changeFile(db, people.aoife, shared.id, { patch: { isShared: false } })
  await logOpened(db, people.daniel, shared)
  expect(await listOpenings(db, [shared.id])).toEqual({ [shared.id]: [] })
})
