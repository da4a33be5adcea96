import { beforeEach, expect, test, vi } from 'vitest'
import {
  ApiError,
  callApi,
  downloadFile,
  logInByApi,
  logOutByApi,
  queryApi,
  toCallFailure,
  uploadForm,
} from './api-client'
import { ANSWER_TIMEOUT } from './request-failure'

/** Fakes of the browser's storage and network. */
const storedValues = new Map<string, string>()
let answer: () => Response
const sentRequests: { path: string; init: RequestInit }[] = []

beforeEach(() => {
  storedValues.clear()
  sentRequests.length = 0
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => storedValues.get(key) ?? null,
    setItem: (key: string, value: string) => storedValues.set(key, value),
    removeItem: (key: string) => storedValues.delete(key),
  })
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    sentRequests.push({ path, init })
    return answer()
  })
})

const setAnswer = (body: BodyInit | null, init?: ResponseInit) => {
  answer = () => new Response(body, init)
}
const json = { headers: { 'Content-Type': 'application/json' } }

test('a call sends cookies, the stored token, and a content type only with a body', async () => {
  setAnswer('[]', json)
  await callApi('GET', '/api/events')
  storedValues.set('authToken', 'secret')
  await callApi('POST', '/api/events', { title: 'Tea' })
  expect(sentRequests.map(({ init }) => [init.credentials, init.headers, init.body])).toEqual([
    ['include', {}, undefined],
    ['include', { Authorization: 'Bearer secret', 'Content-Type': 'application/json' }, '{"title":"Tea"}'],
  ])
})

test('an answer is its parsed JSON, otherwise its text', async () => {
  setAnswer('{"id":1}', json)
  expect(await callApi('GET', '/api/events')).toEqual({ id: 1 })
  setAnswer('words', { headers: { 'Content-Type': 'text/plain' } })
  expect(await callApi('GET', '/api/events')).toBe('words')
})

test('an error message is "status: text", with the status text if the body is empty', async () => {
  setAnswer('{"message":"Not found."}', { status: 404 })
  const error = await callApi('GET', '/api/events').catch((thrown: unknown) => thrown as ApiError)
  expect(error).toBeInstanceOf(ApiError)
  expect(error).toMatchObject({
    status: 404,
    message: '404: {"message":"Not found."}',
    refusal: { message: 'Not found.' },
  })
  setAnswer(null, { status: 502, statusText: 'Bad Gateway' })
  await expect(callApi('GET', '/api/events')).rejects.toThrow('502: Bad Gateway')
})

test('a 401 throws, or returns null on request', async () => {
  setAnswer('{"message":"Please log in."}', { status: 401 })
  await expect(queryApi('/api/user')).rejects.toThrow('401: ')
  expect(await queryApi('/api/user', { unauthorized: 'null' })).toBeNull()
  setAnswer('', { status: 403, statusText: 'Forbidden' })
  await expect(queryApi('/api/user', { unauthorized: 'null' })).rejects.toThrow('403: Forbidden')
})

test('a log-in stores the token; a log-out removes it even if the call fails', async () => {
  setAnswer('{"token":"secret"}', json)
  await logInByApi({ username: 'daniel', password: 'words', rememberMe: false })
  expect(storedValues.get('authToken')).toBe('secret')
  setAnswer('', { status: 500, statusText: 'Internal Server Error' })
  await expect(logOutByApi()).rejects.toThrow('500')
  expect(storedValues.size).toBe(0)
})

const getCallFailure = (call: Promise<unknown>) => call.then(() => 'good', toCallFailure)
const nginx = '<html><head><title>413 Request Entity Too Large</title></head></html>'

test('a call’s failure has its status and the server’s message, never a proxy’s page', async () => {
  setAnswer('{"message":"Please wait."}', { status: 429, headers: { 'Content-Type': 'application/json' } })
  expect(await getCallFailure(callApi('POST', '/api/files/upload'))).toEqual({ status: 429, message: 'Please wait.' })
  setAnswer('Please send less.', { status: 413, headers: { 'Content-Type': 'text/plain; charset=utf-8' } })
  expect(await getCallFailure(callApi('POST', '/api/files/upload'))).toEqual({
    status: 413,
    message: 'Please send less.',
  })
  setAnswer(nginx, { status: 413, headers: { 'Content-Type': 'text/html' } })
  expect(await getCallFailure(callApi('POST', '/api/files/upload'))).toEqual({ status: 413, message: undefined })
  answer = () => {
    throw new TypeError('Failed to fetch')
  }
  expect(await getCallFailure(callApi('GET', '/api/events'))).toEqual({ status: 'no connection' })
})

test('a truncated answer, or one from a proxy, counts as no answer', async () => {
  setAnswer('{"id":1,"tit', json)
  expect(await getCallFailure(callApi('GET', '/api/events'))).toEqual({ status: 'no answer' })
  setAnswer(nginx, { headers: { 'Content-Type': 'text/html' } })
  expect(await getCallFailure(logInByApi({ username: 'daniel', password: 'words', rememberMe: false }))).toEqual({
    status: 'no answer',
  })
  expect(await getCallFailure(downloadFile({ url: '/files/1', fileName: 'a.pdf' }, () => undefined))).toEqual({
    status: 'no answer',
  })
})

test('a call times out after ANSWER_TIMEOUT without progress, and not before', async () => {
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
  void getCallFailure(callApi('GET', '/api/events')).then((outcome) => {
    ended = outcome
  })
  for (const part of ['a', 'b', 'c']) {
    await vi.advanceTimersByTimeAsync(ANSWER_TIMEOUT - 1)
    more(part)
    await vi.advanceTimersByTimeAsync(0)
  }
  expect(ended).toBeUndefined()
  await vi.advanceTimersByTimeAsync(ANSWER_TIMEOUT)
  expect(ended).toEqual({ status: 'no answer' })
})

class FakeUpload {
  static last: FakeUpload
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
    FakeUpload.last = this
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

test('an upload times out only when it stops making progress', async () => {
  vi.useFakeTimers()
  vi.stubGlobal('XMLHttpRequest', FakeUpload)
  const shares: number[] = []
  const ended = getCallFailure(uploadForm('/api/files/upload', new FormData(), (share) => shares.push(share)))
  for (const loaded of [1, 2, 3]) {
    await vi.advanceTimersByTimeAsync(ANSWER_TIMEOUT - 1)
    FakeUpload.last.upload.onprogress?.({ loaded, total: 4 })
  }
  expect(shares).toEqual([0.25, 0.5, 0.75])
  await vi.advanceTimersByTimeAsync(ANSWER_TIMEOUT)
  expect(await ended).toEqual({ status: 'no answer' })
})
