import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createTemporaryFolder } from '~/test/folder'

/** The lines that count.mjs prints for a report and the exit code of its run. */
function runCount(report: object | null, exitCode: number): string[] {
  using folder = createTemporaryFolder()
  const path = join(folder.path, 'report.json')
  if (report) writeFileSync(path, JSON.stringify(report))
  const words = ['scripts/checks/count.mjs', path, String(exitCode)]
  return execFileSync(process.execPath, words, { encoding: 'utf8' }).trimEnd().split('\n')
}

const passed = { status: 'passed', fullName: 'is well', failureMessages: [] }
const createFileReport = (status: string, assertionResults: object[], message = '') => ({
  name: join(process.cwd(), 'app/a.test.ts'),
  ...{ status, message, assertionResults },
})

test('lists each failed or skipped test of a Vitest report, with the first line of the reason', () => {
  const wrong = { status: 'failed', fullName: 'is ill', failureMessages: ['AssertionError: 1, not 2\n    at line 3'] }
  const left = { status: 'skipped', fullName: 'is away', failureMessages: [] }
  expect(runCount({ testResults: [createFileReport('failed', [passed, wrong, left])] }, 1)).toEqual([
    '1 2',
    'app/a.test.ts > is ill: AssertionError: 1, not 2',
    'app/a.test.ts > is away: skipped',
  ])
  expect(runCount({ testResults: [createFileReport('passed', [passed])] }, 0)).toEqual(['1 0'])
})

test('counts a file that could not be loaded, even if tests of others failed', () => {
  const unread = createFileReport('failed', [], 'Error: no such file\n    at line 1')
  const wrong = { ...passed, status: 'failed', fullName: 'is ill' }
  expect(runCount({ testResults: [unread, createFileReport('failed', [wrong])] }, 1)).toEqual([
    '0 2',
    'app/a.test.ts: Error: no such file',
    'app/a.test.ts > is ill: failed',
  ])
})

test('lists tests of a Playwright report with their project', () => {
  const specOf = (title: string, status: string, message?: string) => ({
    ...{ file: 'a.e2e.ts', title },
    tests: [{ projectName: 'scripts on', status, results: [{ error: message && { message } }] }],
  })
  const inner = { specs: [specOf('is ill', 'unexpected', '\u001b[31mError: gone\u001b[39m\nat line 2')] }
  expect(runCount({ suites: [{ specs: [specOf('is well', 'expected')], suites: [inner] }] }, 1)).toEqual([
    '1 1',
    '[scripts on] a.e2e.ts > is ill: Error: gone',
  ])
})

test('counts a failed run without failed tests, or without a report, as one failure', () => {
  expect(runCount({ testResults: [createFileReport('passed', [passed])] }, 1)).toEqual([
    '1 1',
    'the run ended with 1: its output says why',
  ])
  expect(runCount({ suites: [], errors: [{ message: 'No tests found' }] }, 1)).toEqual([
    '0 1',
    'the run ended with 1: No tests found',
  ])
  expect(runCount(null, 137)).toEqual(['0 1', 'the run ended with 137: its output says why'])
})
