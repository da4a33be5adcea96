import { afterAll, beforeAll, expect, test } from 'vitest'
import { changing } from '~/http/handler.server'
import { answerOf, freshRiverbank, type Handlers, type Person, type TestRiverbank } from '~/test/riverbank'
import { pdf, picture } from '~/test/samples'
import * as one from '../files.$id/route'
import * as uploads from '../files.upload/route'
import * as portal from '../portal.files/route'
import * as photos from '../qqi-images/route'
import * as all from './route'

let riverbank: TestRiverbank
beforeAll(async () => {
  riverbank = await freshRiverbank()
})
afterAll(() => riverbank.close())

async function ask({ loader, action }: Handlers, as: Person, init: RequestInit = {}, id?: number) {
  const request = await riverbank.request('/api/files', { as, ...init })
  const args = { request, params: { id: String(id) }, context: riverbank.context }
  return answerOf(() => (init.method ? action && changing(action) : loader)?.(args))
}

async function upload(fields: Record<string, string>, bytes: Buffer = pdf()) {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.append(name, value)
  body.append('file', new File([new Uint8Array(bytes)], 'paper'))
  return ask(uploads, 'aoife', { method: 'POST', body })
}
const change = (id: number, fields: object, as: Person = 'aoife') =>
  ask(one, as, { method: 'PATCH', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(fields) }, id)
const titles = async (handlers: Handlers, as: Person) =>
  ((await (await ask(handlers, as)).json()) as { title: string }[]).map(({ title }) => title)

test('an upload says by studentId and isShared whose it is, and each person lists what is theirs', async () => {
  const { daniel } = riverbank.people
  const mine = await upload({ title: 'Plan', isShared: 'false', studentId: String(daniel.id) })
  expect(mine.status).toBe(201)
  expect(await mine.json()).toMatchObject({ title: 'Plan', isShared: false, studentName: 'Daniel Okafor' })
  expect(await (await upload({ title: 'Songs', isShared: 'true' })).json()).toMatchObject({ isShared: true })
  await upload({ title: 'Rota' })
  expect(await titles(all, 'aoife')).toEqual(['Rota', 'Songs', 'Plan'])
  expect(await titles(portal, 'daniel')).toEqual(['Songs', 'Plan'])
  expect(await titles(portal, 'niamh')).toEqual(['Songs'])
})

test('an image by the gallery’s title, or sent with its album, is a photo and stays out of the lists', async () => {
  const jpeg = await picture().jpeg().toBuffer()
  await upload({ title: 'QQI Certificate Photo 1', isShared: 'true' }, jpeg)
  await upload({ title: 'The hall', album: 'qqi' }, jpeg)
  expect(await titles(photos, 'niamh')).toEqual(['QQI Certificate Photo 1', 'The hall'])
  expect(await titles(portal, 'niamh')).toEqual(['Songs'])
})

test.each([
  ['a short title', { title: 'P' }, { title: ['Title must be at least 2 characters.'] }],
  ['a student and all', { title: 'Plan', isShared: 'true', studentId: '2' }, { studentId: [expect.any(String)] }],
  ['a student by another number than digits', { title: 'Plan', studentId: '1e0' }, { studentId: [expect.any(String)] }],
  ['a student who is not there', { title: 'Plan', studentId: '99' }, { studentId: [expect.any(String)] }],
])('an upload for %s is refused', async (_case, fields, errors) => {
  const answer = await upload(fields)
  expect(answer.status).toBe(400)
  expect(await answer.json()).toEqual({ message: expect.any(String), errors })
})

test('two files are as wrong as none', async () => {
  const body = new FormData()
  body.append('title', 'Plan')
  for (let file = 0; file < 2; file += 1) body.append('file', new File([new Uint8Array(pdf())], 'paper.pdf'))
  const answer = await ask(uploads, 'aoife', { method: 'POST', body })
  expect(await answer.json()).toEqual({
    message: 'Please upload a file.',
    errors: { file: ['Please upload a file.'] },
  })
})

test('PATCH changes what it names, DELETE removes', async () => {
  const { id } = (await (await upload({ title: 'Bus', description: 'Line 38' })).json()) as { id: number }
  expect(await (await change(id, { id, title: ' Bus times ' })).json()).toMatchObject({
    title: 'Bus times',
    description: 'Line 38',
  })
  expect((await change(id, { title: ' ' })).status).toBe(400)
  expect((await change(id, { id: id + 1 })).status).toBe(400)
  expect((await ask(one, 'aoife', { method: 'DELETE' }, id)).status).toBe(204)
  expect((await ask(one, 'aoife', { method: 'DELETE' }, id)).status).toBe(404)
  expect((await change(id, { title: 'Gone' })).status).toBe(404)
})

test('an upload and a PATCH say what a picture shows', async () => {
  const jpeg = await picture().jpeg().toBuffer()
  const added = await (await upload({ title: 'By the sea', alt: 'Daniel on the pier' }, jpeg)).json()
  expect(added).toMatchObject({ title: 'By the sea', description: null, alt: 'Daniel on the pier' })
  const changed = await change(added.id, { alt: 'Daniel and Niamh on the pier', version: added.version })
  expect(await changed.json()).toEqual({ ...added, alt: 'Daniel and Niamh on the pier', version: 2 })
  const long = await change(added.id, { alt: 'x'.repeat(501) })
  expect(long.status).toBe(400)
  expect(await long.json()).toMatchObject({ errors: { alt: ['Please use at most 500 characters.'] } })
})

test('a short title and a wrong file are told in one answer', async () => {
  const answer = await upload({ title: 'x' }, Buffer.from('<!doctype html>'))
  expect(answer.status).toBe(400)
  expect(await answer.json()).toEqual({
    message: 'Title must be at least 2 characters. Only PDF, Word documents, and images are accepted.',
    errors: {
      title: ['Title must be at least 2 characters.'],
      file: ['Only PDF, Word documents, and images are accepted.'],
    },
  })
})

test('a photo whose number is taken gets the next one, and a document is none', async () => {
  const png = await picture().png().toBuffer()
  const send = (bytes: Buffer) =>
    upload({ title: 'QQI Certificate Photo 7', isShared: 'true', album: 'qqi', description: 'The day' }, bytes)
  expect(await (await send(png)).json()).toMatchObject({ title: 'QQI Certificate Photo 7', description: 'The day' })
  expect(await (await send(png)).json()).toMatchObject({ title: 'QQI Certificate Photo 8' })
  const refused = await send(pdf())
  expect(refused.status).toBe(400)
  expect(await refused.json()).toMatchObject({ errors: { file: ['This is a document. Please choose a photo.'] } })
})
