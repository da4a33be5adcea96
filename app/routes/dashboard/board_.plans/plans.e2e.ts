import { expect, fillFields, type Page, type RunningRiverbank, test } from '~/test/browser'

const findPlan = (page: Page, title: string) => page.getByRole('listitem').filter({ hasText: title })
const findForm = (page: Page) => page.locator('#plan')

const fill = (page: Page, fields: Record<string, string>) => fillFields(findForm(page), fields)

const year = new Date().getFullYear()
const plan = {
  title: 'Green rooms',
  description: null,
  content: '<h1>Goals</h1><p onclick="alert(1)">Plants</p><script>alert(1)</script>',
  documentUrl: 'https://riverbank.example/green.pdf',
  startYear: year,
  endYear: year + 3,
  isActive: 1,
}
const readRows = ({ rows }: RunningRiverbank) =>
  rows(
    "select title, description, content, documentUrl, startYear, endYear, isActive from strategicPlans where title = 'Green rooms'",
  )

test('a tutor creates a plan, and the public page shows it', async ({ page, open, riverbank, mode }) => {
  await open('/dashboard/board', { as: 'aoife' })
  await page.getByRole('tab', { name: 'Strategic Plans' }).click()
  await expect(page).toHaveURL('/dashboard/board/plans')
  await expect(findPlan(page, 'Our own lives').getByText('Active', { exact: true })).toBeVisible()
  await expect(findPlan(page, 'Open doors').getByText('Archive', { exact: true })).toBeVisible()
  await expect(findPlan(page, 'Open doors').getByText('2021 - 2024')).toBeVisible()

  await page.getByRole('link', { name: 'Add Plan' }).click()
  await expect(page.getByRole('heading', { name: 'Add Strategic Plan' })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(mode === 'on' ? 1 : 0)
  await expect(findForm(page).getByLabel('Start Year')).toHaveValue(String(year))
  await expect(findForm(page).getByLabel('End Year')).toHaveValue(String(year + 3))
  await fill(page, {
    Title: 'Green rooms',
    'Start Year': '',
    'End Year': '',
    Content: plan.content,
    'Document URL': 'https://riverbank.example/green.pdf',
  })
  if (mode !== 'on') await page.getByRole('button', { name: 'Preview' }).click()
  await expect(findForm(page).getByRole('heading', { name: 'Goals' })).toBeVisible()
  await expect(findForm(page).getByLabel('Title')).toHaveValue('Green rooms')
  await page.getByRole('button', { name: 'Create Plan' }).click()
  await expect(page.getByText('Strategic plan created successfully', { exact: true })).toBeVisible()
  expect(readRows(riverbank)).toEqual([plan])
  await open('/board?tab=strategic')
  await expect(findPlan(page, 'Green rooms').getByText('Current', { exact: true })).toBeVisible()
  expect(await findPlan(page, 'Green rooms').locator('[data-rich-text]').innerHTML()).toBe(
    '<h3>Goals</h3><p>Plants</p>',
  )
})
