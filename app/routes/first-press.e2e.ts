import { expect, holdBack, type Page, type RunningRiverbank, scriptsRun, test } from '~/test/browser'
import { isWhole } from '~/test/modes'
import { addressIn, type Screen, screens } from '~/test/screens'

// Each form of the product has its button pressed first of all: before its scripts run, once they run, and once its rules are there.

/** Everything that a form could have kept, in one number. */
function stored({ rows }: RunningRiverbank): number {
  const tables = rows("select name from sqlite_master where type = 'table'").map(({ name }) => String(name))
  // A log-in's failures are counted, and what was typed is remembered when a session ends.
  const counted = tables.filter((name) => !/^(sqlite_|kysely|interrupted)/.test(name))
  const [sum] = rows(`select ${counted.map((name) => `(select count(*) from "${name}")`).join(' + ')} as n`)
  return Number(sum?.n)
}

interface Found {
  /** Its id, or what is on its button. */
  name: string
  place: number
  /** How many of its fields have to be filled in and are not. */
  missing: number
}

/** The forms of the open page that are posted. */
const formsOn = (page: Page): Promise<Found[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLFormElement>('form[method=post]')].map((form, place) => ({
      name: form.id || (form.querySelector('button')?.textContent ?? ''),
      place,
      missing: [...form.querySelectorAll<HTMLInputElement>('[aria-required=true], [required]')].filter(
        ({ value, type, checked }) => !value || (type === 'checkbox' && !checked),
      ).length,
    })),
  )

/** Whether the open page has scripts: a page without interactive parts has none (ui/browser/scripts.tsx). */
const bringsScripts = async (page: Page) => (await page.locator('script[type=module]').count()) > 0

/** Presses the main button of the form in its `place` on the page, as soon as it is there. */
async function press(page: Page, place: number) {
  const form = page.locator('form[method=post]').nth(place)
  await form.evaluate((element) => element.closest('details')?.setAttribute('open', ''))
  const buttons = form.locator('button:not([type=button]):not([name])')
  await buttons.first().click()
}

async function expectAsked(page: Page, riverbank: RunningRiverbank, before: number, when: string) {
  await expect(page.locator('form [aria-invalid=true]').first(), when).toBeVisible()
  await expect(page.locator('[data-success]'), when).toHaveCount(0)
  expect(stored(riverbank), when).toBe(before)
}

/** In scripts/test one form of each kind: typed by visitors, in a dialog's page, with a file, one of several on its page. */
const few = ['/contact', '/portal', '/dashboard', '/dashboard/resources/new', '/dashboard/newsletter/subscribers']

async function walk(
  { page, riverbank }: { page: Page; riverbank: RunningRiverbank },
  walked: Screen[],
): Promise<string[]> {
  const pressed: string[] = []
  for (const { folder, path } of walked) {
    const address = addressIn(riverbank, path)
    await page.goto(address)
    const hasScripts = await bringsScripts(page)
    // To open a document or a picture is in the log.
    const before = stored(riverbank)
    for (const { name, place, missing } of await formsOn(page)) {
      const key = `${name} (${folder})`
      const isSeen = name === 'footer-newsletter' ? pressed.some((one) => one.startsWith(name)) : pressed.includes(key)
      if (missing === 0 || isSeen) continue
      if (hasScripts || name !== 'footer-newsletter') pressed.push(key)
      const letGo = await holdBack(page, /\.js$/)
      // The page is not loaded before its scripts are.
      await page.goto(address, { waitUntil: 'domcontentloaded' })
      await press(page, place)
      await expectAsked(page, riverbank, before, `${key} before its scripts run`)
      letGo()
      // What is still held back would keep the same script from the next page.
      await page.unrouteAll({ behavior: 'wait' })
      if (await bringsScripts(page)) await scriptsRun(page)
      await expectAsked(page, riverbank, before, `${key} once scripts run on the answer`)
      for (const when of hasScripts ? ['once they run', 'once its rules are there'] : []) {
        await page.goto(address)
        await scriptsRun(page)
        if (when === 'once its rules are there') {
          await page.locator('form[method=post]').nth(place).dispatchEvent('focusin')
          await page.waitForLoadState('networkidle')
        }
        await press(page, place)
        await expectAsked(page, riverbank, before, `${key} ${when}`)
      }
    }
  }
  return pressed
}

const isFew = ({ path }: Screen) => isWhole || few.includes(path)

test('every form of the site asks for what is missing when its button is pressed first of all @scripts', async ({
  page,
  open,
  riverbank,
}) => {
  test.slow()
  await open('/about')
  const pressed = await walk(
    { page, riverbank },
    screens().filter((screen) => !screen.as && !screen.answers && isFew(screen)),
  )
  expect(pressed.map((name) => name.split(' ')[0])).toEqual(
    expect.arrayContaining(['enquiry', 'subscribe', 'footer-newsletter', 'log-in']),
  )
})

test('every form of the portal asks for what is missing when its button is pressed first of all @scripts', async ({
  page,
  open,
  riverbank,
}) => {
  test.slow()
  if (isWhole) test.setTimeout(600_000)
  await open('/about', { as: 'aoife' })
  const pressed = await walk(
    { page, riverbank },
    screens().filter((screen) => screen.as === 'aoife' && !screen.answers && isFew(screen)),
  )
  expect(pressed.map((name) => name.split(' ')[0])).toEqual(
    expect.arrayContaining([
      'upload',
      'resource',
      'subscriber',
      ...(isWhole ? ['person', 'notice', 'newsletter'] : []),
    ]),
  )
})
