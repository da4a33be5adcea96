import { expect, findRow, type Page, type RunningRiverbank, test } from '~/test/browser'

test.beforeEach(({ riverbank }) => riverbank.change('delete from subscribers'))

const findForm = (page: Page) => page.locator('#subscriber')
const readStatus = (riverbank: RunningRiverbank, email: string) =>
  riverbank.rows('select active, unsubscribedAt is not null as left from subscribers where email = ?', email)
const listActions = (riverbank: RunningRiverbank, email: string) =>
  riverbank
    .rows("select action from activity where noun = 'subscriber' and title = ? order by id", email)
    .map(({ action }) => action)

function addMaura({ change }: RunningRiverbank) {
  change(
    `insert into subscribers (email, name, isGuardian, studentName, createdAt, token)
     values ('maura@example.ie', 'Maura Dunne', 1, 'Daniel Okafor', '2026-05-01T10:00:00.000Z', 'maura')`,
  )
}

/** Opens a subscriber's actions, which stay open if a press changed nothing else. */
async function openActions(page: Page, email: string) {
  const details = findRow(page, email).locator('details')
  if ((await details.getAttribute('open')) === null) await details.locator('summary').click()
}

function addMany({ change }: RunningRiverbank, number: number) {
  change(
    `with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ?)
     insert into subscribers (email, createdAt, token)
     select 'family' || n || '@example.ie', '2024-06-05T10:00:00.000Z', 'token' || n from numbers`,
    number,
  )
}

test('a tutor adds a subscriber, a guardian', async ({ page, open, riverbank }) => {
  await open('/dashboard/newsletter/subscribers', { as: 'aoife' })
  await expect(page.getByText('No subscribers yet.', { exact: true })).toBeVisible()
  await expect(page).toHaveNoViolations()

  await findForm(page).getByLabel('Email Address').fill('maura')
  await findForm(page).getByLabel('Name (Optional)').fill('Maura Dunne')
  await expect(findForm(page).getByLabel('Student Name')).toBeHidden()
  await findForm(page).getByLabel('This person is a parent/guardian').check()
  await findForm(page).getByLabel('Student Name').fill('Daniel Okafor')
  await page.getByRole('button', { name: 'Add Subscriber' }).click()
  await expect(findForm(page).getByLabel('Email Address')).toHaveAccessibleDescription(
    'Error: Please enter a valid email address',
  )
  await expect(findForm(page).getByLabel('Name (Optional)')).toHaveValue('Maura Dunne')
  await expect(findForm(page).getByLabel('Student Name')).toHaveValue('Daniel Okafor')
  expect(riverbank.rows('select id from subscribers')).toEqual([])
  await expect(page).toHaveNoViolations()

  await findForm(page).getByLabel('Email Address').fill('maura@example.ie')
  await page.getByRole('button', { name: 'Add Subscriber' }).click()
  await expect(page.getByText('Subscriber added', { exact: true })).toBeVisible()
  await expect(page.getByText('The subscriber has been added successfully.', { exact: true })).toBeVisible()
  await expect(findForm(page).getByLabel('Email Address')).toHaveValue('')
  await expect(findForm(page).getByLabel('Student Name')).toBeHidden()
  await expect(findRow(page, 'maura@example.ie')).toContainText(/Maura Dunne.*Guardian.*\w+ \d+, \d{4}.*Active/s)
  expect(riverbank.rows('select email, name, isGuardian, studentName, active from subscribers')).toEqual([
    { email: 'maura@example.ie', name: 'Maura Dunne', isGuardian: 1, studentName: 'Daniel Okafor', active: 1 },
  ])
  expect(riverbank.rows("select kind from deliveries where email = 'maura@example.ie'")).toEqual([])
  expect(listActions(riverbank, 'maura@example.ie')).toEqual(['added'])
})

test('the list stays next to the form on a desktop', async ({ page, open, riverbank }) => {
  addMaura(riverbank)
  // The longest month name, and the longest word in the last column.
  const then = '2026-09-19T10:00:00.000Z'
  riverbank.change('update subscribers set active = 0, createdAt = ?, unsubscribedAt = ?', then, then)
  for (const width of [1280, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await open('/dashboard/newsletter/subscribers', { as: 'aoife' })
    const table = page.locator('table')
    const overflow = await table.evaluate(
      (list) => list.getBoundingClientRect().right - list.parentElement!.getBoundingClientRect().right,
    )
    expect(overflow, `${width} px`).toBeLessThanOrEqual(0)
  }
})

test('a tutor searches for a subscriber, unsubscribes them and makes them active again', async ({
  page,
  open,
  riverbank,
}) => {
  addMaura(riverbank)
  addMany(riverbank, 149)
  await open('/dashboard/newsletter/subscribers', { as: 'aoife' })
  await page.getByRole('searchbox', { name: 'Search by email or name' }).fill('DUNNE')
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(page.getByText('1 of 150 subscribers match ‘DUNNE’', { exact: true })).toBeVisible()
  await openActions(page, 'maura@example.ie')
  await page.getByRole('button', { name: 'Unsubscribe maura@example.ie' }).click()
  await expect(page.getByText('Subscriber unsubscribed', { exact: true })).toBeVisible()
  await expect(findRow(page, 'maura@example.ie')).toContainText('Unsubscribed')
  await expect(page).toHaveURL(/search=DUNNE/)
  expect(readStatus(riverbank, 'maura@example.ie')).toEqual([{ active: 0, left: 1 }])
  await expect(page).toHaveNoViolations()
  await openActions(page, 'maura@example.ie')
  await page.getByRole('button', { name: 'Re-activate maura@example.ie' }).click()
  await expect(page.getByText('Subscriber active again', { exact: true })).toBeVisible()
  await expect(findRow(page, 'maura@example.ie')).not.toContainText('Unsubscribed')
  expect(readStatus(riverbank, 'maura@example.ie')).toEqual([{ active: 1, left: 0 }])
  expect(listActions(riverbank, 'maura@example.ie')).toEqual(['unsubscribed', 're-activated'])
})
