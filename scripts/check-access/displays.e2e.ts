import type { Page } from 'playwright/test'
import { getDisplayAttributes, parseDisplay } from '~/domain/display/display'
import { axeFaults } from '~/test/axe'
import { expect, resize, test } from '~/test/browser'
import { addressIn, type Screen, screens } from '~/test/screens'
import { Faults, isWhole, weak } from './measures'
import { colourPairs } from './seen'
import { textFaults } from './text'

/** What people choose at /settings, each as serializeDisplay writes it. */
const displays = ['dark', 'black-on-white', 'yellow-on-black', '200', '200.plain', 'plain.no-pictures']

/** The sizes of text between, for which the whole form looks at words on a phone: the rest is as at 100 or 200 %. */
const between = isWhole ? ['125', '150'] : []

/** One of each kind: of a page with pictures, cards, a form, a list, a month and a table. */
const someOfEach: Pick<Screen, 'path' | 'as'>[] = [
  { path: '/' },
  { path: '/programmes' },
  { path: '/contact' },
  { path: '/dashboard', as: 'daniel' },
  { path: '/dashboard/calendar', as: 'daniel' },
  { path: '/dashboard/newsletter', as: 'aoife' },
]

/** Shows an open page as somebody chose to see it: the server sends the same page with these attributes. */
const showAs = (page: Page, attributes: Record<string, unknown>) =>
  page.evaluate((all) => {
    for (const [name, value] of Object.entries(all))
      document.documentElement.toggleAttribute(name, Boolean(value)) &&
        document.documentElement.setAttribute(name, String(value))
  }, attributes)

for (const { path, as } of isWhole ? screens() : someOfEach)
  test(`${path} as ${as ?? 'a visitor'}, in each display @once`, async ({ riverbank, open }) => {
    const faults = new Faults()
    const page = await open(addressIn(riverbank, path), as && { as })
    for (const display of [...displays, ...between]) {
      const isBetween = between.includes(display)
      faults.at = `${path} ${display}`
      await showAs(page, { ...getDisplayAttributes(parseDisplay('')), ...getDisplayAttributes(parseDisplay(display)) })
      for (const width of isBetween ? [320] : [320, 1280]) {
        await resize(page, width)
        // What axe can't judge is the same in each display: screens.e2e.ts has it.
        if (isWhole && !isBetween) faults.add(`axe, ${width} px`, await axeFaults(page, { enhanced: true }))
        // A display has its colours at every width.
        if (isWhole ? !isBetween : width === 320) faults.add(`${width} px`, weak((await colourPairs(page)).pairs))
        faults.add(
          `${width} px`,
          (await textFaults(page)).filter((fault) => isWhole || /sideways/.test(fault)),
        )
      }
    }
    expect(faults.found).toEqual([])
  })
