import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { buildBeforeTests } from '~/test/built'

buildBeforeTests()

/** Functions missing from the oldest browsers that run our scripts (ui/README.md); the build does not polyfill them. */
const NEWER_METHODS = [
  'at findLast findLastIndex toReversed toSorted toSpliced replaceAll isWellFormed toWellFormed hasOwn groupBy fromAsync',
  'withResolvers randomUUID canParse checkVisibility replaceChildren requestSubmit showModal requestClose showPicker',
  'showPopover togglePopover startViewTransition',
]
  .join(' ')
  .split(' ')
const NEWER_CLASSES =
  'WeakRef FinalizationRegistry AggregateError BroadcastChannel CompressionStream DecompressionStream'
const newerUses = new RegExp(
  [
    `\\.(?:${NEWER_METHODS.join('|')})\\(`,
    String.raw`\b(?:structuredClone|requestIdleCallback)\(`,
    `\\bnew (?:${NEWER_CLASSES.split(' ').join('|')}|Intl\\.(?:Segmenter|DurationFormat))\\b`,
    String.raw`\bPromise\.(?:any|try)\(`,
    String.raw`\bAbortSignal\.(?:any|timeout)\(`,
    // Safari before 16.4 rejects regular expressions with lookbehind.
    String.raw`\(\?<[=!]`,
  ].join('|'),
  'g',
)

const allowedUses: Record<string, [number, string]> = {
  'at(': [2, 'ui/forms/older-browsers.ts adds it for Conform; Radix has its own OrderedDict'],
  'toSorted(': [1, 'Radix has its own OrderedDict'],
  'canParse(': [1, 'zod checks for it'],
  'requestSubmit(': [1, 'Conform checks for it'],
  'startViewTransition(': [2, 'React Router checks for it'],
  'showModal(': [2, 'ui/dialogs/modal.ts checks for it'],
  'showPicker(': [1, 'ui/forms/date-field.tsx checks for it'],
  'new Intl.Segmenter': [1, 'ui/listen/read-aloud.js checks for it'],
}

test('browser code calls no functions missing from the oldest browsers', () => {
  const found = new Map<string, string[]>()
  const folder = 'build/client/assets'
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.js'))) {
    const code = readFileSync(`${folder}/${file}`, 'utf8')
    for (const { 0: use, index } of code.matchAll(newerUses)) {
      const name = use.replace(/^\./, '')
      const place = `${file}: ${code.slice(index - 40, index + 40)}`
      found.set(name, [...(found.get(name) ?? []), place])
    }
  }
  const unexpected = [...found].filter(([name, places]) => places.length > (allowedUses[name]?.[0] ?? 0))
  expect(unexpected).toEqual([])
  // Unused entries must leave the list.
  const gone = Object.entries(allowedUses).filter(([name, [times]]) => (found.get(name)?.length ?? 0) < times)
  expect(gone).toEqual([])
})
