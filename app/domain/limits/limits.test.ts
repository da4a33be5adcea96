import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Limit } from './limits.server'

const limitOf = (most: number, by: 'device' | 'network' = 'device') =>
  new Limit({ counts: 'a test', by, most, within: 60, words: '' })

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'performance'] }))
afterEach(() => void vi.useRealTimers())

test('a limit lets so many pass, then says how long to wait, and lets the next pass after that', async () => {
  const limit = limitOf(3)
  for (let turn = 0; turn < 3; turn++) expect(await limit.take('a')).toBe(0)
  vi.advanceTimersByTime(20_000)
  expect([await limit.take('a'), await limit.wait('a'), await limit.take('b')]).toEqual([40, 40, 0])
  // Further attempts don't prolong the wait.
  vi.advanceTimersByTime(40_000)
  expect([await limit.wait('a'), await limit.take('a')]).toEqual([0, 0])
})

test('what is given back can be taken again, and what has run out is not less than nothing', async () => {
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

test('a hundred thousand networks take no more memory than ten thousand, nor do long keys', async () => {
  const limit = limitOf(1)
  await limit.take('quiet')
  for (let network = 0; network < 100_000; network++) await limit.take(`2001:db8:${network.toString(16)}:0::/64`)
  expect(limit.size).toBe(10_000)
  expect(await limit.take(`2001:db8:${(99_999).toString(16)}:0::/64`)).toBe(60)
  expect(await limit.take('quiet')).toBe(0)
  const long = 'x'.repeat(1_000_000)
  expect([await limit.take(`${long}a`), await limit.take(`${long}b`), await limit.take(`${long}a`)]).toEqual([0, 0, 60])
})

test('the wider networks around one are counted together, more loosely; of a name that looks like one, nothing is', async () => {
  const network = limitOf(3, 'network')
  const taken = async (limit: Limit, keys: string[]) => {
    let count = 0
    for (const key of keys) if ((await limit.take(key)) === 0) count += 1
    return count
  }
  const around = (number: (one: number) => string) =>
    Array.from({ length: 20 }, (_, one) => `2001:db8:${number(one)}::/64`)
  expect(
    await taken(
      network,
      around(() => '1:101'),
    ),
  ).toBe(3)
  expect(
    await taken(
      network,
      around((one) => `2:1${one + 10}`),
    ),
  ).toBe(6)
  expect(
    await taken(
      network,
      around((one) => `3:${one + 10}00`),
    ),
  ).toBe(12)
  expect(
    await taken(
      limitOf(3),
      around((one) => `2:1${one + 10}`),
    ),
  ).toBe(20)
})

test('a clock that is set neither prolongs nor ends a wait; of tries at one moment no more pass', async () => {
  const limit = limitOf(3)
  const waits = await Promise.all(Array.from({ length: 5 }, () => limit.take('a')))
  expect(waits).toEqual([0, 0, 0, 60, 60])
  for (const days of [-1, 2]) {
    vi.setSystemTime(Date.now() + days * 24 * 3_600_000)
    expect(await limit.wait('a')).toBe(60)
  }
})
