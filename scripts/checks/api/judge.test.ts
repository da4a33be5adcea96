import { expect, test } from 'vitest'
import type { RawResponse } from '../shared/wire'
import { createJudge, type Document, findLeaks, listCalls } from './judge'

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
const [list, call] = listCalls(document)
const complaints = createJudge(document)
const answer = (status: number, body: unknown, headers: RawResponse['headers'] = {}): RawResponse => ({
  status,
  headers: {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
    ...headers,
  },
  text: body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body),
})

test('a documented response has no faults', () => {
  expect(complaints(call!, answer(200, { name: 'Tom' }))).toEqual([])
  expect(complaints(call!, answer(204, undefined))).toEqual([])
  expect(complaints(call!, answer(405, { message: 'No.' }, { allow: 'GET' }), 'PUT')).toEqual([])
})

test('a public list may be cached with revalidation, but not for a time', () => {
  expect(complaints(list!, answer(200, [], { 'cache-control': 'no-cache' }))).toEqual([])
  expect(complaints(list!, answer(200, [], { 'cache-control': 'max-age=60' }))).not.toEqual([])
})

test.each<[string, RawResponse, string?]>([
  ['an unknown field', answer(200, { name: 'Tom', secret: 1 })],
  ['a missing field', answer(200, {})],
  ['an undocumented status', answer(404, { message: 'Not found.' })],
  ['a response that may be cached', answer(200, { name: 'Tom' }, { 'cache-control': 'no-cache' })],
  ['a response without nosniff', answer(200, { name: 'Tom' }, { 'x-content-type-options': undefined })],
  ['a 204 with a body', answer(204, { name: 'Tom' })],
  ['a HEAD with a body', answer(200, { name: 'Tom' }), 'HEAD'],
  ['a 405 without Allow', answer(405, { message: 'No.' }), 'PUT'],
  ['an unsupported method without 405', answer(200, { name: 'Tom' }), 'PUT'],
  ['a 429 without Retry-After', answer(429, { message: 'Wait.' })],
])('finds %s', (_case, input, method) => {
  expect(complaints(call!, input, method)).not.toEqual([])
})

test('a secret is a leak only to readers who may not see it', () => {
  const secrets = [{ word: 'Soup', readers: ['owner', 'tutor'] }]
  expect(findLeaks('[{"title":"Soup"}]', 'owner', secrets)).toEqual([])
  expect(findLeaks('[{"title":"Soup"}]', 'other', secrets)).toEqual(['Soup'])
  expect(findLeaks('{"key":"0123456789abcdef"}', 'tutor', [], new Set(['0123456789abcdef']))).toEqual([
    '0123456789abcdef',
  ])
  expect(findLeaks('SqliteError: SQLITE_CONSTRAINT', 'tutor', [])).not.toEqual([])
  expect(findLeaks('Error\n    at route.ts:1', 'tutor', [])).not.toEqual([])
})
