import { expect, password, scriptsRun, test, typeLogIn } from '~/test/browser'

test('a student logs in, sees the tabs of a student, and logs out', async ({ page, logInByForm, riverbank, mode }) => {
  await logInByForm('demo.student')
  await expect(page.locator('main').getByText('Login successful', { exact: true })).toBeVisible()
  await expect(page.locator('main').getByText('Welcome to the Student Portal.', { exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Student Portal Dashboard' })).toBeVisible()
  await expect(page.getByText('Welcome to the student portal', { exact: true })).toBeVisible()
  await expect(page.getByRole('tab')).toHaveText(['My Files', 'Riverbank Timetable', 'Calendar', 'Notices'])
  if (mode === 'on') expect(await page.evaluate(() => localStorage.getItem('authToken'))).toMatch(/^[\w-]{43}$/)
  await expect(page).toHaveNoViolations()

  await page.getByRole('button', { name: 'Log Out' }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('status').filter({ hasText: 'You have been successfully logged out.' })).toBeVisible()
  if (mode === 'on') expect(await page.evaluate(() => localStorage.getItem('authToken'))).toBeNull()
  expect(riverbank.rows('select endedAt is not null as ended from sessions order by id desc limit 1')).toEqual([
    { ended: 1 },
  ])

  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Student Portal Dashboard' })).toHaveCount(0)
})

test('a tutor is greeted by first name and sees the tabs of a tutor', async ({ page, logInByForm }) => {
  await logInByForm('demo.tutor')
  await expect(page.getByText('Welcome, Aoife', { exact: true })).toBeVisible()
  await expect(page.getByRole('tab')).toHaveText([
    'My Files',
    'Riverbank Timetable',
    'Calendar',
    'Notices',
    'Newsletter',
    'Resources',
    'Board',
    'Profile',
  ])
  await expect(page).toHaveNoViolations()
})

test('a wrong password is refused in words, and the username is kept', async ({ page, open, riverbank, mode }) => {
  await open('/login')
  const before = riverbank.rows('select count(*) as count from sessions')
  await typeLogIn(page, 'demo.student2', 'not my password')
  await expect(page.getByRole('alert').first()).toContainText(
    'Login failed: 401. Please check your credentials and try again.',
  )
  await expect(page.getByLabel('Username')).toHaveValue('demo.student2')
  if (mode !== 'on') await expect(page.getByLabel('Password', { exact: true })).toHaveValue('')
  expect(riverbank.rows('select count(*) as count from sessions')).toEqual(before)
  await expect(page).toHaveNoViolations()
})

test('an empty log-in form is refused with the messages of both fields', async ({ page, open }) => {
  await open('/portal')
  await page.getByRole('button', { name: 'Log In' }).click()
  await expect(page.getByLabel('Username')).toHaveAccessibleDescription(
    'Error: Username must be at least 2 characters.',
  )
  await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription('Error: Password is required.')
  await expect(page).toHaveNoViolations()
})

test('who asks for a portal page is asked to log in and is led back to it', async ({ page, open, mode }) => {
  await open('/dashboard/notices?from=link')
  await expect(page).toHaveURL(/\/portal\?next=/)
  await page.getByLabel('Username').fill('demo.student2')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Remember me').check()
  if (mode === 'on') await scriptsRun(page)
  await page.getByRole('button', { name: 'Log In' }).click()
  await expect(page).toHaveURL('/dashboard/notices?from=link')
  await page.goto('/login')
  await expect(page).toHaveURL('/dashboard')
})

test('after too many tries the page says to wait, and the username and the tick are kept', async ({
  page,
  open,
  mode,
}) => {
  const username = `nobody.${mode}`
  for (let turn = 0; turn < 10; turn++)
    expect((await page.request.post('/api/login', { data: { username, password: 'a guess' } })).status()).toBe(401)
  await open('/portal')
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill('a guess')
  await page.getByLabel('Remember me').check()
  await page.getByRole('button', { name: 'Log In' }).click()
  await expect(page.getByRole('alert').first()).toContainText(
    'There have been too many tries. Please wait a few minutes and try again.',
  )
  await expect(page.getByLabel('Username')).toHaveValue(username)
  await expect(page.getByLabel('Remember me')).toBeChecked()
  if (mode !== 'on') await expect(page.getByLabel('Password', { exact: true })).toHaveValue('')
  await expect(page).toHaveNoViolations()
})

test.describe('while many people log in', () => {
  test.use({ failing: true })

  test('the form says to wait and keeps what was typed @scripts', async ({ page, open }) => {
    const busy = { status: 503, headers: { 'Retry-After': '5' }, json: { message: 'Login failed: 503.' } }
    await page.route('**/api/login', (route) => route.fulfill(busy))
    await open('/portal')
    await typeLogIn(page, 'demo.student2')
    await expect(page.getByRole('alert').first()).toContainText(
      'A lot of people are logging in right now. Please wait a few seconds and try again.',
    )
    await expect(page.getByLabel('Username')).toHaveValue('demo.student2')
    await expect(page).toHaveNoViolations()

    await page.unroute('**/api/login')
    await page.getByRole('button', { name: 'Log In' }).click()
    await expect(page).toHaveURL('/dashboard')
  })
})
