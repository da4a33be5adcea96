import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { plantedFaults } from './faults'
import { applyFault, createPlanter, type Fault, LIST, type Planter } from './plant'

test.each(Object.entries(plantedFaults))('the text that ‘%s’ replaces occurs once in its file', (_, fault) => {
  const sound = readFileSync(fault.file, 'utf8')
  expect(applyFault(sound, fault)).not.toBe(sound)
})

test('each check is a file in the repository', () => {
  const tracked = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8' }).split('\n')
  for (const { check } of Object.values(plantedFaults))
    expect(tracked).toContain('lint' in check ? check.lint : 'test' in check ? check.test : check.spec)
})

test('each test of a fault exists in its project', () => {
  const specs = execFileSync('node_modules/.bin/playwright', ['test', '--list'], { encoding: 'utf8' }).split('\n')
  for (const [name, { check }] of Object.entries(plantedFaults)) {
    if ('test' in check && check.named) expect(readFileSync(check.test, 'utf8'), name).toContain(check.named)
    if (!('spec' in check)) continue
    // Playwright lists paths relative to the folder app.
    const parts = [`[${check.project}]`, `${check.spec.replace(/^app\//, '')}:`, check.named ?? '']
    expect(
      specs.filter((line) => parts.every((part) => line.includes(part))),
      name,
    ).not.toEqual([])
  }
})

test('the list has each fault as detected', () => {
  const rows = readFileSync(LIST, 'utf8').split('\n')
  for (const [name, { why }] of Object.entries(plantedFaults)) {
    const [row, ...more] = rows.filter((one) => one.startsWith(`| ${name}: ${why} |`))
    expect([row, more], name).toEqual([expect.not.stringContaining('NOT DETECTED'), []])
  }
  expect(rows).toContain(`${Object.keys(plantedFaults).length} of ${Object.keys(plantedFaults).length} detected.`)
})

/** A small program with tests, to plant real faults in. */
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
    planter = createPlanter(folder)
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  const check = { test: 'sum.test.mjs', named: 'two and one' }
  const sum: Fault = { why: '', file: 'sum.mjs', find: 'one + other', replace: 'one - other', check }

  test('is detected by the test that fails, and removed again', async () => {
    expect(await planter.plant(sum)).toEqual({ seenBy: ['two and one are three'] })
    expect(readFileSync(join(folder, 'sum.mjs'), 'utf8')).toContain('one + other')
  })

  test.each<[string, Partial<Fault>, RegExp]>([
    ['that changes nothing', { replace: 'other + one' }, /^Its check still passes/],
    ['that never ends', { replace: 'new Promise(() => {})' }, /^Its check gave no result: it ran out of time$/],
    ['whose check fails without it', { check: { test: 'sum.test.mjs' } }, /^Its check fails without it: this is wrong/],
    ['whose check has no test', { check: { test: 'sum.test.mjs', named: 'five' } }, /^Its check fails without it/],
    ['whose text occurs twice', { find: 'one' }, /occurs 2 times, not once/],
  ])('%s is not detected', async (_, change, reason) => {
    expect(await planter.plant({ ...sum, ...change })).toEqual({ unseen: expect.stringMatching(reason) })
  })
})
