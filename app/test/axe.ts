import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type axe from 'axe-core'
import type { Page } from 'playwright/test'

/** Less than half the size of `axe.source`, which would have to be sent to each page. */
const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const defaultTags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Loads axe into a page. Unlike what page.evaluate evaluates, the browser compiles it once for all pages of a tab. */
async function loadAxe(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Runtime.evaluate', { expression: source })
  await devtools.detach()
}

/**
 * The faults that axe finds on a page by its rules for A, AA and best practice, one per line. `enhanced` adds AAA, including enhanced
 * contrast; `alsoToJudge` adds what axe can't decide; without `withLooks`, colours and sizes are left to other checks. The frame with a
 * newsletter's mail is left out.
 */
export async function findAxeFaults(
  page: Page,
  { enhanced = false, alsoToJudge = false, withLooks = true } = {},
): Promise<string[]> {
  // Running axe directly takes a third of the time of @axe-core/playwright.
  if (!(await page.evaluate(() => 'axe' in window))) await loadAxe(page)
  return page.evaluate(
    async ({ tags, enabled, looks, kinds }) => {
      const results = await (window as unknown as { axe: typeof axe }).axe.run(document, {
        runOnly: tags,
        resultTypes: kinds,
        rules: {
          // Too little contrast for AA is also too little for AAA.
          'color-contrast': { enabled: looks && !enabled },
          'color-contrast-enhanced': { enabled: looks && enabled },
          'target-size': { enabled: looks },
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
      tags: enhanced ? [...defaultTags, 'wcag2aaa'] : defaultTags,
      enabled: enhanced,
      looks: withLooks,
      // What can't be judged takes axe two thirds of its time.
      kinds: alsoToJudge ? (['violations', 'incomplete'] as const).slice() : (['violations'] as const).slice(),
    },
  )
}
