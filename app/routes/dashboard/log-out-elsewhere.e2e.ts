import { expect, fillFields, submitLogIn, test, waitForHydration } from '~/test/browser'

const fields = { 'Newsletter Title': 'July news', 'Newsletter Content': 'The choir sang.\nWe planted beans.' }

test('what is typed survives a log-out in another tab @mechanism', async ({ page, open, mode }) => {
  const requested: string[] = []
  page.on('dialog', (dialog) => {
    requested.push(dialog.type())
    void dialog.dismiss()
  })
  await open('/dashboard/newsletter/new', { as: 'aoife' })
  const form = page.locator('#newsletter')
  await fillFields(form, fields)
  const other = await page.context().newPage()
  await other.goto('/dashboard')
  await other.getByRole('button', { name: 'Log Out' }).click()
  await expect(other).toHaveURL('/')
  await other.close()

  const save = form.getByRole('button', { name: 'Create Newsletter' })
  await save.click()
  await expect(page).toHaveURL(/\/portal\?next=/)
  await expect(
    page.getByText(/Log in on this device before \d\d:\d\d, and what you typed will be there/).first(),
  ).toBeVisible()
  await submitLogIn(page, 'demo.tutor')
  await expect(form.getByText(/^Typed today at \d\d:\d\d$/)).toBeVisible()
  for (const [label, value] of Object.entries(fields))
    await expect(form.getByLabel(label, { exact: true })).toHaveValue(value)
  if (mode === 'on') {
    await waitForHydration(page)
    // Nothing is saved yet.
    await page.getByRole('tab', { name: 'Calendar' }).click()
    await page.getByRole('button', { name: 'Keep editing' }).click()
  }
  await save.click()
  await expect(page.getByText('Newsletter created').first()).toBeVisible()
  expect(requested).toEqual([])
})
