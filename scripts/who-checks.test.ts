import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** The success criteria of WCAG 2.2, which has dropped 4.1.1. */
const A =
  `1.1.1 1.2.1 1.2.2 1.2.3 1.3.1 1.3.2 1.3.3 1.4.1 1.4.2 2.1.1 2.1.2 2.1.4 2.2.1 2.2.2 2.3.1 2.4.1 2.4.2 2.4.3 2.4.4 2.5.1
  2.5.2 2.5.3 2.5.4 3.1.1 3.2.1 3.2.2 3.2.6 3.3.1 3.3.2 3.3.7 4.1.2`.split(/\s+/)
const AA =
  `1.2.4 1.2.5 1.3.4 1.3.5 1.4.3 1.4.4 1.4.5 1.4.10 1.4.11 1.4.12 1.4.13 2.4.5 2.4.6 2.4.7 2.4.11 2.5.7 2.5.8 3.1.2 3.2.3 3.2.4
  3.3.3 3.3.4 3.3.8 4.1.3`.split(/\s+/)
const AAA =
  `1.2.6 1.2.7 1.2.8 1.2.9 1.3.6 1.4.6 1.4.7 1.4.8 1.4.9 2.1.3 2.2.3 2.2.4 2.2.5 2.2.6 2.3.2 2.3.3 2.4.8 2.4.9 2.4.10 2.4.12 2.4.13
  2.5.5 2.5.6 3.1.3 3.1.4 3.1.5 3.1.6 3.2.5 3.3.5 3.3.6 3.3.9`.split(/\s+/)

/** The topics of the check of access. */
const topics = ['axe', 'contrast', 'html', 'motion', 'small-browsers', 'tabs', 'text', 'trees']

const rows = [
  ...readFileSync('app/README.md', 'utf8').matchAll(/^\| (\d[\d.]+) [^|]+ \| (A+) \| ([^|]+) \|[^|]*\|$/gm),
].map(([, criterion = '', level = '', by = '']) => ({ criterion, level, by }))
const at = (level: string) => rows.filter((row) => row.level === level).map(({ criterion }) => criterion)

test('app/README.md says of each criterion of A and AA, once, who checks it', () => {
  expect(at('A').sort()).toEqual(A.sort())
  expect(at('AA').sort()).toEqual(AA.sort())
})

test('and of some of AAA', () => {
  const kept = at('AAA')
  expect(kept).toContain('3.1.5')
  expect(kept.filter((criterion) => !AAA.includes(criterion))).toEqual([])
  expect(new Set(kept).size).toBe(kept.length)
})

test.each(rows)('$criterion is checked by what there is', ({ by }) => {
  const tracked = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8' }).split('\n')
  const [how = ''] = by.split(':')
  const files = [...by.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file)
  for (const file of files) expect(tracked).toContain(file.startsWith('../') ? file.slice(3) : `app/${file}`)
  const named = topics.filter((topic) => new RegExp(`(?<![\\w-])${topic}(?![\\w-])`).test(how.replace(/`[^`]+`/g, '')))
  const other = /by hand|nothing to check|^as (\d[\d.]+)/.exec(by)
  if (other?.[1]) expect(rows.map(({ criterion }) => criterion)).toContain(other[1])
  expect(files.length + named.length + (other ? 1 : 0)).toBeGreaterThan(0)
})
