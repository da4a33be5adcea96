import { afterAll, beforeAll, expect, test } from 'vitest'
import { changing } from '~/http/handler.server'
import { answerOf, freshRiverbank, type Person, type TestRiverbank } from '~/test/riverbank'
import { pdf, picture } from '~/test/samples'
import { loader as portalLoader } from '../portal.timetables/route'
import { action as oneAction } from '../timetables.$id/route'
import { action, loader } from './route'

let riverbank: TestRiverbank
beforeAll(async () => {
  riverbank = await freshRiverbank()
})
afterAll(() => riverbank.close())

const weekFile = (bytes = pdf()) => new File([new Uint8Array(bytes)], 'week.pdf')

async function post(fields: Record<string, string | File>) {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.set(name, value)
  const request = await riverbank.request('/api/timetables', { as: 'aoife', method: 'POST', body })
  return answerOf(() => changing(action)({ request, params: {}, context: riverbank.context }))
}

async function send(method: 'PATCH' | 'DELETE', id: number, body?: unknown, as: Person = 'aoife') {
  const headers = { 'Content-Type': 'application/json' }
  const request = await riverbank.request(`/api/timetables/${id}`, { as, method, headers, body: JSON.stringify(body) })
  return answerOf(() => oneAction({ request, params: { id: String(id) }, context: riverbank.context }))
}

async function titles(read: typeof loader, path: string, as: Person) {
  const request = await riverbank.request(path, { as })
  const answer = await answerOf(() => read({ request, params: {}, context: riverbank.context }))
  return answer.ok ? ((await answer.json()) as { title: string }[]).map(({ title }) => title) : answer.status
}

test('POST /api/timetables answers 201 with the record, and each person lists what is theirs', async () => {
  const words = { description: 'Until Christmas', startDate: '2026-09-07', endDate: '2026-12-18' }
  const studentId = riverbank.people.daniel.id
  const answer = await post({ title: 'Daniel’s week', ...words, studentId: String(studentId), file: weekFile() })
  expect(answer.status).toBe(201)
  expect(await answer.json()).toMatchObject({
    id: 1,
    title: 'Daniel’s week',
    ...words,
    studentId,
    fileName: 'week.pdf',
  })
  expect((await post({ title: 'The term', studentId: '', file: weekFile() })).status).toBe(201)

  expect(await titles(loader, '/api/timetables', 'aoife')).toEqual(['Daniel’s week', 'The term'])
  expect(await titles(portalLoader, '/api/portal/timetables', 'daniel')).toEqual(['Daniel’s week', 'The term'])
  expect(await titles(portalLoader, '/api/portal/timetables', 'niamh')).toEqual(['The term'])
})

test.each<[string, Record<string, string | File>, Record<string, string[]>]>([
  ['a short title', { title: 'T', file: weekFile() }, { title: ['Title must be at least 2 characters.'] }],
  ['no file', { title: 'Term' }, { file: ['Please upload a file.'] }],
  [
    'a web page',
    { title: 'Term', file: weekFile(Buffer.from('<html>')) },
    { file: ['Only PDF, Word documents, and images are accepted.'] },
  ],
  [
    'an unknown student',
    { title: 'Term', studentId: '999', file: weekFile() },
    { studentId: ['Please choose a student from the list.'] },
  ],
])('POST /api/timetables refuses %s with 400', async (_, fields, errors) => {
  const answer = await post(fields)
  expect(answer.status).toBe(400)
  expect(await answer.json()).toEqual({ message: Object.values(errors).flat().join(' '), errors })
})

test('POST and PATCH say what a timetable’s picture shows', async () => {
  const file = weekFile(await picture().png().toBuffer())
  const added = await (await post({ title: 'In pictures', alt: 'Monday: art.', file })).json()
  expect(added).toMatchObject({ description: null, alt: 'Monday: art.' })
  const changed = await send('PATCH', added.id, { alt: 'Monday: choir.' })
  expect(await changed.json()).toEqual({ ...added, alt: 'Monday: choir.', version: 2 })
  expect((await send('DELETE', added.id)).status).toBe(204)
})

test('PATCH /api/timetables/:id changes what is sent, DELETE removes it', async () => {
  const changed = await send('PATCH', 1, { id: 1, endDate: null, studentId: riverbank.people.niamh.id })
  expect(await changed.json()).toMatchObject({ title: 'Daniel’s week', startDate: '2026-09-07', endDate: null })
  expect(await titles(portalLoader, '/api/portal/timetables', 'daniel')).toEqual(['The term'])
  expect((await send('PATCH', 1, { id: 2 })).status).toBe(400)
  expect((await send('PATCH', 1, { title: ' ' })).status).toBe(400)
  expect((await send('PATCH', 99, { title: 'Term' })).status).toBe(404)
  expect((await send('DELETE', 1)).status).toBe(204)
  expect((await send('DELETE', 1)).status).toBe(404)
})
