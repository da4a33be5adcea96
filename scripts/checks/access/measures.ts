import type { Page } from 'playwright/test'
import { findAxeFaults } from '~/test/axe'
import { resizeWindow } from '~/test/browser'
import { isFullRun as isFullBrowserRun } from '~/test/modes'
import { listScreens, type Screen } from '~/test/screens'
import { acceptedFindings } from './judged'
import { type ColourPair, findColourPairs, findMotions, findSmallTargets, withHover } from './seen'
import { walkTabs } from './tab-walk'
import { findTextFaults, showView, views } from './text'

/** True for the full run (`npm run check:access`), false for the short forms in scripts/check and scripts/test. */
export const isFullRun = process.env.ACCESS === 'whole'
/** True in scripts/test, which checks one screen of each kind: the tests tagged as journeys. */
export const isSmallRun = !isFullRun && !isFullBrowserRun

/** Every screen; in the short forms without other views of a screen, and those that tutors and students share only as students see them. */
export function listChosenScreens(): Screen[] {
  const all = listScreens()
  const isOfStudents = (path: string) => all.some((one) => one.as === 'daniel' && one.path === path)
  return all.filter(({ path, as }) => isFullRun || !(path.includes('?') || (as === 'aoife' && isOfStudents(path))))
}

const WIDTHS = [320, 1280]
/** Other tests check more widths with axe; most faults occur at the narrowest. */
const widths = isFullRun ? WIDTHS : [320]

/** Collects the faults of pages, without accepted findings. */
export class FaultCollector {
  readonly found: string[] = []
  at = ''
  add(where: string, faults: string[]): void {
    for (const fault of faults)
      if (!acceptedFindings.some(({ says }) => says.test(`${where}: ${fault}`)))
        this.found.push(`${this.at} ${where}: ${fault}`)
  }
}

export const findWeakPairs = (pairs: ColourPair[]) =>
  pairs
    .filter(({ contrast, needed }) => contrast < needed)
    .map(({ pair, contrast, where }) => `${pair} is ${contrast.toFixed(2)}:1, ${where}`)

/**
 * Checks axe, the contrast of all colour pairs and the size of all targets (at least `min` px) at 320 px; in the full run also at
 * 1280 px and in forced colours.
 */
export async function checkLooks(page: Page, faults: FaultCollector, min?: number): Promise<void> {
  for (const width of widths) {
    await resizeWindow(page, width)
    // findColourPairs and findSmallTargets below need as much or more, and take a third of the time.
    const kinds = { enhanced: true, alsoToJudge: isFullRun, withLooks: isFullRun }
    faults.add(`axe, ${width} px`, await findAxeFaults(page, kinds))
    faults.add(`target, ${width} px`, await findSmallTargets(page, min))
    const { pairs, unknown } = await findColourPairs(page)
    faults.add(`colours, ${width} px`, findWeakPairs(pairs))
    faults.add(`colours, ${width} px, on a picture`, unknown)
    faults.add(
      `colours below a pointer, ${width} px`,
      findWeakPairs((await withHover(page, () => findColourPairs(page))).pairs),
    )
  }
  if (isFullRun) {
    await page.emulateMedia({ forcedColors: 'active' })
    for (const width of WIDTHS) {
      await resizeWindow(page, width)
      faults.add(
        `axe, forced colours, ${width} px`,
        await findAxeFaults(page, { enhanced: true, alsoToJudge: isFullRun }),
      )
    }
    await page.emulateMedia({ forcedColors: null })
  }
}

/** Walks with Tab at both widths, in dialogs and in the full run also backwards. */
export async function checkTabOrder(page: Page, faults: FaultCollector, isDialog = false): Promise<number> {
  let stops = 0
  for (const width of widths)
    for (const key of isFullRun || isDialog ? (['Tab', 'Shift+Tab'] as const) : (['Tab'] as const)) {
      await resizeWindow(page, width)
      const walked = await walkTabs(page, key)
      stops += walked.stops
      faults.add(`${width} px`, walked.faults)
    }
  return stops
}

/** The short form checks the views with most faults: spaced text on a phone, and doubled text on a desktop. */
const selectedViews = isFullRun
  ? views
  : views.filter(({ name }) => /^(spacing, 320|text at 200 %, 1280) px$/.test(name))

/** Checks the text in all views: narrow, doubled, spaced. */
export async function checkText(page: Page, faults: FaultCollector): Promise<void> {
  for (const view of selectedViews) {
    await showView(page, view)
    faults.add(view.name, await findTextFaults(page))
  }
}

/** Checks that nothing moves with reduced motion. */
export async function checkMotion(page: Page, faults: FaultCollector): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  faults.add('reduced motion', await findMotions(page))
  await page.emulateMedia({ reducedMotion: null })
}
