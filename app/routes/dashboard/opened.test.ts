import { beforeAll, expect, test } from 'vitest'
import { listActivity } from '~/domain/activity/activity.server'
import { startConversion } from '~/domain/documents/conversion.server'
import { addFile } from '~/domain/files/files.server'
import { newFile } from '~/domain/files/schema'
import { newTimetable } from '~/domain/timetables/schema'
import { addTimetable } from '~/domain/timetables/timetables.server'
import { getResponse, type Person, shareRiverbank } from '~/test/riverbank'
import { createCompoundFile, createDocx, createPicture, createSamplePdf, createUploadedFile } from '~/test/samples'
import { loader as bytes } from '../files/$id/route'
import { loader as openDocument } from './files.$id._index/route'
import { loader as openTimetable } from './timetable.$id._index/route'

// Access to files by every route that opens them.

const riverbank = shareRiverbank()
const ids: Record<string, number> = {}

beforeAll(async () => {
  const { db, uploads, people } = riverbank
  const add = async (name: string, fields: object, content = createSamplePdf()) => {
    const upload = newFile.parse({ title: name, ...fields, file: createUploadedFile(content, name) })
    ids[name] = (await addFile(db, uploads, people.aoife, upload)).id
  }
  await add('daniels.pdf', { studentId: people.daniel.id })
  await add('daniels.png', { studentId: people.daniel.id }, await createPicture().png().toBuffer())
  await add('shared.pdf', { isShared: true })
  await add('tutors.pdf', {})
  await add('shared.docx', { isShared: true }, createDocx())
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
  bytes: [bytes, '/files/'],
} as const

test.for<[keyof typeof routes, string, Record<Person, boolean | 404>]>([
  ['page', 'daniels.pdf', { aoife: true, daniel: true, niamh: 404 }],
  ['page', 'daniels.png', { aoife: true, daniel: true, niamh: 404 }],
  ['page', 'shared.pdf', { aoife: true, daniel: true, niamh: true }],
  ['page', 'tutors.pdf', { aoife: true, daniel: 404, niamh: 404 }],
  ['page', 'shared.docx', { aoife: true, daniel: true, niamh: true }],
  ['page', 'shared.doc', { aoife: 404, daniel: 404, niamh: 404 }],
  ['timetable', 'week', { aoife: true, daniel: true, niamh: 404 }],
  ['bytes', 'daniels.png', { aoife: true, daniel: true, niamh: 404 }],
  ['bytes', 'daniels.pdf', { aoife: false, daniel: false, niamh: 404 }],
  ['bytes', 'tutors.pdf', { aoife: false, daniel: 404, niamh: 404 }],
  ['bytes', 'shared.docx', { aoife: false, daniel: false, niamh: false }],
])('the %s of %s is shown to each person as in %j', async ([link, name, expected]) => {
  const [loader, at] = routes[link]
  for (const person of ['aoife', 'daniel', 'niamh'] as const) {
    const request = await riverbank.request(`${at}${ids[name]}?inline`, { as: person })
    const args = { request, params: { id: String(ids[name]) }, context: riverbank.context }
    const answer = await getResponse(async () => loader(args) as Promise<Response>)
    const isShown = link !== 'bytes' || /^inline/.test(answer.headers.get('Content-Disposition') ?? '')
    const input = answer.status === 404 ? 404 : isShown
    expect([person, input]).toEqual([person, expected[person]])
  }
})

test('a page and a timetable count a document as opened only once it can be read', async () => {
  const open = async (link: 'page' | 'timetable', person: Person) => {
    const [loader, at] = routes[link]
    const name = link === 'page' ? 'daniels.pdf' : 'week'
    const request = await riverbank.request(`${at}${ids[name]}`, { as: person })
    const args = { request, params: { id: String(ids[name]) }, context: riverbank.context }
    return getResponse(() => loader(args))
  }
  const { db } = riverbank
  await db.deleteFrom('activity').execute()
  await db.updateTable('files').set({ openedAt: null }).execute()
  const readOpenings = async () => ({
    looks: (await listActivity(db)).filter(({ action }) => action === 'looked at').length,
    by: (await db.selectFrom('files').select('title').where('openedAt', 'is not', null).execute()).length,
  })
  for (const link of ['page', 'timetable'] as const)
    for (const person of ['aoife', 'aoife', 'daniel'] as const)
      expect((await open(link, person)).headers.has('Refresh')).toBe(true)
  expect(await readOpenings()).toEqual({ looks: 0, by: 0 })
  const job = startConversion(riverbank)
  await job.isDone()
  await job.stop()
  for (const [index, link] of (['page', 'timetable'] as const).entries()) {
    for (const person of ['aoife', 'daniel'] as const)
      expect((await open(link, person)).headers.has('Refresh')).toBe(false)
    expect(await readOpenings()).toEqual({ looks: index + 1, by: index + 1 })
  }
})
