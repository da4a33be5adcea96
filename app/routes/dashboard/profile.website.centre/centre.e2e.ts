import { expect, test } from '~/test/browser'

const ownDetails = {
  Name: 'Hazelwood Day Centre',
  'Short name': 'Hazelwood',
  'Learning centre': 'Hazelwood, Galway',
  Telephone: '091 555 010',
  Email: 'office@hazelwood.example',
  Address: 'Hazel Road, Galway, H91 X2Y3',
  'Days and hours': 'Monday to Thursday 10:00 - 16:00\nFriday 10:00 - 13:00',
  'Charity number (CHY)': '12345',
  'Registered charity number (RCN)': '20012345',
  'Company number (CRO)': '654321',
  'Web addresses': 'www.facebook.com/hazelwood\nhttps://www.instagram.com/hazelwood',
}

test('a tutor changes the centre’s details, and every page has them at once', async ({ open, page }) => {
  // A cached page from before the change must not come back.
  await open('/contact')
  await open('/dashboard/profile', { as: 'aoife' })
  await page.getByRole('tab', { name: 'Website' }).click()
  await page.getByRole('link', { name: 'Edit the centre’s details' }).click()
  await expect(page.getByText('Some of these are examples.')).toBeVisible()
  await expect(page.getByLabel('Days and hours')).toHaveValue(/^Monday to Friday 9:30 - 16:30\n/)
  const form = page.locator('#centre')
  for (const [label, value] of Object.entries(ownDetails)) await form.getByLabel(label, { exact: true }).fill(value)
  await form.getByLabel('Heather, a purple').check()
  await expect(page).toHaveNoViolations()
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Details updated').first()).toBeVisible()
  await page.getByRole('tablist', { name: 'Profile' }).getByRole('tab', { name: 'Profile' }).click()
  await expect(page.getByText('Hazelwood, Galway', { exact: true })).toBeVisible()
  await page.getByRole('tab', { name: 'Website' }).click()
  await page.getByRole('link', { name: 'Edit the centre’s details' }).click()
  await expect(page.getByText('Some of these are examples.')).toHaveCount(0)
  await expect(form.getByLabel('Web addresses')).toHaveValue(
    'https://www.facebook.com/hazelwood\nhttps://www.instagram.com/hazelwood',
  )

  await expect(page.locator('html')).toHaveAttribute('data-theme', 'heather')
  await page.context().clearCookies()
  await open('/contact')
  await expect(page.getByRole('contentinfo')).toHaveCSS('background-color', 'rgb(70, 32, 61)')
  await expect(page.locator('meta[name=theme-color]')).toHaveAttribute('content', '#5E2B52')
  await expect(page).toHaveTitle(/ - Hazelwood$/)
  const details = page.getByRole('region', { name: 'How to reach us' })
  for (const words of ['091 555 010', 'office@hazelwood.example', 'H91 X2Y3', 'Friday 10:00 - 13:00'])
    await expect(details.getByText(words)).toBeVisible()
  const foot = page.getByRole('contentinfo')
  for (const words of ['Hazelwood Day Centre', 'CHY 12345 · RCN 20012345 · CRO 654321', 'Friday 10:00 - 13:00'])
    await expect(foot.getByText(words)).toBeVisible()
  await expect(foot.getByRole('link', { name: 'Facebook' })).toHaveAttribute(
    'href',
    'https://www.facebook.com/hazelwood',
  )
  await expect(page.getByRole('banner').getByText('Hazelwood')).toBeVisible()
  await expect(page.getByText('020 910 0100')).toHaveCount(0)
  await expect(page).toHaveNoViolations()
})
