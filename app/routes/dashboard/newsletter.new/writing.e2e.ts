import { expect, test } from '~/test/browser'

const formatUsToday = () =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'Europe/Dublin' }).format(new Date())

test('a tutor writes a newsletter and changes it', async ({ page, open, riverbank }) => {
  const title = 'Winter at Riverbank'
  await open('/dashboard/newsletter/new', { as: 'aoife' })
  const form = page.locator('#newsletter')
  await expect(form.getByLabel('Newsletter Content')).toHaveAttribute('placeholder', /Dear families and friends/)
  await expect(form.getByLabel('Newsletter Content')).toHaveCSS('min-height', '400px')
  await form.getByLabel('Newsletter Title').fill(title)
  await form.getByLabel('Newsletter Content').fill('Dear families,\n\nThe choir sings on Friday.\nAll welcome.')
  await page.getByRole('button', { name: 'Create Newsletter' }).click()
  await expect(page.getByText('Newsletter created', { exact: true })).toBeVisible()
  await expect(page.getByText('Your newsletter has been created successfully.', { exact: true })).toBeVisible()
  await expect(page).toHaveURL(/\/dashboard\/newsletter\/\d+$/)
  await expect(page.getByText('Draft', { exact: true })).toBeVisible()
  await expect(page.getByText(`Created: ${formatUsToday()}`)).toBeVisible()

  await page.getByRole('link', { name: 'Edit', exact: true }).click()
  await form.getByLabel('Newsletter Content').fill('Dear families,\n\nThe choir sings on Saturday.\nAll welcome.')
  await expect(page).toHaveNoViolations()
  await page.getByRole('button', { name: 'Update Newsletter' }).click()
  await expect(page.getByText('Your newsletter has been updated successfully.', { exact: true })).toBeVisible()
  expect(riverbank.rows('select content, status, version from newsletters where title = ?', title)).toEqual([
    { content: 'Dear families,\n\nThe choir sings on Saturday.\nAll welcome.', status: 'draft', version: 2 },
  ])
})
