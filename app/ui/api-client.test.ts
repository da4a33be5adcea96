import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError, call, logIn, logOut, query } from './api-client'

/** Fakes of a browser's storage and network, as far as the client uses them. */
const stored = new Map<string, string>()
let answer: () => Response
const asked: { path: string; init: RequestInit }[] = []

beforeEach(() => {
  stored.clear()
  asked.length = 0
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  })
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    asked.push({ path, init })
    return answer()
  })
})
afterEach(() => vi.unstubAllGlobals())

const answers = (body: BodyInit | null, init?: ResponseInit) => {
  answer = () => new Response(body, init)
}
const json = { headers: { 'Content-Type': 'application/json' } }

test('a call brings the cookies, the stored token, and a content type only with a body', async () => {
  answers('[]', json)
  await call('GET', '/api/events')
  stored.set('authToken', 'secret')
  await call('POST', '/api/events', { title: 'Tea' })
  expect(asked.map(({ init }) => [init.credentials, init.headers, init.body])).toEqual([
    ['include', {}, undefined],
    ['include', { Authorization: 'Bearer secret', 'Content-Type': 'application/json' }, '{"title":"Tea"}'],
  ])
})

test('an answer is what its JSON holds, else its text', async () => {
  answers('{"id":1}', json)
  expect(await call('GET', '/api/events')).toEqual({ id: 1 })
  answers('words', { headers: { 'Content-Type': 'text/plain' } })
  expect(await call('GET', '/api/events')).toBe('words')
})

test('an error says "status: text", or the status text where there is no text', async () => {
  answers('{"message":"Not found."}', { status: 404 })
  const error = await call('GET', '/api/events').catch((thrown: unknown) => thrown as ApiError)
  expect(error).toBeInstanceOf(ApiError)
  expect(error).toMatchObject({
    status: 404,
    message: '404: {"message":"Not found."}',
    refusal: { message: 'Not found.' },
  })
  answers(null, { status: 502, statusText: 'Bad Gateway' })
  await expect(call('GET', '/api/events')).rejects.toThrow('502: Bad Gateway')
})

test('a 401 throws, or gives null where that is asked for', async () => {
  answers('{"message":"Please log in."}', { status: 401 })
  await expect(query('/api/user')).rejects.toThrow('401: ')
  expect(await query('/api/user', { unauthorized: 'null' })).toBeNull()
  answers('', { status: 403, statusText: 'Forbidden' })
  await expect(query('/api/user', { unauthorized: 'null' })).rejects.toThrow('403: Forbidden')
})

test('a log-in keeps the token; a log-out forgets it even if the call fails', async () => {
  answers('{"token":"secret"}', json)
  await logIn({ username: 'daniel', password: 'words', rememberMe: false })
  expect(stored.get('authToken')).toBe('secret')
  answers('', { status: 500, statusText: 'Internal Server Error' })
  await expect(logOut()).rejects.toThrow('500')
  expect(stored.size).toBe(0)
})
