import type { Page } from 'playwright/test'
import { axeFaults } from '~/test/axe'
import { resize } from '~/test/browser'
import { judged } from './judged'
import { colourPairs, motions, type Pair, smallTargets, whileHovered } from './seen'
import { walk } from './tab-walk'
import { show, textFaults, views } from './text'

/** Whether all of it is asked for (`npm run check:access`), or the short form of scripts/test. */
export const isWhole = process.env.ACCESS === 'whole'

const WIDTHS = [320, 1280]
/** Each screen's own spec looks at more widths with axe; the narrowest is where most goes wrong. */
const widths = isWhole ? WIDTHS : [320]

/** What is wrong with pages, one line each, without what was judged to be right. */
export class Faults {
  readonly found: string[] = []
  /** The page that is looked at. */
  at = ''
  add(where: string, faults: string[]): void {
    for (const fault of faults)
      if (!judged.some(({ says }) => says.test(`${where}: ${fault}`))) this.found.push(`${this.at} ${where}: ${fault}`)
  }
}

/** The pairs of colours whose contrast is too low, in words. */
export const weak = (pairs: Pair[]) =>
  pairs
    .filter(({ contrast, needed }) => contrast < needed)
    .map(({ pair, contrast, where }) => `${pair} is ${contrast.toFixed(2)}:1, ${where}`)

/**
 * axe, the contrast of every pair of colours and the size of every target (`least` px or more), at 320 px; at 1280 px and in forced
 * colours too in the whole form.
 */
export async function looksWell(page: Page, faults: Faults, least?: number): Promise<void> {
  for (const width of widths) {
    await resize(page, width)
    faults.add(`axe, ${width} px`, await axeFaults(page, { enhanced: true, alsoToJudge: isWhole }))
    faults.add(`target, ${width} px`, await smallTargets(page, least))
    const { pairs, unknown } = await colourPairs(page)
    faults.add(`colours, ${width} px`, weak(pairs))
    faults.add(`colours, ${width} px, on a picture`, unknown)
    faults.add(`colours below a pointer, ${width} px`, weak((await whileHovered(page, () => colourPairs(page))).pairs))
  }
  if (isWhole) {
    await page.emulateMedia({ forcedColors: 'active' })
    for (const width of WIDTHS) {
      await resize(page, width)
      faults.add(`axe, forced colours, ${width} px`, await axeFaults(page, { enhanced: true, alsoToJudge: isWhole }))
    }
    await page.emulateMedia({ forcedColors: null })
  }
}

/** Tab walks at both widths, backwards too in a dialog and in the whole form. */
export async function walksWell(page: Page, faults: Faults, isDialog = false): Promise<number> {
  let stops = 0
  for (const width of widths)
    for (const key of isWhole || isDialog ? (['Tab', 'Shift+Tab'] as const) : (['Tab'] as const)) {
      await resize(page, width)
      const walked = await walk(page, key)
      stops += walked.stops
      faults.add(`${width} px`, walked.faults)
    }
  return stops
}

/** In the short form the text is looked at where most went wrong: spaced on a phone, and doubled on a desk. */
const viewsHere = isWhole ? views : views.filter(({ name }) => /^(spacing, 320|text at 200 %, 1280) px$/.test(name))

/** The text in all views: narrow, doubled, spaced. */
export async function readsWell(page: Page, faults: Faults): Promise<void> {
  for (const view of viewsHere) {
    await show(page, view)
    faults.add(view.name, await textFaults(page))
  }
}

/** No animation where reduced motion is asked for. */
export async function keepsStill(page: Page, faults: Faults): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  faults.add('reduced motion', await motions(page))
  await page.emulateMedia({ reducedMotion: null })
}
