import pino from 'pino'
import { expect, test } from 'vitest'
import { logOptions } from './log.server'

test('a mail server’s error is logged without its recipients', () => {
  const lines: string[] = []
  const log = pino({ ...logOptions, level: 'info' }, { write: (line) => lines.push(line) })
  const people = { envelope: { to: ['maura@example.ie'] }, rejected: ['maura@example.ie'] }
  const rejectedErrors = [Object.assign(new Error('no maura@example.ie here'), { recipient: 'maura@example.ie' })]
  log.error({ err: Object.assign(new Error('550 no such user'), { ...people, rejectedErrors }) }, 'a mail failed')
  const [line = ''] = lines
  expect(line).toContain('550 no such user')
  expect(line).not.toContain('maura')
})
