import { readdir } from 'node:fs/promises'
import { beforeAll, expect, test } from 'vitest'
import { listActivity } from '~/domain/activity/activity.server'
import { openFile } from '~/domain/files/file-views.server'
import { listFiles } from '~/domain/files/files.server'
import { shareRiverbank } from '~/test/riverbank'
import { createPhotoWithGps, createSampleDocument, createUploadedFile } from '~/test/samples'
import { endsBeforeItStarts, newTimetable, timetableFields } from './schema'
import {
  addTimetable,
  changeTimetable,
  findTimetable,
  listTimetables,
  removeTimetable,
  type Timetable,
} from './timetables.server'

const fileIdOf = ({ filePath }: Timetable) => Number(filePath.replace('/files/', ''))
const riverbank = shareRiverbank()
const timetables = {} as Record<'daniels' | 'niamhs' | 'everyones', Timetable>

const jpeg = await createPhotoWithGps(60, 40)
const weekFile = (bytes = createSampleDocument(), name = 'week.doc') => createUploadedFile(bytes, name)
const add = (fields: Record<string, unknown>) => {
  const { db, uploads, people } = riverbank
  return addTimetable(db, uploads, people.aoife, newTimetable.parse({ file: weekFile(), ...fields }))
}
const change = (id: number, { file, ...fields }: { file?: File; [field: string]: unknown }) => {
  const { db, uploads, people } = riverbank
  return changeTimetable(db, uploads, people.aoife, id, { patch: timetableFields.parse(fields) }, file)
}
const lastEntry = async () => (await listActivity(riverbank.db, riverbank.people.aoife))[0]

beforeAll(async () => {
  const { daniel, niamh } = riverbank.people
  timetables.daniels = await add({ title: 'Daniel’s week', studentId: daniel.id, startDate: '2026-09-07' })
  timetables.niamhs = await add({ title: 'Niamh’s week', studentId: String(niamh.id), startDate: '2026-09-08' })
  timetables.everyones = await add({ title: 'The whole term', description: ' Large print ', endDate: '2026-12-18' })
})

test('timetables are listed, the latest to start first, and none of them in My Files', async ({ db, people }) => {
  const { niamhs, daniels, everyones } = timetables
  const found = (await listTimetables(db, people.aoife)).items
  expect(found.map(({ id }) => id)).toEqual([niamhs.id, daniels.id, everyones.id])
  expect((await listFiles(db, people.aoife)).items).toEqual([])
})

test('a tutor’s view of a student’s timetable is logged as such', async ({ db, uploads, people }) => {
  await (await openFile(db, uploads, people.aoife, fileIdOf(timetables.daniels)))?.handle.close()
  expect(await lastEntry()).toMatchObject({ action: 'looked at', noun: 'timetable', studentId: people.daniel.id })
})

test('a timetable given to another student leaves the first, and the move is logged', async ({ db, people }) => {
  const { id } = await add({ title: 'On the move', studentId: people.daniel.id })
  expect(await change(id, { title: 'On the move', studentId: people.niamh.id })).toMatchObject({
    studentName: 'Niamh Walsh',
  })
  expect(await lastEntry()).toMatchObject({ action: 'moved', title: 'On the move', studentId: people.niamh.id })
  expect(await findTimetable(db, people.daniel, id)).toBeNull()

  await change(id, { title: 'On the move' })
  expect(await findTimetable(db, people.daniel, id)).toMatchObject({ isShared: true, studentId: null })
  await change(id, { title: 'On the move', studentId: people.daniel.id })
  expect(await findTimetable(db, people.niamh, id)).toBeNull()
  await removeTimetable(db, riverbank.uploads, people.aoife, id)
})

