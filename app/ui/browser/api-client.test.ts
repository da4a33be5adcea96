import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { PATIENCE } from './answered'
import { ApiError, call, download, failedCall, logIn, logOut, query, upload } from './api-client'

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

const why = (call: Promise<unknown>) => call.then(() => 'good', failedCall)
const nginx = '<html><head><title>413 Request Entity Too Large</title></head></html>'

test('why a call failed is its status and the server’s own words, never a proxy’s page', async () => {
  answers('{"message":"Please wait."}', { status: 429, headers: { 'Content-Type': 'application/json' } })
  expect(await why(call('POST', '/api/files/upload'))).toEqual({ status: 429, message: 'Please wait.' })
  answers('Please send less.', { status: 413, headers: { 'Content-Type': 'text/plain; charset=utf-8' } })
  expect(await why(call('POST', '/api/files/upload'))).toEqual({ status: 413, message: 'Please send less.' })
  answers(nginx, { status: 413, headers: { 'Content-Type': 'text/html' } })
  expect(await why(call('POST', '/api/files/upload'))).toEqual({ status: 413, message: undefined })
  answer = () => {
    throw new TypeError('Failed to fetch')
  }
  expect(await why(call('GET', '/api/events'))).toEqual({ status: 'no connection' })
})

test('an answer that broke off, or is of something on the way, is none', async () => {
  answers('{"id":1,"tit', json)
  expect(await why(call('GET', '/api/events'))).toEqual({ status: 'no answer' })
  answers(nginx, { headers: { 'Content-Type': 'text/html' } })
  expect(await why(logIn({ username: 'daniel', password: 'words', rememberMe: false }))).toEqual({
    status: 'no answer',
  })
  expect(await why(download({ url: '/files/1', fileName: 'a.pdf' }, () => undefined))).toEqual({ status: 'no answer' })
})

test('a call is given up once nothing was heard of it for as long as PATIENCE, and not before', async () => {
  vi.useFakeTimers()
  let more = (_: string) => {}
  const body = new ReadableStream<Uint8Array>({
    start: (stream) => {
      more = (text) => stream.enqueue(new TextEncoder().encode(text))
    },
  })
  vi.stubGlobal('fetch', async (_: string, { signal }: RequestInit) => {
    const broken = new TransformStream<Uint8Array, Uint8Array>()
    void body.pipeTo(broken.writable, { signal: signal ?? undefined }).catch(() => undefined)
    return new Response(broken.readable)
  })
  let ended: unknown
  void why(call('GET', '/api/events')).then((outcome) => {
    ended = outcome
  })
  for (const part of ['a', 'b', 'c']) {
    await vi.advanceTimersByTimeAsync(PATIENCE - 1)
    more(part)
    await vi.advanceTimersByTimeAsync(0)
  }
  expect(ended).toBeUndefined()
  await vi.advanceTimersByTimeAsync(PATIENCE)
  expect(ended).toEqual({ status: 'no answer' })
  vi.useRealTimers()
})

/** A fake of an upload, as far as the client uses it. */
class Upload {
  static last: Upload
  upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {}
  onload = () => {}
  onerror = () => {}
  onabort = () => {}
  status = 0
  statusText = ''
  responseText = ''
  type = 'application/json'
  withCredentials = false
  constructor() {
    Upload.last = this
  }
  open() {}
  setRequestHeader() {}
  getResponseHeader = () => this.type
  send() {}
  abort() {
    this.onabort()
  }
  answer(status: number, text: string, type = 'application/json') {
    Object.assign(this, { status, responseText: text, type })
    this.onload()
  }
}

test('an upload waits while it goes on, and is given up once it stands still', async () => {
  vi.useFakeTimers()
  vi.stubGlobal('XMLHttpRequest', Upload)
  const shares: number[] = []
  const ended = why(upload('/api/files/upload', new FormData(), (share) => shares.push(share)))
  for (const loaded of [1, 2, 3]) {
    await vi.advanceTimersByTimeAsync(PATIENCE - 1)
    Upload.last.upload.onprogress?.({ loaded, total: 4 })
  }
  expect(shares).toEqual([0.25, 0.5, 0.75])
  await vi.advanceTimersByTimeAsync(PATIENCE)
  expect(await ended).toEqual({ status: 'no answer' })
  vi.useRealTimers()
})

test.each([
  ['a torn answer', 201, '{"id":1,"ti', 'application/json', { status: 'no answer' }],
  ['a proxy’s page', 413, nginx, 'text/html', { status: 413 }],
  ['a refusal', 400, '{"message":"Too short."}', 'application/json', { status: 400, message: 'Too short.' }],
])('an upload with %s fails in words', async (_, status, text, type, failed) => {
  vi.stubGlobal('XMLHttpRequest', Upload)
  const ended = why(upload('/api/files/upload', new FormData(), () => undefined))
  Upload.last.answer(status, text, type)
  expect(await ended).toEqual(failed)
})

test('a download has begun once its answer begins to come', async () => {
  const begun = vi.fn()
  const headers = { 'Content-Disposition': 'attachment' }
  vi.stubGlobal('fetch', async () => new Response(new ReadableStream(), { headers }))
  void download({ url: '/files/1', fileName: 'a.pdf' }, begun)
  await vi.waitFor(() => expect(begun).toHaveBeenCalled(), 15_000)
})
