import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { buildFirst } from '~/test/built'

buildFirst()

/** Functions that are newer than the oldest browsers that scripts run in (ui/README.md); the build leaves them as they are. */
const NEWER = [
  'at findLast findLastIndex toReversed toSorted toSpliced replaceAll isWellFormed toWellFormed hasOwn groupBy fromAsync',
  'withResolvers randomUUID canParse checkVisibility replaceChildren requestSubmit showModal requestClose showPicker',
  'showPopover togglePopover startViewTransition',
]
  .join(' ')
  .split(' ')
const CLASSES = 'WeakRef FinalizationRegistry AggregateError BroadcastChannel CompressionStream DecompressionStream'
const uses = new RegExp(
  [
    `\\.(?:${NEWER.join('|')})\\(`,
    String.raw`\b(?:structuredClone|requestIdleCallback)\(`,
    `\\bnew (?:${CLASSES.split(' ').join('|')}|Intl\\.(?:Segmenter|DurationFormat))\\b`,
    String.raw`\bPromise\.(?:any|try)\(`,
    String.raw`\bAbortSignal\.(?:any|timeout)\(`,
    // In a regular expression, which is then one that Safari before 16.4 can't read.
    String.raw`\(\?<[=!]`,
  ].join('|'),
  'g',
)

/** The uses that harm nobody: how many, and why. */
const harmless: Record<string, [number, string]> = {
  'at(': [2, 'Conform gets it from ui/forms/older-browsers.ts; Radix has an OrderedDict of its own'],
  'toSorted(': [1, 'Radix has an OrderedDict of its own'],
  'canParse(': [1, 'zod asks first'],
  'requestSubmit(': [1, 'Conform asks first'],
  'startViewTransition(': [2, 'React Router asks first'],
  'showModal(': [2, 'ui/dialogs/modal.ts asks first'],
  'showPicker(': [1, 'ui/forms/date-field.tsx asks first'],
  'new Intl.Segmenter': [1, 'ui/listen/read-aloud.js asks first'],
}

test('code that reaches browsers calls nothing that the oldest of them lack', () => {
  const found = new Map<string, string[]>()
  const folder = 'build/client/assets'
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.js'))) {
    const code = readFileSync(`${folder}/${file}`, 'utf8')
    for (const { 0: use, index } of code.matchAll(uses)) {
      const name = use.replace(/^\./, '')
      const place = `${file}: ${code.slice(index - 40, index + 40)}`
      found.set(name, [...(found.get(name) ?? []), place])
    }
  }
  const unexpected = [...found].filter(([name, places]) => places.length > (harmless[name]?.[0] ?? 0))
  expect(unexpected).toEqual([])
  // A use that is gone leaves no room for another.
  const gone = Object.entries(harmless).filter(([name, [times]]) => (found.get(name)?.length ?? 0) < times)
  expect(gone).toEqual([])
})
