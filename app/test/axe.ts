import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type axe from 'axe-core'
import type { Page } from 'playwright/test'

/** Less than half of what `axe.source` is, which each page would have to be sent and to read. */
const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const asTags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/**
 * What axe finds on a page by its rules for A and AA and its best practices, one line a fault: by those for AAA too (enhanced contrast
 * among them) where `enhanced`, and what it can't judge where `alsoToJudge`. The mail that a newsletter becomes, in its frame, is left out.
 */
export async function axeFaults(page: Page, { enhanced = false, alsoToJudge = false } = {}): Promise<string[]> {
  // By itself axe takes a third of the time that @axe-core/playwright takes.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source)
  return page.evaluate(
    async ({ tags, enabled, kinds }) => {
      const results = await (window as unknown as { axe: typeof axe }).axe.run(document, {
        runOnly: tags,
        resultTypes: kinds,
        rules: {
          // Whatever has too little contrast for AA has too little for AAA.
          'color-contrast': { enabled: !enabled },
          'color-contrast-enhanced': { enabled },
          'identical-links-same-purpose': { enabled },
          'frame-tested': { enabled: false },
        },
        iframes: false,
        preload: false,
      })
      return kinds.flatMap((kind) =>
        results[kind].flatMap(({ id, nodes }) =>
          nodes.map(({ html }) => `${kind === 'violations' ? '' : 'to judge: '}${id}: ${html.slice(0, 160)}`),
        ),
      )
    },
    {
      tags: enhanced ? [...asTags, 'wcag2aaa'] : asTags,
      enabled: enhanced,
      // What can't be judged takes axe two thirds of its time.
      kinds: alsoToJudge ? (['violations', 'incomplete'] as const).slice() : (['violations'] as const).slice(),
    },
  )
}
