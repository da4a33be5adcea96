// npm run check:clocks: runs the unit tests with a clock that is ahead, and the browser tests with the clock of the coming Wednesday, whose name
// is the longest. A test whose days are over by then would fail there before it fails for everyone. Slow unit tests are left out: they compare
// the clock with the times of files.
import { spawnSync } from 'node:child_process'
import { createClockSettings } from './shared/clock'

/** Days ahead: each day of the week, then a month, summer time and next year. */
const AHEAD = [1, 2, 3, 4, 5, 6, 31, 200, 400]
const WEDNESDAY = 3
const DAY = 24 * 60 * 60 * 1000

/** Runs a test runner with its clock `days` ahead. Returns whether its tests passed. */
function passes(days: number, ...[program, ...words]: [string, ...string[]]): boolean {
  const startedAt = performance.now()
  const env = { ...process.env, ...createClockSettings(days * DAY), BROWSER: 'rest' }
  const { status } = spawnSync(`node_modules/.bin/${program}`, words, { env, stdio: 'inherit' })
  const seconds = ((performance.now() - startedAt) / 1000).toFixed()
  console.log(`${status === 0 ? '  ok    ' : '  BROKEN'}  ${program}, ${days} days ahead: ${seconds} s`)
  return status === 0
}

const untilWednesday = (WEDNESDAY - new Date().getDay() + 7) % 7
const results = [
  ...AHEAD.map((days) => passes(days, 'vitest', 'run', '--project', 'shared', '--project', 'alone')),
  passes(untilWednesday, 'playwright', 'test'),
]
process.exitCode = results.every(Boolean) ? 0 : 1
