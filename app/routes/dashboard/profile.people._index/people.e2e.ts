import { clickDownload, expect, type Page, submitLogIn, test } from '~/test/browser'

async function addPerson(page: Page, { first, last, username }: { first: string; last: string; username: string }) {
  await page.getByLabel('First name').fill(first)
  await page.getByLabel('Last name').fill(last)
  await page.getByLabel('Student or tutor').selectOption({ label: 'Student' })
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill('river stone bread')
}

test('a tutor sees the profile and adds a student @journey', async ({ page, open, riverbank }) => {
  await open('/dashboard', { as: 'aoife' })
  await page.getByRole('tab', { name: 'Profile' }).click()
  await expect(page.getByText('Riverbank Centre Dublin', { exact: true })).toBeVisible()

  await page.getByRole('tab', { name: 'People' }).click()
  await page.getByRole('link', { name: 'Add a person' }).click()
  await addPerson(page, { first: 'Sean', last: 'Kelly', username: 'demo.tutor' })
  await page.getByRole('button', { name: 'Add person' }).click()
  await expect(page.getByLabel('Username')).toHaveAccessibleDescription(/The username demo.tutor is already taken\./)
  await expect(page.getByLabel('First name')).toHaveValue('Sean')
  await expect(page).toHaveNoViolations()

  await page.getByLabel('Username').fill('sean.kelly')
  await page.getByLabel('Password', { exact: true }).fill('river stone bread')
  await page.getByRole('button', { name: 'Add person' }).click()
  await expect(page.getByRole('heading', { name: 'Sean Kelly' })).toBeVisible()
  await expect(page.getByText('Sean can log in as sean.kelly.', { exact: true })).toBeVisible()
  expect(riverbank.rows("select firstName, role, closedAt from users where username = 'sean.kelly'")).toEqual([
    { firstName: 'Sean', role: 'student', closedAt: null },
  ])
  await page.goto('/dashboard/profile/activity')
  await expect(
    page.getByRole('listitem').filter({ hasText: 'Aoife Brennan added the account sean.kelly' }),
  ).toBeVisible()
})

test('a tutor sees configuration problems to pass on @whole', async ({ page, open, riverbank }) => {
  await fetch(riverbank.url, { headers: { 'X-Forwarded-For': '203.0.113.9' } })
  await open('/dashboard/profile', { as: 'aoife' })
  const warning = page.getByRole('region', { name: 'For the person who looks after the website' })
  await expect(warning).toContainText('The website can’t tell visitors apart')
  await expect(warning).toContainText('Please tell whoever looks after the website:')
  await expect(page).toHaveNoViolations()
})

test('a tutor exports a person’s data and erases them', async ({ page, open, riverbank }) => {
  await open('/dashboard/profile/people/new', { as: 'aoife' })
  await addPerson(page, { first: 'Ciara', last: 'Roche', username: 'ciara.roche' })
  await page.getByRole('button', { name: 'Add person' }).click()
  const file = await clickDownload(page, page.getByRole('link', { name: 'Export all data' }))
  expect(file.suggestedFilename()).toMatch(/^person-\d+\.zip$/)
  expect(riverbank.rows('select action, title from activity order by id desc limit 1')).toEqual([
    { action: 'took out the data', title: 'ciara.roche' },
  ])

  await page.getByRole('link', { name: 'Erase' }).click()
  await expect(
    page.getByText('Are you sure you want to erase "Ciara Roche"? This action cannot be undone.'),
  ).toBeVisible()
  await expect(page).toHaveNoViolations()
  await page.getByRole('button', { name: 'Erase' }).click()
  await expect(page.getByText('Person erased', { exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Ciara Roche' })).toHaveCount(0)
  expect(riverbank.rows("select id from users where username = 'ciara.roche' or firstName = 'Ciara'")).toEqual([])
})

test('several people are added at once, with a slip for each that is shown once @scripts', async ({
  open,
  riverbank,
}) => {
  const page = await open('/dashboard/profile/people', { as: 'aoife' })
  await page.getByRole('link', { name: 'Add several' }).click()
  const names = page.getByLabel('Names, one per line')
  await names.fill('Mary Byrne\nmary@example.ie')
  await page.getByRole('button', { name: 'Add people' }).click()
  await expect(page.getByRole('alert')).toContainText('Line 2: ‘mary@example.ie’ is not a name.')
  await expect(page).toHaveNoViolations()
  await names.fill('Mary Byrne\nSeán Óg Ó Sé')
  const answered = page.waitForResponse((response) => response.request().method() === 'POST')
  await page.getByRole('button', { name: 'Add people' }).click()
  expect((await answered).headers()['cache-control']).toContain('no-store')
  await expect(page.getByRole('heading', { name: '2 people added' })).toBeFocused()
  const slip = page.getByRole('listitem').filter({ hasText: 'Mary Byrne' })
  const password = await slip.getByRole('definition').last().innerText()
  await expect(page).toHaveNoViolations()
  expect(riverbank.rows("select id from users where username in ('mary.b', 'sean.o')")).toHaveLength(2)
  await page.getByRole('link', { name: 'Done' }).click()
  await expect(page.getByRole('link', { name: 'Mary Byrne' })).toBeVisible()
  await page.goBack()
  await expect(page.getByText(password)).toHaveCount(0)
  await page.context().clearCookies()
  await open('/portal')
  await submitLogIn(page, 'mary.b', password)
  await expect(page).toHaveURL(/\/dashboard$/)
})
