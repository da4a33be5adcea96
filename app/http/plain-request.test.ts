import { afterAll, beforeAll, expect, test } from 'vitest'
import { makePlainRequests } from './plain-request'

const { Request: before } = globalThis
beforeAll(makePlainRequests)
afterAll(() => {
  globalThis.Request = before
})

test('a Request has the very signal that it was given', () => {
  const { signal } = new AbortController()
  expect(new Request('http://a/', { signal }).signal).toBe(signal)
  expect(new Request('http://a/').signal).toBeInstanceOf(AbortSignal)
})

test('a Request made of another has all that is its', async () => {
  const gone = new AbortController()
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded', 'X-Own': 'a' }
  const first = new Request('http://a/b', { method: 'POST', headers, body: 'c=d', signal: gone.signal })
  for (const second of [first.clone(), new Request(first.clone()), new Request('http://a/b', first.clone())]) {
    expect(second).toBeInstanceOf(before)
    expect([second.method, second.headers.get('X-Own')]).toEqual(['POST', 'a'])
    expect((await second.formData()).get('c')).toBe('d')
  }
})

test('a request that is gone is gone for those made of it', () => {
  const gone = new AbortController()
  const first = new Request('http://a/', { signal: gone.signal })
  const second = new Request(first.url, { signal: first.signal })
  gone.abort()
  expect([first.signal.aborted, second.signal.aborted]).toEqual([true, true])
})

test('it is set once', () => {
  const { Request: once } = globalThis
  makePlainRequests()
  expect(globalThis.Request).toBe(once)
})
