import { expect, rowOf, test } from '~/test/browser'

test('a tutor sees what became of each newsletter, and that mail is not set up', async ({ page, open }) => {
  await open('/dashboard/newsletter', { as: 'aoife' })
  const autumn = rowOf(page, 'Autumn at Riverbank')
  await expect(autumn.getByText('Sent', { exact: true })).toBeVisible()
  await expect(autumn.getByText('11 sent', { exact: true })).toBeVisible()
  await expect(autumn.getByRole('link', { name: /^Send/ })).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Email is not set up' })).toBeVisible()
})

test.describe('where the server fails', () => {
  test.use({ failing: true })
  test('newsletters that can’t be loaded are told in the tab, which stays', async ({ page, open, riverbank }) => {
    riverbank.change('alter table newsletters rename to newslettersAway')
    await open('/dashboard/newsletter', { as: 'aoife' })
    await expect(page.getByText('Error Loading Data', { exact: true })).toBeVisible()
    await expect(
      page.getByText('There was an error loading the newsletter data. Please try again later.', { exact: true }),
    ).toBeVisible()
    await expect(page).toHaveNoViolations()
    riverbank.change('alter table newslettersAway rename to newsletters')
    await page.getByRole('tab', { name: 'Newsletters' }).click()
    await expect(page.getByRole('link', { name: 'View Autumn at Riverbank' })).toBeVisible()
  })
})
