import { expect, fillIn, test } from '~/test/browser'
import type { Break } from '~/test/line'

test.use({ overLine: true, failing: true })

const typed = { Name: 'Maura Daly', Email: 'maura@example.org', Message: 'May we come and see you in June?' }

for (const how of ['gone', 'cut', 'torn', 502] as Break[])
  test(`an enquiry on a line that is ${how} @scripts`, async ({ page, open, line, riverbank }) => {
    await open('/contact')
    const form = page.locator('#enquiry')
    await fillIn(form, typed)
    await form.getByLabel('Subject').selectOption('visit')
    line.break(how)
    await form.getByRole('button', { name: 'Send Message' }).click()
    await expect(form.getByText(/Failed to send message: (502|no connection)/)).toBeVisible()
    for (const [label, value] of Object.entries(typed))
      await expect(form.getByLabel(label, { exact: true })).toHaveValue(value)
    await expect(page.locator('[data-failure]')).toBeFocused()
    line.mend()
    await form.getByRole('button', { name: 'Send Message' }).click()
    await expect(page.locator('main').getByText('Message sent').first()).toBeVisible()
    expect(riverbank.rows('select * from enquiries where name = ?', 'Maura Daly')).toHaveLength(1)
  })
