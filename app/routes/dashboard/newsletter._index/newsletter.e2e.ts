import { expect, holdBack, rowOf, test } from '~/test/browser'

const MISSING = 99_999

test('a tutor sees what became of each newsletter, and that mail is not set up', async ({ page, open }) => {
  await open('/dashboard/newsletter', { as: 'aoife' })
  const autumn = rowOf(page, 'Autumn at Riverbank')
  await expect(autumn.getByText('Sent', { exact: true })).toBeVisible()
  await expect(autumn.getByText('11 sent', { exact: true })).toBeVisible()
  await expect(autumn.getByRole('link', { name: /^Send/ })).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Email is not set up' })).toBeVisible()
  await expect(page).toHaveNoViolations()
})

test('a newsletter that is not there says so, and the tabs stay @whole', async ({ page, open }) => {
  await open(`/dashboard/newsletter/${MISSING}`, { as: 'aoife' })
  await expect(page.getByRole('heading', { name: 'Newsletter not found' })).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Newsletters' })).toBeVisible()
  await expect(page).toHaveNoViolations()
  await page.getByRole('link', { name: 'Close' }).click()
  await expect(page.getByRole('link', { name: 'View Autumn at Riverbank' })).toBeVisible()
})

test.describe('what only scripts do', { tag: '@scripts' }, () => {
  test('the words for what is on its way are seen only while it is @whole', async ({ page, open }) => {
    await open('/dashboard', { as: 'aoife' })
    const data = /\/dashboard\/newsletter.*\.data/
    const letGoList = await holdBack(page, data)
    await page.getByRole('tab', { name: 'Newsletter', exact: true }).click()
    await expect(page.getByText('Loading newsletter data...', { exact: true })).toBeVisible()
    letGoList()
    await expect(page.getByRole('link', { name: 'View Autumn at Riverbank' })).toBeVisible()
    await expect(page.getByText(/^Loading/)).toHaveCount(0)
    const letGoDetail = await holdBack(page, data)
    await page.getByRole('link', { name: 'View Autumn at Riverbank' }).click()
    await expect(page.getByText('Loading newsletter details...', { exact: true })).toBeVisible()
    letGoDetail()
    await expect(page.getByRole('heading', { name: 'Autumn at Riverbank' })).toBeVisible()
  })
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
