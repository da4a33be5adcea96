import { expect, test } from 'vitest'
import { findRegexpFaults, findRegexps } from './regexps'

const planted = String.raw`
const trailing = /[.,;:!?]*\)?[.,;:!?]*$/
const words = text.split(/\s+/).filter((one) => /^[\w-]+$/i.test(one))
const spaces = new RegExp('\\s+$')
const built = new RegExp(trailing.source + words[0], 'g')
const nested = RegExp("^(a+)+$")
const view = <input pattern="x" onInput={() => /(a|a)*b/.test(words)} />
const half = 4 / 2 / 1 // /(x+x+)+y/ is in a comment
`

test('lint finds expressions with more than linear time, and those that can’t be analysed, anywhere in the code', async () => {
  const found = findRegexps('app/planted.tsx', planted)
  expect(found.map(({ line }) => line)).toEqual([2, 3, 3, 4, 5, 6, 7])
  const faults = await findRegexpFaults(found)
  expect(faults.map((fault) => /^app\/planted.tsx:(\d) .* (?:takes (\S+)|is (built))/.exec(fault)?.slice(1))).toEqual([
    ['2', '3rd', undefined],
    ['4', '2nd', undefined],
    ['5', undefined, 'built'],
    ['6', 'exponential', undefined],
    ['7', 'exponential', undefined],
  ])
}, 60_000)

test('an expression may be an exception with a reason, but only while one is needed', async () => {
  const found = findRegexps('app/a.ts', 'const cut = (text: string) => text.slice(0, 80).replace(/\\s+$/, "")')
  const allowed = new Map([['app/a.ts \\s+$', 'At most 80 characters.']])
  expect(await findRegexpFaults(found, allowed)).toEqual([])
  expect(await findRegexpFaults([], allowed)).toEqual(['app/a.ts \\s+$ is an exception that is not needed'])
}, 60_000)
