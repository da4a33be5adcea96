import { expect, type Locator, test } from '~/test/browser'
import { siteForms } from '~/test/forms'

/** Forms that open with all they need. */
const filled = /^(Edit |Change (the term|a name)|Send (Newsletter|later|a test)|The centre’s details)/
const forms = siteForms.filter(({ name, fill, isQuestion }) => fill && !isQuestion && !filled.test(name))

/** How many of a form's fields have to be filled in and are not. */
const missingIn = (form: Locator) =>
  form.evaluate(
    (element) =>
      [...element.querySelectorAll<HTMLInputElement>('[aria-required=true], [required]')].filter(
        ({ value, type, checked }) => !value || (type === 'checkbox' && !checked),
      ).length,
  )

// Each press is on a page of its own, so that what is seen answers that press.
for (const { name, as, at, form: selector, press, saved, tells } of forms)
  test(`‘${name}’ asks for what is missing when its button is pressed first of all @scripts`, async ({
    page,
    open,
    riverbank,
  }) => {
    const address = typeof at === 'string' ? at : await at(riverbank)
    const before = riverbank.rows(saved)[0]?.n
    for (const time of ['at once', 'once its rules were asked for']) {
      await open(address, time === 'at once' && as ? { as } : undefined)
      const form = page.locator(selector)
      expect(await missingIn(form)).toBeGreaterThan(0)
      const button = form.getByRole('button', { name: press, exact: true })
      if (time !== 'at once') {
        await button.focus()
        await page.waitForLoadState('networkidle')
      }
      await button.click()
      await expect(form.locator('[aria-invalid=true]').first(), time).toBeVisible()
      await expect(page.getByText(tells?.[0] ?? /success/i), time).toHaveCount(0)
      expect(riverbank.rows(saved)[0]?.n, time).toBe(before)
    }
  })
