import { beforeAll, expect, test } from 'vitest'
import { listActivity } from '~/domain/activity/activity.server'
import { startConversion } from '~/domain/documents/conversion.server'
import { addFile } from '~/domain/files/files.server'
import { newFile } from '~/domain/files/schema'
import { newTimetable } from '~/domain/timetables/schema'
import { addTimetable } from '~/domain/timetables/timetables.server'
import { callRoute, type Person, shareRiverbank } from '~/test/riverbank'
import { createCompoundFile, createSamplePdf, createUploadedFile } from '~/test/samples'
import { loader as openDocument } from './files.$id._index/route'
import { loader as openTimetable } from './timetable.$id._index/route'

const riverbank = shareRiverbank()
const ids: Record<string, number> = {}

beforeAll(async () => {
  const { db, uploads, people } = riverbank
  const add = async (name: string, fields: object, content = createSamplePdf()) => {
    const upload = newFile.parse({ title: name, ...fields, file: createUploadedFile(content, name) })
    ids[name] = (await addFile(db, uploads, people.aoife, upload)).id
  }
  await add('daniels.pdf', { studentId: people.daniel.id })
  await add('shared.doc', { isShared: true }, createCompoundFile())
  const week = newTimetable.parse({
    title: 'Week',
    studentId: people.daniel.id,
    file: createUploadedFile(createSamplePdf(), 'week.pdf'),
  })
  ids.week = (await addTimetable(db, uploads, people.aoife, week)).id
})

const routes = {
  page: [openDocument, '/dashboard/files/'],
  timetable: [openTimetable, '/dashboard/timetable/'],
} as const

const open = (link: keyof typeof routes, name: string, as: Person) => {
  const [loader, at] = routes[link]
  return callRoute(riverbank, loader, `${at}${ids[name]}`, { as, params: { id: String(ids[name]) } })
}

test('a document of the old Word format has no page', async () => {
  expect((await open('page', 'daniels.pdf', 'aoife')).status).toBe(200)
  for (const person of ['aoife', 'daniel'] as const) expect((await open('page', 'shared.doc', person)).status).toBe(404)
})

test('a page and a timetable count a document as opened only once it can be read', async () => {
  const names = { page: 'daniels.pdf', timetable: 'week' }
  const { db } = riverbank
  await db.deleteFrom('activity').execute()
  await db.updateTable('files').set({ openedAt: null }).execute()
  const readOpenings = async () => ({
    looks: (await listActivity(db, riverbank.people.aoife)).filter(({ action }) => action === 'looked at').length,
    by: (await db.selectFrom('files').select('title').where('openedAt', 'is not', null).execute()).length,
  })
  for (const link of ['page', 'timetable'] as const)
    for (const person of ['aoife', 'aoife', 'daniel'] as const)
      expect((await open(link, names[link], person)).headers.has('Refresh')).toBe(true)
  expect(await readOpenings()).toEqual({ looks: 0, by: 0 })
  const job = startConversion(riverbank)
  await job.isDone()
  await job.stop()
  for (const [index, link] of (['page', 'timetable'] as const).entries()) {
    for (const person of ['aoife', 'daniel'] as const)
      expect((await open(link, names[link], person)).headers.has('Refresh')).toBe(false)
    expect(await readOpenings()).toEqual({ looks: index + 1, by: index + 1 })
  }
})