test('a change keeps the file, or replaces it and removes the old one', async ({ db, uploads, people }) => {
  const { id, fileName } = await add({ title: 'Spring', startDate: '2027-01-11' })
  const before = await readdir(uploads)
  expect(await change(id, { title: 'Spring term' })).toMatchObject({ title: 'Spring term', fileName, startDate: null })
  expect(await readdir(uploads)).toEqual(before)

  const changed = await change(id, { title: 'Spring term', file: weekFile(jpeg, 'spring.jpg') })
  expect(changed).toMatchObject({ fileName: 'spring.jpg', fileType: 'image/jpeg', width: 40, height: 60 })
  expect(await readdir(uploads)).toHaveLength(before.length)

  await removeTimetable(db, uploads, people.aoife, id)
  expect(await readdir(uploads)).toHaveLength(before.length - 1)
})

test('a timetable’s alt text changes with it, and is removed with the picture', async ({ uploads, db, people }) => {
  const alt = 'Monday: art. Friday: garden.'
  const { id, ...week } = await add({ title: 'In pictures', alt, file: weekFile(jpeg, 'week.jpg') })
  expect(week.alt).toBe(alt)
  const second = { title: 'In pictures', alt: 'Friday: choir.', file: weekFile(jpeg, 'second.jpg') }
  const unchanged = { title: 'In pictures', alt, file: weekFile(jpeg, 'other.jpg') }
  expect(await change(id, unchanged)).toMatchObject({ alt: null, fileName: 'other.jpg' })
  expect(await change(id, second)).toMatchObject({ alt: 'Friday: choir.', fileName: 'second.jpg' })
  expect(await change(id, { title: 'In words', alt, file: weekFile() })).toMatchObject({ alt: null })
  expect(await change(id, { ...second, alt })).toMatchObject({ alt })
  await removeTimetable(db, uploads, people.aoife, id)
})

test('a refused change leaves bytes and rows unchanged', async ({ db, uploads, people }) => {
  const before = [await readdir(uploads), (await listTimetables(db, people.aoife)).items]
  const page = weekFile(Buffer.from('<!doctype html>'), 'page.doc')
  const { id } = timetables.daniels
  await expect(add({ title: 'A page', file: page })).rejects.toThrow('Only PDF, Word documents, and images')
  await expect(change(id, { title: 'A page', file: page })).rejects.toThrow('Only PDF, Word documents, and images')
  for (const studentId of [people.aoife.id, 999]) {
    await expect(add({ title: 'Plan', studentId })).rejects.toThrow('Please choose a student from the list.')
    await expect(change(id, { title: 'Plan', studentId, file: weekFile() })).rejects.toThrow('Please choose a student')
  }
  expect([await readdir(uploads), (await listTimetables(db, people.aoife)).items]).toEqual(before)
})

test('a timetable stays with a student whose account is closed', async ({ db, people }) => {
  const { id } = timetables.niamhs
  const closedAt = '2026-11-01T00:00:00.000Z'
  await db.updateTable('users').set({ closedAt }).where('id', '=', people.niamh.id).execute()
  expect(await change(id, { title: 'Niamh’s old week', studentId: people.niamh.id })).toMatchObject({
    title: 'Niamh’s old week',
    studentId: people.niamh.id,
  })
})

test('two new files sent at once leave one file, and no orphaned bytes', async ({ db, uploads, people }) => {
  const before = (await readdir(uploads)).length
  const { id } = await add({ title: 'Twice' })
  const files = ['first', 'second'].map((name) => weekFile(createSampleDocument(), `${name}.doc`))
  await Promise.all(files.map((file) => change(id, { title: 'Twice', file })))
  expect(await readdir(uploads)).toHaveLength(before + 1)
  const fileId = fileIdOf((await findTimetable(db, people.aoife, id))!)
  await (await openFile(db, uploads, people.aoife, fileId))?.handle.close()
})

test('a last day before the first one is found', () => {
  expect(endsBeforeItStarts({ startDate: '2026-09-02', endDate: '2026-09-01' })).toBe(true)
  expect(endsBeforeItStarts({ startDate: '2026-09-01', endDate: '2026-09-01' })).toBe(false)
  expect(endsBeforeItStarts({ startDate: null, endDate: '2026-09-01' })).toBe(false)
})
