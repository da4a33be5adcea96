import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { filterSpecs, listSpecs } from './check'
import { plantedFaults } from './faults'
import { createPlanter, type Fault, formatFault, LIST, type Planter } from './plant'

/** The titles of the tests in Vitest's files. What a table fills in (`%s`, `$name`) matches any text. */
function listTests(files: string[]): Record<string, RegExp[]> {
  const folder = mkdtempSync(join(tmpdir(), 'riverbank-listed-'))
  const report = join(folder, 'tests.json')
  execFileSync('node_modules/.bin/vitest', ['list', ...new Set(files), `--json=${report}`])
  const listed = JSON.parse(readFileSync(report, 'utf8')) as { name: string; file: string }[]
  rmSync(folder, { recursive: true })
  const titles: Record<string, RegExp[]> = {}
  for (const { name, file } of listed) {
    titles[relative('.', file)] ??= []
    titles[relative('.', file)]!.push(createTitlePattern(name))
  }
  return titles
}

function createTitlePattern(name: string): RegExp {
  const escaped = name.replaceAll(' > ', ' ').replace(/[\\^*+?.()|[\]{}/-]/g, '\\$&')
  return new RegExp(`^${escaped.replace(/%[a-z]|\$[\w\\.]+/g, '.*')}$`, 's')
}

const [all, quick, rest] = [listSpecs('whole'), listSpecs('quick'), listSpecs('rest')]

test('the list names tests that exist, and the command that runs them', () => {
  const rows = readFileSync(LIST, 'utf8').split('\n')
  const tests = listTests(Object.values(plantedFaults).flatMap(({ check }) => ('test' in check ? [check.test] : [])))
  for (const [name, fault] of Object.entries(plantedFaults)) {
    const start = formatFault(name, fault, quick)
    const row = rows.find((one) => one.startsWith(start))
    expect(row, `${name}: please run npm run check:checks -- --only '${name}' --write`).toBeDefined()
    const detecting = row!
      .slice(start.length)
      .replace(/(; \d+ more)? \|$/, '')
      .replaceAll('\\|', '|')
    const { check } = fault
    if ('lint' in check) expect(detecting).toMatch(/^lint\/\w+\/\w+$/)
    else if ('test' in check) {
      expect(detecting, name).toContain(check.named ?? '')
      expect(
        tests[check.test]!.some((title) => title.test(detecting)),
        `${name}: ${detecting}`,
      ).toBe(true)
    } else expect(filterSpecs(all, { ...check, named: detecting }), name).not.toEqual([])
  }
})

test('scripts/test and scripts/check run each browser test once in each of its modes', () => {
  const isAccess = (line: string) => line.includes('[access]')
  expect(
    quick
      .filter((line) => !isAccess(line))
      .concat(rest)
      .sort(),
  ).toEqual(all.sort())
  expect(quick.filter(isAccess).length).toBeGreaterThan(0)
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
