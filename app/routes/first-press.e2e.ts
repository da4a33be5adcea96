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

// What is asked for is the same however often the button is pressed: before the browser has a form's rules, and once it has them.
for (const { name, as, at, form: selector, press, saved } of forms)
  test(`‘${name}’ asks for what is missing when its button is pressed first of all @scripts`, async ({
    page,
    open,
    riverbank,
  }) => {
    await open(typeof at === 'string' ? at : await at(riverbank), as && { as })
    const form = page.locator(selector)
    expect(await missingIn(form)).toBeGreaterThan(0)
    const before = riverbank.rows(saved)[0]?.n
    for (const time of ['at first', 'with rules']) {
      await form.getByRole('button', { name: press, exact: true }).click()
      await expect(form.locator('[aria-invalid=true]').first(), time).toBeVisible()
      await page.waitForLoadState('networkidle')
      await expect(page.getByText(/success|Thank you/i), time).toHaveCount(0)
      expect(riverbank.rows(saved)[0]?.n, time).toBe(before)
    }
  })
