import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '~/test/folder'

/** The lines that count.mjs prints of a report, and of the exit code of the run that left it. */
function counted(report: object | null, exitCode: number): string[] {
  using folder = temporaryFolder()
  const path = join(folder.path, 'report.json')
  if (report) writeFileSync(path, JSON.stringify(report))
  const words = ['scripts/count.mjs', path, String(exitCode)]
  return execFileSync(process.execPath, words, { encoding: 'utf8' }).trimEnd().split('\n')
}

const passed = { status: 'passed', fullName: 'is well', failureMessages: [] }
const fileOf = (status: string, assertionResults: object[], message = '') => ({
  name: join(process.cwd(), 'app/a.test.ts'),
  ...{ status, message, assertionResults },
})

test('of Vitest’s report each test that failed or was left out is named, with the first line of why', () => {
  const wrong = { status: 'failed', fullName: 'is ill', failureMessages: ['AssertionError: 1, not 2\n    at line 3'] }
  const left = { status: 'skipped', fullName: 'is away', failureMessages: [] }
  expect(counted({ testResults: [fileOf('failed', [passed, wrong, left])] }, 1)).toEqual([
    '1 2',
    'app/a.test.ts > is ill: AssertionError: 1, not 2',
    'app/a.test.ts > is away: skipped',
  ])
  expect(counted({ testResults: [fileOf('passed', [passed])] }, 0)).toEqual(['1 0'])
})

test('a file that could not be read counts, also where another’s tests failed', () => {
  const unread = fileOf('failed', [], 'Error: no such file\n    at line 1')
  const wrong = { ...passed, status: 'failed', fullName: 'is ill' }
  expect(counted({ testResults: [unread, fileOf('failed', [wrong])] }, 1)).toEqual([
    '0 2',
    'app/a.test.ts: Error: no such file',
    'app/a.test.ts > is ill: failed',
  ])
})

test('of Playwright’s report each is named with its project', () => {
  const specOf = (title: string, status: string, message?: string) => ({
    ...{ file: 'a.e2e.ts', title },
    tests: [{ projectName: 'scripts on', status, results: [{ error: message && { message } }] }],
  })
  const inner = { specs: [specOf('is ill', 'unexpected', '\u001b[31mError: gone\u001b[39m\nat line 2')] }
  expect(counted({ suites: [{ specs: [specOf('is well', 'expected')], suites: [inner] }] }, 1)).toEqual([
    '1 1',
    '[scripts on] a.e2e.ts > is ill: Error: gone',
  ])
})

test('a run that failed although no test did counts as one, and so does one that left no report', () => {
  expect(counted({ testResults: [fileOf('passed', [passed])] }, 1)).toEqual([
    '1 1',
    'the run ended with 1: its output says why',
  ])
  expect(counted({ suites: [], errors: [{ message: 'No tests found' }] }, 1)).toEqual([
    '0 1',
    'the run ended with 1: No tests found',
  ])
  expect(counted(null, 137)).toEqual(['0 1', 'the run ended with 137: its output says why'])
})
