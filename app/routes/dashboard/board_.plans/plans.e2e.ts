import { expect, fillFields, type Page, type RunningRiverbank, test } from '~/test/browser'

const planOf = (page: Page, title: string) => page.getByRole('listitem').filter({ hasText: title })
const form = (page: Page) => page.locator('#plan')

const fill = (page: Page, fields: Record<string, string>) => fillFields(form(page), fields)

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
const rowsOf = ({ rows }: RunningRiverbank) =>
  rows(
    "select title, description, content, documentUrl, startYear, endYear, isActive from strategicPlans where title = 'Green rooms'",
  )

test('a tutor creates a plan, and the public page shows it', async ({ page, open, riverbank, mode }) => {
  await open('/dashboard/board', { as: 'aoife' })
  await page.getByRole('tab', { name: 'Strategic Plans' }).click()
  await expect(page).toHaveURL('/dashboard/board/plans')
  await expect(planOf(page, 'Our own lives').getByText('Active', { exact: true })).toBeVisible()
  await expect(planOf(page, 'Open doors').getByText('Archive', { exact: true })).toBeVisible()
  await expect(planOf(page, 'Open doors').getByText('2021 - 2024')).toBeVisible()

  await page.getByRole('link', { name: 'Add Plan' }).click()
  await expect(page.getByRole('heading', { name: 'Add Strategic Plan' })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(mode === 'on' ? 1 : 0)
  await expect(form(page).getByLabel('Start Year')).toHaveValue(String(year))
  await expect(form(page).getByLabel('End Year')).toHaveValue(String(year + 3))
  await fill(page, {
    Title: 'Green rooms',
    'Start Year': '',
    'End Year': '',
    Content: plan.content,
    'Document URL': 'https://riverbank.example/green.pdf',
  })
  if (mode !== 'on') await page.getByRole('button', { name: 'Preview' }).click()
  await expect(form(page).getByRole('heading', { name: 'Goals' })).toBeVisible()
  await expect(form(page).getByLabel('Title')).toHaveValue('Green rooms')
  await page.getByRole('button', { name: 'Create Plan' }).click()
  await expect(page.getByText('Strategic plan created successfully', { exact: true })).toBeVisible()
  expect(rowsOf(riverbank)).toEqual([plan])
  await open('/board?tab=strategic')
  await expect(planOf(page, 'Green rooms').getByText('Current', { exact: true })).toBeVisible()
  expect(await planOf(page, 'Green rooms').locator('[data-rich-text]').innerHTML()).toBe('<h3>Goals</h3><p>Plants</p>')
})
