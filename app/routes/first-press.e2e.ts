import { delayResponses, expect, type Page, test, waitForHydration } from '~/test/browser'

/** One form of each kind: a visitor's, the log-in, one with a file. html.slow.test.ts checks that all are built alike. */
const forms = [
  { at: '/contact', form: '#enquiry', table: 'enquiries' },
  { at: '/portal', form: '#log-in', table: 'sessions' },
  { at: '/dashboard', as: 'aoife', form: '#upload', table: 'files' },
] as const

const pressButton = (page: Page, form: string) =>
  page.locator(`${form} button:not([type=button]):not([name])`).first().click()

test('a form asks for missing fields when its button is pressed before anything else @scripts', async ({
  page,
  open,
  riverbank,
}) => {
  for (const { at, form, table, ...who } of forms) {
    const count = () => riverbank.rows(`select count(*) as n from ${table}`)[0]?.n
    const before = count()
    const expectRefused = async (when: string) => {
      await expect(page.locator(`${form} [aria-invalid=true]`).first(), `${form} ${when}`).toBeVisible()
      await expect(page.locator('[data-success]'), `${form} ${when}`).toHaveCount(0)
      expect(count(), `${form} ${when}`).toBe(before)
    }
    if ('as' in who) await open('/about', who)
    const release = await delayResponses(page, /\.js$/)
    // The load event waits for the scripts, which are held back.
    await page.goto(at, { waitUntil: 'domcontentloaded' })
    await pressButton(page, form)
    await expectRefused('before the scripts run')
    release()
    // A script that is still held back would be missing on the next page.
    await page.unrouteAll({ behavior: 'wait' })
    await waitForHydration(page)
    await expectRefused('once scripts run on the response')
    for (const moment of ['once they run', 'once its rules are there']) {
      await page.goto(at)
      await waitForHydration(page)
      if (moment === 'once its rules are there') {
        const rules = page.waitForResponse(/assets\/validate-/)
        await page.locator(form).dispatchEvent('focusin')
        await rules
      }
      await pressButton(page, form)
      await expectRefused(moment)
    }
  }
})
