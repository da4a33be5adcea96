import type { Page } from 'playwright/test'
import { getDisplayAttributes, parseDisplay } from '~/domain/display/display'
import { findAxeFaults } from '~/test/axe'
import { expect, resizeWindow, test } from '~/test/browser'
import { listScreens, resolveAddress, type Screen } from '~/test/screens'
import { FaultCollector, findWeakPairs, isFullRun } from './measures'
import { findColourPairs } from './seen'
import { findTextFaults } from './text'

/** The choices at /settings, as serializeDisplay writes them. */
const displays = ['dark', 'black-on-white', 'yellow-on-black', '200', '200.plain', 'plain.no-pictures']

/** The text sizes between 100 and 200 %, for which the full run only checks text on a phone. */
const betweenSizes = isFullRun ? ['125', '150'] : []

/** One page of each kind: pictures, cards, a form, a list, a month and a table. */
const someOfEach: Pick<Screen, 'path' | 'as'>[] = [
  { path: '/' },
  { path: '/programmes' },
  { path: '/contact' },
  { path: '/dashboard', as: 'daniel' },
  { path: '/dashboard/calendar', as: 'daniel' },
  { path: '/dashboard/newsletter', as: 'aoife' },
]

/** Applies a display to an open page: the server would send the same page with these attributes. */
const applyDisplay = (page: Page, attributes: Record<string, unknown>) =>
  page.evaluate((all) => {
    for (const [name, value] of Object.entries(all))
      document.documentElement.toggleAttribute(name, Boolean(value)) &&
        document.documentElement.setAttribute(name, String(value))
  }, attributes)

async function checkDisplay(page: Page, faults: FaultCollector, path: string, display: string): Promise<void> {
  const isBetween = betweenSizes.includes(display)
  faults.at = `${path} ${display}`
  await applyDisplay(page, {
    ...getDisplayAttributes(parseDisplay('')),
    ...getDisplayAttributes(parseDisplay(display)),
  })
  for (const width of isBetween ? [320] : [320, 1280]) {
    await resizeWindow(page, width)
    // What axe can't decide is the same in all displays: see screens.e2e.ts.
    if (isFullRun && !isBetween) faults.add(`axe, ${width} px`, await findAxeFaults(page, { enhanced: true }))
    // The colours are the same at all widths.
    if (isFullRun ? !isBetween : width === 320)
      faults.add(`${width} px`, findWeakPairs((await findColourPairs(page)).pairs))
    faults.add(
      `${width} px`,
      (await findTextFaults(page)).filter((fault) => isFullRun || /sideways/.test(fault)),
    )
  }
}

for (const screens of isFullRun ? listScreens().map((screen) => [screen]) : [someOfEach])
  test(`${screens.map(({ path, as }) => `${path} as ${as ?? 'a visitor'}`)}, in each display @once`, async ({
    riverbank,
    open,
  }) => {
    const faults = new FaultCollector()
    for (const { path, as } of screens) {
      const page = await open(resolveAddress(riverbank, path), as && { as })
      for (const display of [...displays, ...betweenSizes]) await checkDisplay(page, faults, path, display)
    }
    expect(faults.found).toEqual([])
  })
