import { expect, test } from 'vitest'
import { readable } from './log.server'

const line = (more: object) => JSON.stringify({ level: 30, time: '2026-11-22T18:29:01.123Z', ...more })

test('in development a line is for people', () => {
  expect(readable(line({ log: 'request', method: 'GET', route: '/about', status: 200, ms: 3.1, msg: 'request' }))).toBe(
    '18:29:01 info  request log=request method=GET route=/about status=200 ms=3.1\n',
  )
  expect(
    readable(line({ level: 50, msg: 'a call failed', err: { message: 'no', stack: 'Error: no\n  at here' } })),
  ).toBe('18:29:01 error a call failed\nError: no\n  at here\n')
  expect(readable(line({ settings: { demo: true }, msg: 'settings at start' }))).toBe(
    '18:29:01 info  settings at start settings={"demo":true}\n',
  )
})
