import { expect, holdBack, type Locator, scriptsRun, test } from '~/test/browser'
import { always, type SiteForm, siteForms } from '~/test/forms'
import { WHOLE } from '~/test/modes'

const logIn: SiteForm = {
  name: 'Log In',
  at: '/portal',
  form: '#log-in',
  fill: () => Promise.resolve(),
  press: 'Log In',
  says: always('Login failed'),
  saved: 'select count(*) as n from sessions',
}
/** Forms that open with all they need, a record's words or a choice already made: nothing can be missing. Tests below hold them to it. */
const isFilled = ({ name }: SiteForm) => /^(Edit |Send Newsletter)/.test(name)
/** Nothing is typed into the others. */
const typed = [logIn, ...siteForms].filter(({ fill, isQuestion }) => fill && !isQuestion)

/** How many of a form's fields have to be filled in and are not. */
const missingIn = (form: Locator) =>
  form.evaluate(
    (element) =>
      [...element.querySelectorAll<HTMLInputElement>('[aria-required=true], [required]')].filter(
        ({ value, type, checked }) => !value || (type === 'checkbox' && !checked),
      ).length,
  )

/** Of the portal's forms one on a page, one in a dialog's page, one with a file and one of several on its page. */
const few = ['Create Newsletter', 'Create New Resource', 'Upload Document', 'Add Subscriber']

/** A page that needs no scripts. */
const BEFORE = '/about'
const times = ['before its scripts run', 'once they run', 'once its rules are there'] as const

// Each press is on a page of its own, so that what is seen answers that press. In the portal a press before scripts run is what it is
// without them.
for (const { name, as, at, form: selector, servedIn, press, saved } of typed.filter((form) => !isFilled(form)))
  test(`‘${name}’ asks for what is missing when its button is pressed first of all`, {
    tag: as ? ['@scripts', ...(few.includes(name) ? [] : [WHOLE])] : [],
  }, async ({ page, open, riverbank, mode }) => {
    const address = typeof at === 'string' ? at : await at(riverbank)
    await open(BEFORE, as && { as })
    const saves = () => riverbank.rows(saved)[0]?.n
    const before = saves()
    const isAskedIn = async (form: Locator, time: string) => {
      await expect(form.locator('[aria-invalid=true]').first(), time).toBeVisible()
      await expect(page.locator('[data-success]'), time).toHaveCount(0)
      expect(saves(), time).toBe(before)
    }
    for (const time of mode === 'on' ? times : times.slice(0, 1)) {
      const isBefore = time === 'before its scripts run'
      const letGo = isBefore && mode === 'on' ? await holdBack(page, /\.js$/) : undefined
      await page.goto(address)
      if (!isBefore) await scriptsRun(page)
      const form = page.locator(selector)
      const button = form.getByRole('button', { name: press, exact: true })
      expect(await missingIn(form), time).toBeGreaterThan(0)
      if (time === 'once its rules are there') {
        await button.focus()
        await page.waitForLoadState('networkidle')
      }
      await button.click()
      const answered = isBefore && servedIn ? page.locator(servedIn) : form
      await isAskedIn(answered, time)
      if (!letGo) continue
      letGo()
      await scriptsRun(page)
      await isAskedIn(answered, 'once scripts run on the answer')
    }
  })

test('forms that begin with a record open with nothing missing @once', async ({ page, open, riverbank }) => {
  await open(BEFORE, { as: 'aoife' })
  for (const { name, at, form } of typed.filter(isFilled)) {
    await page.goto(typeof at === 'string' ? at : await at(riverbank))
    expect(await missingIn(page.locator(form)), name).toBe(0)
  }
})
