import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readBiome, readPlaywright } from './check'
import { faults } from './faults'
import { LIST } from './list'
import { type Fault, type Planter, planterIn, scratchClone, withFault } from './plant'

test.each(Object.entries(faults))('what is changed for ‘%s’ stands once in its file', (_, fault) => {
  const sound = readFileSync(fault.file, 'utf8')
  expect(withFault(sound, fault)).not.toBe(sound)
})

test('each check is a file of the repository', () => {
  const tracked = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8' }).split('\n')
  for (const { check } of Object.values(faults))
    expect(tracked).toContain('lint' in check ? check.lint : 'test' in check ? check.test : check.spec)
})

test('the list tells of each fault, and that it was seen', () => {
  const rows = readFileSync(LIST, 'utf8').split('\n')
  for (const [name, { why }] of Object.entries(faults)) {
    const [row, ...more] = rows.filter((one) => one.startsWith(`| ${name}: ${why} |`))
    expect([row, more], name).toEqual([expect.not.stringContaining('NOT SEEN'), []])
  }
  expect(rows).toContain(`${Object.keys(faults).length} of ${Object.keys(faults).length} seen.`)
})

test('one of them is seen in a clone, with what is not committed yet', async () => {
  const somebody = ['-c', 'user.name=Riverbank', '-c', 'user.email=riverbank@example.ie']
  const folder = scratchClone(
    execFileSync('git', [...somebody, 'stash', 'create'], { encoding: 'utf8' }).trim() || 'HEAD',
  )
  try {
    const verdict = await planterIn(folder).plant(faults['words are put into a page as HTML']!)
    expect(verdict).toEqual({ seenBy: ['lint/security/noDangerouslySetInnerHtml'] })
  } finally {
    rmSync(folder, { recursive: true })
  }
})

/** A program of one file with its tests, in which faults are planted for real. */
describe('a fault', () => {
  let folder: string
  let planter: Planter
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'riverbank-planted-'))
    mkdirSync(join(folder, '.cache'))
    symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
    writeFileSync(join(folder, 'sum.mjs'), 'export const sum = (one, other) => one + other\n')
    const tests = `import { expect, test } from 'vitest'
      import { sum } from './sum.mjs'
      test('two and one are three', async () => expect(await sum(2, 1)).toBe(3), 1000)
      test('this is wrong anyway', () => expect(sum(1, 1)).toBe(3))`
    writeFileSync(join(folder, 'sum.test.mjs'), tests)
    planter = planterIn(folder)
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  const check = { test: 'sum.test.mjs', named: 'two and one' }
  const sum: Fault = { why: '', file: 'sum.mjs', find: 'one + other', replace: 'one - other', check }

  test('is seen by the test that fails with it, and taken out again', async () => {
    expect(await planter.plant(sum)).toEqual({ seenBy: ['two and one are three'] })
    expect(readFileSync(join(folder, 'sum.mjs'), 'utf8')).toContain('one + other')
  })

  test.each<[string, Partial<Fault>, RegExp]>([
    ['that changes nothing', { replace: 'other + one' }, /^Its check passes all the same/],
    ['that can’t be read', { replace: 'one +' }, /^Its check gave no answer: /],
    ['that never ends', { replace: 'new Promise(() => {})' }, /^Its check gave no answer: it ran out of time$/],
    ['that ends the tests', { replace: 'process.kill(process.pid, "SIGKILL")' }, /^Its check gave no answer: /],
    ['whose check fails without it', { check: { test: 'sum.test.mjs' } }, /^Its check fails without it: this is wrong/],
    ['whose check has no test', { check: { test: 'sum.test.mjs', named: 'five' } }, /^Its check fails without it/],
    ['whose place is gone', { find: 'one * other' }, /stands 0 times, not once/],
    ['whose place is not the only one', { find: 'one' }, /stands 2 times, not once/],
  ])('%s is not seen', async (_, change, reason) => {
    expect(await planter.plant({ ...sum, ...change })).toEqual({ unseen: expect.stringMatching(reason) })
  })
})

test('of a browser’s tests those count that failed by what they expect', () => {
  const spec = (title: string, status: string, message: string) => ({
    title,
    tests: [{ status: status === 'passed' ? 'expected' : 'unexpected', results: [{ status, error: { message } }] }],
  })
  const passed = spec('passes', 'passed', '')
  const late = spec('is late', 'timedOut', 'Test timeout of 120000ms exceeded.')
  const without = spec('has no server', 'failed', 'Error: The server did not start:')
  const wrong = spec('is wrong', 'failed', 'expect(locator).toBeVisible() failed')
  const read = (...specs: (typeof passed)[]) => readPlaywright({ suites: [{ suites: [{ specs }] }] })
  expect(read(passed)).toEqual({ passed: 1, failed: [], trouble: undefined })
  expect(read(passed, late)).toMatchObject({ passed: 1, failed: [], trouble: expect.stringMatching(/timeout/) })
  expect(read(without)).toMatchObject({ failed: [], trouble: expect.stringMatching(/did not start/) })
  expect(read(wrong, late)).toEqual({ passed: 0, failed: ['is wrong'], trouble: undefined })
})

test('of what lint says its rules count', () => {
  const read = (...categories: string[]) =>
    readBiome({ diagnostics: categories.map((category) => ({ category, severity: 'error' })) })
  expect(read()).toEqual({ passed: 1, failed: [] })
  expect(read('parse')).toEqual({ passed: 0, failed: [], trouble: 'parse' })
  expect(read('parse', 'lint/security/noEval')).toEqual({ passed: 0, failed: ['lint/security/noEval'] })
})
