import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright/test'

const tags = ['wcag2a', 'wcag2aa', 'wcag2aaa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** What axe finds on a page by its rules for A, AA and AAA (enhanced contrast among them) and its best practices; `alsoToJudge` what it can't judge too. */
export async function axeFaults(page: Page, alsoToJudge: boolean): Promise<string[]> {
  const { violations, incomplete } = await new AxeBuilder({ page })
    .setLegacyMode(true)
    .options({
      // What can't be judged takes axe two thirds of its time.
      resultTypes: alsoToJudge ? ['violations', 'incomplete'] : ['violations'],
      rules: { 'color-contrast-enhanced': { enabled: true }, 'identical-links-same-purpose': { enabled: true } },
    })
    .withTags(tags)
    // The mail that a newsletter becomes is a document of its own, with its own headings.
    .exclude('iframe')
    .analyze()
  const told = (results: typeof violations, kind: string) =>
    results.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${kind}${id}: ${html.slice(0, 160)}`))
  return [...told(violations, ''), ...(alsoToJudge ? told(incomplete, 'to judge: ') : [])]
}
