import { beforeEach, expect, test, vi } from 'vitest'
import { Limit } from './limits.server'

const limitOf = (most: number) => new Limit({ counts: 'a test', by: 'device', most, seconds: 60, words: '' })

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'performance'] }))

test('a limit allows its number, then gives the time to wait, and allows more after that', async () => {
  const limit = limitOf(3)
  for (let turn = 0; turn < 3; turn++) expect(await limit.take('a')).toBe(0)
  vi.advanceTimersByTime(20_000)
  expect([await limit.take('a'), await limit.wait('a'), await limit.take('b')]).toEqual([40, 40, 0])
  // Further attempts don't prolong the wait.
  vi.advanceTimersByTime(40_000)
  expect([await limit.wait('a'), await limit.take('a')]).toEqual([0, 0])
})

test('an uncounted event can be counted again, and a count never falls below zero', async () => {
  const limit = limitOf(1)
  await limit.take('a')
  await limit.giveBack('a')
  expect(await limit.take('a')).toBe(0)
  vi.advanceTimersByTime(60_000)
  await limit.giveBack('a')
  expect([await limit.take('a'), await limit.take('a')]).toEqual([0, 60])
  await limit.clear('a')
  expect(await limit.take('a')).toBe(0)
})

test('above ten thousand keys the least used are evicted, and long keys take no more memory', async () => {
  const limit = limitOf(1)
  await limit.take('quiet')
  for (let network = 0; network < 10_000; network++) await limit.take(`${network}`)
  expect([await limit.take('1'), await limit.take('9999')]).toEqual([60, 60])
  expect(await limit.take('quiet')).toBe(0)
  const long = 'x'.repeat(1_000_000)
  expect([await limit.take(`${long}a`), await limit.take(`${long}b`), await limit.take(`${long}a`)]).toEqual([0, 0, 60])
})

test('setting the clock changes no wait; simultaneous events do not exceed the limit', async () => {
  const limit = limitOf(3)
  const waits = await Promise.all(Array.from({ length: 5 }, () => limit.take('a')))
  expect(waits).toEqual([0, 0, 0, 60, 60])
  for (const days of [-1, 2]) {
    vi.setSystemTime(Date.now() + days * 24 * 3_600_000)
    expect(await limit.wait('a')).toBe(60)
  }
})
