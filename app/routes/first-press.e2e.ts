import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { delayResponses, expect, type Page, type RunningRiverbank, test, waitForHydration } from '~/test/browser'
import { isFullRun } from '~/test/modes'
import { listScreens, resolveAddress, type Screen } from '~/test/screens'

// Presses every form's button before filling it in: before scripts run, after they run, and after the rules are loaded.

/** Number of rows in all tables that a form can write to. */
function countRows({ rows }: RunningRiverbank): number {
  const tables = rows("select name from sqlite_master where type = 'table'").map(({ name }) => String(name))
  // Failed log-ins are counted, and typed text is stored when a session ends.
  const countedTables = tables.filter((name) => !/^(sqlite_|kysely|interrupted)/.test(name))
  const [sum] = rows(`select ${countedTables.map((name) => `(select count(*) from "${name}")`).join(' + ')} as n`)
  return Number(sum?.n)
}

interface Found {
  /** Its id, or its button's label. */
  name: string
  place: number
  /** Number of empty required fields. */
  missing: number
}

const findForms = (page: Page): Promise<Found[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLFormElement>('form[method=post]')].map((form, index) => ({
      name: form.id || (form.querySelector('button')?.textContent ?? ''),
      place: index,
      missing: [...form.querySelectorAll<HTMLInputElement>('[aria-required=true], [required]')].filter(
        ({ value, type, checked }) => !value || (type === 'checkbox' && !checked),
      ).length,
    })),
  )

/** Pages without interactive parts have no scripts (ui/browser/scripts.tsx). */
const hasModuleScripts = async (page: Page) => (await page.locator('script[type=module]').count()) > 0

/** Presses the main button of the page's form number `place`, without waiting for scripts. */
async function pressMainButton(page: Page, place: number) {
  const form = page.locator('form[method=post]').nth(place)
  await form.evaluate((element) => element.closest('details')?.setAttribute('open', ''))
  const buttons = form.locator('button:not([type=button]):not([name])')
  await buttons.first().click()
}

async function expectMissingFields(page: Page, riverbank: RunningRiverbank, before: number, when: string) {
  await expect(page.locator('form [aria-invalid=true]').first(), when).toBeVisible()
  await expect(page.locator('[data-success]'), when).toHaveCount(0)
  expect(countRows(riverbank), when).toBe(before)
}

/** For short runs, one form of each kind: a visitor's, in a dialog's page, with a file, one of several on a page. */
const FEW_PATHS = ['/contact', '/portal', '/dashboard', '/dashboard/resources/new', '/dashboard/newsletter/subscribers']

async function pressAllForms(
  { page, riverbank }: { page: Page; riverbank: RunningRiverbank },
  walked: Screen[],
): Promise<string[]> {
  const pressed: string[] = []
  for (const { folder, path } of walked) {
    const address = resolveAddress(riverbank, path)
    await page.goto(address)
    const hasScripts = await hasModuleScripts(page)
    // Counted after the page is loaded, because opening a document or picture is logged.
    const before = countRows(riverbank)
    for (const { name, place, missing } of await findForms(page)) {
      const key = `${name} (${folder})`
      const isSeen = name === 'footer-newsletter' ? pressed.some((one) => one.startsWith(name)) : pressed.includes(key)
      if (missing === 0 || isSeen) continue
      if (hasScripts || name !== 'footer-newsletter') pressed.push(key)
      const release = await delayResponses(page, /\.js$/)
      // The load event waits for the scripts, which are held back.
      await page.goto(address, { waitUntil: 'domcontentloaded' })
      await pressMainButton(page, place)
      await expectMissingFields(page, riverbank, before, `${key} before its scripts run`)
      release()
      // A script that is still held back would be missing on the next page.
      await page.unrouteAll({ behavior: 'wait' })
      if (await hasModuleScripts(page)) await waitForHydration(page)
      await expectMissingFields(page, riverbank, before, `${key} once scripts run on the answer`)
      for (const moment of hasScripts ? ['once they run', 'once its rules are there'] : []) {
        await page.goto(address)
        await waitForHydration(page)
        if (moment === 'once its rules are there') {
          await page.locator('form[method=post]').nth(place).dispatchEvent('focusin')
          await page.waitForLoadState('networkidle')
        }
        await pressMainButton(page, place)
        await expectMissingFields(page, riverbank, before, `${key} ${moment}`)
      }
    }
  }
  return pressed
}

const isFew = ({ path }: Screen) => isFullRun || FEW_PATHS.includes(path)

test('every form of the site asks for missing fields when its button is pressed first @scripts', async ({
  page,
  open,
  riverbank,
}) => {
  test.slow()
  await open('/about')
  const pressed = await pressAllForms(
    { page, riverbank },
    listScreens().filter((screen) => !screen.as && !screen.answers && isFew(screen)),
  )
  expect(pressed.map((name) => name.split(' ')[0])).toEqual(
    expect.arrayContaining(['enquiry', 'subscribe', 'footer-newsletter', 'log-in']),
  )
})

test('every form of the portal asks for missing fields when its button is pressed first @scripts', async ({
  page,
  open,
  riverbank,
}) => {
  test.slow()
  if (isFullRun) test.setTimeout(600_000)
  await open('/about', { as: 'aoife' })
  const pressed = await pressAllForms(
    { page, riverbank },
    listScreens().filter((screen) => screen.as === 'aoife' && !screen.answers && isFew(screen)),
  )
  expect(pressed.map((name) => name.split(' ')[0])).toEqual(
    expect.arrayContaining([
      'upload',
      'resource',
      'subscriber',
      ...(isFullRun ? ['person', 'notice', 'newsletter'] : []),
    ]),
  )
})

/** The events on which React hydrates a page at once, read from its source because it exports no list. */
function listHydratingEvents(): string[] {
  const folder = createRequire(import.meta.url).resolve('react-dom/package.json')
  const source = readFileSync(join(folder, '../cjs/react-dom.development.js'), 'utf8')
  const list = source.match(/discreteReplayableEvents = \[([^\]]+)\]/)?.[1] ?? ''
  return [...list.matchAll(/'(\w+)'/g)].map(([, name = '']) => name)
}

test('what a reader types or presses while a page becomes interactive breaks nothing @scripts', async ({ page }) => {
  const names = listHydratingEvents()
  expect(names).toContain('textInput')
  await page.addInitScript((types) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      const field = document.querySelector('#unsubscribe input[name=email]')
      for (const type of types) field?.dispatchEvent(new Event(type, { bubbles: true }))
      field?.setAttribute('data-typed', 'true')
      if (!document.querySelector('html[data-scripts]')) port2.postMessage('')
    }
    port2.postMessage('')
  }, names)
  await page.goto('/unsubscribe')
  await waitForHydration(page)
  await expect(page.locator('#unsubscribe input[data-typed]')).toBeVisible()
})
