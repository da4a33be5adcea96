import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Limit } from './limits.server'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('a limit lets so many pass, then says how long to wait, and lets the next pass after that', () => {
  const limit = new Limit('three a minute', 3, 60)
  for (let turn = 0; turn < 3; turn++) expect(limit.take('a')).toBe(0)
  vi.advanceTimersByTime(20_000)
  expect([limit.take('a'), limit.wait('a'), limit.take('b')]).toEqual([40, 40, 0])
  // Further attempts don't prolong the wait.
  vi.advanceTimersByTime(40_000)
  expect([limit.wait('a'), limit.take('a')]).toEqual([0, 0])
})

test('what is given back can be taken again, and what has run out is not less than nothing', () => {
  const limit = new Limit('one a minute', 1, 60)
  limit.take('a')
  limit.giveBack('a')
  expect(limit.take('a')).toBe(0)
  vi.advanceTimersByTime(60_000)
  limit.giveBack('a')
  expect([limit.take('a'), limit.take('a')]).toEqual([0, 60])
  limit.clear('a')
  expect(limit.take('a')).toBe(0)
})

test('a hundred thousand networks take no more memory than ten thousand, nor do long keys', () => {
  const limit = new Limit('one a minute', 1, 60)
  limit.take('quiet')
  for (let network = 0; network < 100_000; network++) limit.take(`2001:db8:${network.toString(16)}:0::/64`)
  expect(limit.size).toBe(10_000)
  expect(limit.take(`2001:db8:${(99_999).toString(16)}:0::/64`)).toBe(60)
  expect(limit.take('quiet')).toBe(0)
  const long = 'x'.repeat(1_000_000)
  expect([limit.take(`${long}a`), limit.take(`${long}b`), limit.take(`${long}a`)]).toEqual([0, 0, 60])
})
