import { expect, test } from 'vitest'
import { textAnswer } from './text-answer.server'

const answer = (text: string, headers: Record<string, string> = {}) =>
  textAnswer(new Request('http://riverbank.test/news/feed', { headers }), text, { 'Content-Type': 'text/plain' })

test('a text comes with its ETag; whoever has it already gets none of it', async () => {
  const first = answer('June news')
  expect([first.status, await first.text()]).toEqual([200, 'June news'])
  const tag = first.headers.get('ETag') ?? ''
  expect(tag).toMatch(/^W\/".+"$/)
  const again = answer('June news', { 'If-None-Match': tag })
  expect([again.status, await again.text(), again.headers.get('ETag')]).toEqual([304, '', tag])
})

test('a text that changed is sent whole, and so is any to whoever asks to look again', async () => {
  const tag = answer('June news').headers.get('ETag') ?? ''
  const changed = answer('July news', { 'If-None-Match': tag })
  expect([changed.status, await changed.text()]).toEqual([200, 'July news'])
  expect(answer('June news', { 'If-None-Match': tag, 'Cache-Control': 'no-cache' }).status).toBe(200)
})
