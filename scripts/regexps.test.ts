import { expect, test } from 'vitest'
import { regexpFaults, regexpsIn } from './regexps'

const planted = String.raw`
const trailing = /[.,;:!?]*\)?[.,;:!?]*$/
const words = text.split(/\s+/).filter((one) => /^[\w-]+$/i.test(one))
const spaces = new RegExp('\\s+$')
const built = new RegExp(trailing.source + words[0], 'g')
const nested = RegExp("^(a+)+$")
const view = <input pattern="x" onInput={() => /(a|a)*b/.test(words)} />
const half = 4 / 2 / 1 // /(x+x+)+y/ is in a comment
`

test('lint finds what takes longer than its text is long, and what nobody can judge, wherever it stands', async () => {
  const found = regexpsIn('app/planted.tsx', planted)
  expect(found.map(({ line }) => line)).toEqual([2, 3, 3, 4, 5, 6, 7])
  const faults = await regexpFaults(found)
  expect(
    faults.map((fault) => /^app\/planted.tsx:(\d) .* (?:takes (\S+)|is (put together))/.exec(fault)?.slice(1)),
  ).toEqual([
    ['2', '3rd', undefined],
    ['4', '2nd', undefined],
    ['5', undefined, 'put together'],
    ['6', 'exponential', undefined],
    ['7', 'exponential', undefined],
  ])
}, 60_000)

test('an expression may be allowed with a reason, but not longer than it needs that', async () => {
  const found = regexpsIn('app/a.ts', 'const cut = (text: string) => text.slice(0, 80).replace(/\\s+$/, "")')
  const allowed = new Map([['app/a.ts \\s+$', 'Of 80 characters at most.']])
  expect(await regexpFaults(found, allowed)).toEqual([])
  expect(await regexpFaults([], allowed)).toEqual(['app/a.ts \\s+$ is allowed, and needs no leave'])
}, 60_000)
