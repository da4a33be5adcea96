import { expect, test } from '~/test/browser'

test('the title shows a refused form in the portal, but not on the next page', async ({ page, open, mode }) => {
  await open('/dashboard/newsletter/new', { as: 'aoife' })
  await page.getByLabel('Newsletter Title').fill('June')
  await page.getByRole('button', { name: 'Create Newsletter' }).click()
  await expect(page.getByText('Content must be at least 10 characters').first()).toBeVisible()
  await expect(page).toHaveTitle('Error: Create Newsletter - Riverbank')
  await page
    .getByRole('tab', { name: 'My Files' })
    .or(page.getByRole('link', { name: 'My Files' }))
    .first()
    .click()
  if (mode === 'on') await page.getByRole('button', { name: 'Leave without saving' }).click()
  await expect(page).toHaveTitle('My Files - Riverbank')
})
