import { expect, fillFields, type Page, test } from '~/test/browser'

const findPlan = (page: Page, title: string) => page.getByRole('listitem').filter({ hasText: title })

test('a tutor creates a plan, and the public page shows it @once', async ({ page, open, riverbank }) => {
  const year = new Date().getFullYear()
  await open('/dashboard/board', { as: 'aoife' })
  await page.getByRole('tab', { name: 'Strategic Plans' }).click()
  await expect(page).toHaveURL('/dashboard/board/plans')
  await expect(findPlan(page, 'Our own lives').getByText('Active', { exact: true })).toBeVisible()
  await expect(findPlan(page, 'Open doors').getByText('2021 - 2024')).toBeVisible()
  await page.getByRole('link', { name: 'Add Plan' }).click()
  await expect(page.getByRole('heading', { name: 'Add Strategic Plan' })).toBeVisible()
  const form = page.locator('#plan')
  await expect(form.getByLabel('Start Year')).toHaveValue(String(year))
  await expect(form.getByLabel('End Year')).toHaveValue(String(year + 3))
  const content = '<h1>Goals</h1><p onclick="alert(1)">Plants</p><script>alert(1)</script>'
  await fillFields(form, { Title: 'Green rooms', 'Start Year': '', 'End Year': '', Content: content })
  await expect(form.getByRole('heading', { name: 'Goals' })).toBeVisible()
  await expect(form.getByLabel('Title')).toHaveValue('Green rooms')
  await page.getByRole('button', { name: 'Create Plan' }).click()
  await expect(page.getByText('Strategic plan created successfully', { exact: true })).toBeVisible()
  expect(
    riverbank.rows('select title, content, startYear, endYear, isActive from strategicPlans order by id desc limit 1'),
  ).toEqual([{ title: 'Green rooms', content, startYear: year, endYear: year + 3, isActive: 1 }])
  await open('/board?tab=strategic')
  const plan = findPlan(page, 'Green rooms')
  await expect(plan.getByText('Current', { exact: true })).toBeVisible()
  expect(await plan.locator('[data-rich-text]').innerHTML()).toBe('<h3>Goals</h3><p>Plants</p>')
})
