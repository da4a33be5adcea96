import { expect, fillIn, type Open, type Page, type RunningRiverbank, test } from '~/test/browser'

const planOf = (page: Page, title: string) => page.getByRole('listitem').filter({ hasText: title })
const form = (page: Page) => page.locator('#plan')

const fill = (page: Page, fields: Record<string, string>) => fillIn(form(page), fields)

const year = new Date().getFullYear()
const plan = {
  title: 'Green rooms',
  description: null,
  content: '<h3>Goals</h3><p>Plants</p>',
  documentUrl: 'https://riverbank.example/green.pdf',
  startYear: year,
  endYear: year + 3,
  isActive: 1,
}
const rowsOf = ({ rows }: RunningRiverbank) =>
  rows(
    "select title, description, content, documentUrl, startYear, endYear, isActive from strategicPlans where title = 'Green rooms'",
  )

/** Adds the plan by the API, and opens the list. */
async function openWithPlan(open: Open) {
  const page = await open('/dashboard/board/plans', { as: 'aoife' })
  const answer = await page.request.post('/api/strategic-plans', {
    data: { ...plan, isActive: true },
    headers: { 'Sec-Fetch-Site': 'same-origin' },
  })
  expect(answer.status()).toBe(201)
  return open('/dashboard/board/plans')
}

test('a tutor creates a plan, and the public page shows it', async ({ page, open, riverbank, mode }) => {
  await open('/dashboard/board', { as: 'aoife' })
  await page.getByRole('tab', { name: 'Strategic Plans' }).click()
  await expect(page).toHaveURL('/dashboard/board/plans')
  await expect(planOf(page, 'Our own lives').getByText('Active', { exact: true })).toBeVisible()
  await expect(planOf(page, 'Open doors').getByText('Archive', { exact: true })).toBeVisible()
  await expect(planOf(page, 'Open doors').getByText('2021 - 2024')).toBeVisible()
  await expect(page).toHaveNoViolations()

  await page.getByRole('link', { name: 'Add Plan' }).click()
  await expect(page.getByRole('heading', { name: 'Add Strategic Plan' })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(mode === 'on' ? 1 : 0)
  await expect(form(page).getByLabel('Start Year')).toHaveValue(String(year))
  await expect(form(page).getByLabel('End Year')).toHaveValue(String(year + 3))
  await fill(page, {
    Title: 'Green rooms',
    'Start Year': '',
    'End Year': '',
    Content: '<h1>Goals</h1><p onclick="alert(1)">Plants</p><script>alert(1)</script>',
    'Document URL': 'https://riverbank.example/green.pdf',
  })
  if (mode !== 'on') await page.getByRole('button', { name: 'Preview' }).click()
  await expect(form(page).getByRole('heading', { name: 'Goals' })).toBeVisible()
  await expect(form(page).getByLabel('Title')).toHaveValue('Green rooms')
  await page.getByRole('button', { name: 'Create Plan' }).click()
  await expect(page.locator('main').getByText('Strategic plan created successfully', { exact: true })).toBeVisible()
  expect(rowsOf(riverbank)).toEqual([plan])
  await open('/board?tab=strategic')
  await expect(planOf(page, 'Green rooms').getByText('Current', { exact: true })).toBeVisible()
})

test('a tutor changes and archives a plan, and the public page follows @whole', async ({ open, riverbank }) => {
  const page = await openWithPlan(open)
  await page.getByRole('link', { name: 'Edit Green rooms' }).click()
  await expect(page.getByRole('heading', { name: 'Edit Strategic Plan' })).toBeVisible()
  await fill(page, { 'End Year': '2001' })
  await form(page).getByLabel('Active Plan').uncheck()
  await expect(page).toHaveNoViolations()
  await page.getByRole('button', { name: 'Update Plan' }).click()
  const warning = 'Strategic plan updated successfully. Please check the years: the end year is before the start year.'
  await expect(page.locator('main').getByText(warning, { exact: true })).toBeVisible()
  expect(rowsOf(riverbank)).toEqual([{ ...plan, endYear: 2001, isActive: 0 }])
  await open('/board?tab=strategic')
  await expect(planOf(page, 'Green rooms').getByText('Archive', { exact: true })).toBeVisible()
})
