import { expect, fillFields, test } from '~/test/browser'

test('a tutor changes the centre’s name and colours, and every page has them at once @once', async ({ open, page }) => {
  // A cached page from before the change must not come back.
  await open('/contact')
  await open('/dashboard/profile/website/centre', { as: 'aoife' })
  await expect(page.getByText('Some of these are examples.')).toBeVisible()
  const form = page.locator('#centre')
  await fillFields(form, { 'Short name': 'Hazelwood' })
  await form.getByLabel('Heather, a purple').check()
  await expect(page).toHaveNoViolations()
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Details updated').first()).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'heather')

  await page.context().clearCookies()
  await open('/contact')
  const foot = page.getByRole('contentinfo')
  await expect(foot).toHaveCSS('background-color', 'rgb(70, 32, 61)')
  await expect(page.locator('meta[name=theme-color]')).toHaveAttribute('content', '#5E2B52')
  await expect(page).toHaveTitle(/ - Hazelwood$/)
  await expect(page.getByRole('banner').getByText('Hazelwood')).toBeVisible()
  await expect(page).toHaveNoViolations()
})
