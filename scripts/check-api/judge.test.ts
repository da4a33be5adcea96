import { expect, test } from 'vitest'
import type { Answer } from '../shared/wire'
import { callsOf, type Document, judgeOf, leaksIn } from './judge'

const content = (schema: object) => ({ content: { 'application/json': { schema } } })
const cat = {
  type: 'object',
  properties: { name: { type: 'string' } },
  required: ['name'],
  additionalProperties: false,
}
const shared = { tags: ['Cats'], security: [] }
const limit = [{ name: 'limit', in: 'query' }]
const refusal = content({ $ref: '#/components/schemas/Refusal' })
const document = {
  paths: {
    '/api/cats': { get: { ...shared, parameters: limit, responses: { 200: content({ type: 'array' }), 304: {} } } },
    '/api/cats/{id}': { get: { ...shared, responses: { 200: content(cat), 204: {}, 429: refusal } } },
  },
  components: { schemas: { Refusal: { type: 'object', required: ['message'] } } },
} as Document
const [list, call] = callsOf(document)
const complaints = judgeOf(document)
const answer = (status: number, body: unknown, headers: Answer['headers'] = {}): Answer => ({
  status,
  headers: {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
    ...headers,
  },
  text: body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body),
})

test('the judge has nothing to say of an answer that is as documented', () => {
  expect(complaints(call!, answer(200, { name: 'Tom' }))).toEqual([])
  expect(complaints(call!, answer(204, undefined))).toEqual([])
  expect(complaints(call!, answer(405, { message: 'No.' }, { allow: 'GET' }), 'PUT')).toEqual([])
})

test('the judge lets a public list be stored, to be asked about again, and not for a while', () => {
  expect(complaints(list!, answer(200, [], { 'cache-control': 'no-cache' }))).toEqual([])
  expect(complaints(list!, answer(200, [], { 'cache-control': 'max-age=60' }))).not.toEqual([])
})

test.each<[string, Answer, string?]>([
  ['a field too many', answer(200, { name: 'Tom', secret: 1 })],
  ['a field too few', answer(200, {})],
  ['a status that is not documented', answer(404, { message: 'Not found.' })],
  ['an answer that may be stored', answer(200, { name: 'Tom' }, { 'cache-control': 'no-cache' })],
  ['an answer that may be sniffed', answer(200, { name: 'Tom' }, { 'x-content-type-options': undefined })],
  ['a 204 with a body', answer(204, { name: 'Tom' })],
  ['a HEAD with a body', answer(200, { name: 'Tom' }), 'HEAD'],
  ['a 405 without Allow', answer(405, { message: 'No.' }), 'PUT'],
  ['another answer to a method that is not served', answer(200, { name: 'Tom' }), 'PUT'],
  ['a 429 without Retry-After', answer(429, { message: 'Wait.' })],
])('the judge notices %s', (_case, input, method) => {
  expect(complaints(call!, input, method)).not.toEqual([])
})

test('a word in the wrong hands is a leak, in the right ones it is not', () => {
  const secrets = [{ word: 'Soup', readers: ['owner', 'tutor'] }]
  expect(leaksIn('[{"title":"Soup"}]', 'owner', secrets)).toEqual([])
  expect(leaksIn('[{"title":"Soup"}]', 'other', secrets)).toEqual(['Soup'])
  expect(leaksIn('{"key":"0123456789abcdef"}', 'tutor', [], new Set(['0123456789abcdef']))).toEqual([
    '0123456789abcdef',
  ])
  expect(leaksIn('SqliteError: SQLITE_CONSTRAINT', 'tutor', [])).not.toEqual([])
  expect(leaksIn('Error\n    at route.ts:1', 'tutor', [])).not.toEqual([])
})
