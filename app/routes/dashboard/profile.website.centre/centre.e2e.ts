import { expect, fillFields, test } from '~/test/browser'

const details = {
  Name: 'Hazelwood Day Centre',
  'Short name': 'Hazelwood',
  Telephone: '091 555 010',
  'Days and hours': 'Monday to Thursday 10:00 - 16:00\nFriday 10:00 - 13:00',
  'Charity number (CHY)': '12345',
  'Web addresses': 'www.facebook.com/hazelwood\nhttps://www.instagram.com/hazelwood',
}

test('a tutor changes the centre’s details and colours, and every page has them at once', async ({ open, page }) => {
  // A cached page from before the change must not come back.
  await open('/contact')
  await open('/dashboard/profile/website/centre', { as: 'aoife' })
  await expect(page.getByText('Some of these are examples.')).toBeVisible()
  const form = page.locator('#centre')
  await fillFields(form, details)
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
  const reach = page.getByRole('region', { name: 'How to reach us' })
  for (const text of ['091 555 010', 'Friday 10:00 - 13:00']) await expect(reach.getByText(text)).toBeVisible()
  for (const text of ['Hazelwood Day Centre', 'CHY 12345']) await expect(foot.getByText(text)).toBeVisible()
  const facebook = foot.getByRole('link', { name: 'Facebook' })
  await expect(facebook).toHaveAttribute('href', 'https://www.facebook.com/hazelwood')
  await expect(page.getByRole('banner').getByText('Hazelwood')).toBeVisible()
  await expect(page.getByText('020 910 0100')).toHaveCount(0)
  await expect(page).toHaveNoViolations()
})
