import { expect, test } from 'vitest'
import { getCommandLimits, getServerLimits } from './limits.mjs'

const MEGABYTE = 1024 * 1024

test.each([
  [128, 64],
  [256, 102],
  [512, 128],
  [64_000, 128],
])('with %i MB of memory, V8’s old space may use %i MB', (memory, heap) => {
  expect(getServerLimits({}, [], memory * MEGABYTE)).toEqual({
    flags: [`--max-old-space-size=${heap}`, '--max-semi-space-size=4', '--expose-gc'],
    additions: {
      MALLOC_ARENA_MAX: '2',
      MALLOC_MMAP_THRESHOLD_: '65536',
      MALLOC_TRIM_THRESHOLD_: '131072',
      SQLITE_TMPDIR: 'data',
    },
  })
})

test('an operator’s command gets flags that save memory, except those that are set', () => {
  expect(getCommandLimits({}).flags).toEqual(['--max-semi-space-size=1', '--optimize-for-size'])
  expect(getCommandLimits({ NODE_OPTIONS: '--max-semi-space-size=8' }).flags).toEqual(['--optimize-for-size'])
})

test('without a container, the machine’s memory counts', () => {
  expect(getServerLimits({})).toEqual(getServerLimits({}, [], 64_000 * MEGABYTE))
})

test.each([
  [{ NODE_OPTIONS: '--max-old-space-size=300' }, [], ['--max-semi-space-size=4']],
  [{ NODE_OPTIONS: '--enable-source-maps' }, ['--max-semi-space-size=4'], ['--max-old-space-size=128']],
  [{}, ['--max-semi-space-size=4', '--max-old-space-size=300'], []],
])('the operator’s settings win: %j %j', (environment, input, flags) => {
  expect(getServerLimits(environment, input, 512 * MEGABYTE).flags).toEqual([...flags, '--expose-gc'])
})

test('a restarted Node gets no further flags', () => {
  const { flags, additions } = getServerLimits({}, [], 256 * MEGABYTE)
  expect(getServerLimits(additions, flags, 256 * MEGABYTE)).toEqual({ flags: [], additions: {} })
})

test('an operator’s malloc settings win', () => {
  const own = { MALLOC_ARENA_MAX: '8', MALLOC_MMAP_THRESHOLD_: '32768' }
  expect(getServerLimits(own).additions).toEqual({ MALLOC_TRIM_THRESHOLD_: '131072', SQLITE_TMPDIR: 'data' })
})
