import { expect, submitLogIn, test } from '~/test/browser'
import type { Break } from '~/test/faulty-proxy'
import { ANSWER_TIMEOUT } from '~/ui/browser/request-failure'

test('a student logs in, sees the tabs of a student, and logs out @journey @once', async ({
  page,
  logInByForm,
  riverbank,
}) => {
  await logInByForm('demo.student')
  await expect(page.getByText('Login successful', { exact: true })).toBeVisible()
  await expect(page.getByText('Welcome to the Student Portal.', { exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Student Portal Dashboard' })).toBeVisible()
  await expect(page.getByRole('banner').getByText('Daniel', { exact: true })).toBeVisible()
  await expect(page.getByText('Welcome to the student portal', { exact: true })).toBeVisible()
  await expect(page.getByRole('tab')).toHaveText(['My Files', 'Riverbank Timetable', 'Calendar', 'Notices'])
  expect(await page.evaluate(() => localStorage.getItem('authToken'))).toMatch(/^[\w-]{43}$/)
  await expect(page).toHaveNoViolations()

  await page.getByRole('button', { name: 'Log Out' }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('status').filter({ hasText: 'You have been successfully logged out.' })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('authToken'))).toBeNull()
  expect(riverbank.rows('select endedAt is not null as ended from sessions order by id desc limit 1')).toEqual([
    { ended: 1 },
  ])

  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Student Portal Dashboard' })).toHaveCount(0)
})

test('an empty log-in and a wrong password show messages on a small phone', async ({
  page,
  open,
  riverbank,
  mode,
}) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await open('/login')
  await page.getByRole('button', { name: 'Log In' }).click()
  await expect(page.getByLabel('Username')).toHaveAccessibleDescription(
    'Error: Username must be at least 2 characters.',
  )
  await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription('Error: Password is required.')
  const before = riverbank.rows('select count(*) as count from sessions')
  await submitLogIn(page, 'demo.student2', 'not my password')
  const reported = page.getByRole('region', { name: 'Log In' }).getByRole('alert')
  await expect(reported).toContainText('Login failed: 401. Please check your credentials and try again.')
  await expect(reported).toContainText('The username or the password is wrong.')
  await expect(reported.getByText('Login failed', { exact: true })).toBeInViewport({ ratio: 1 })
  // The message appears once and has the focus.
  await expect(page.getByRole('alert')).toHaveCount(1)
  await expect(page.locator('[role=alert]:focus-within')).toBeVisible()
  await expect(page).toHaveTitle('Error: Student Portal - Riverbank')
  await expect(page.getByLabel('Username')).toHaveValue('demo.student2')
  if (mode !== 'on') await expect(page.getByLabel('Password', { exact: true })).toHaveValue('')
  expect(riverbank.rows('select count(*) as count from sessions')).toEqual(before)
  await expect(page).toHaveNoViolations()
})

test.describe('when the connection fails', () => {
  test.use({ usesFaultyProxy: true, expectsServerErrors: true })

  test('a log-in says why, and can be repeated @scripts', async ({ page, open, line }) => {
    await page.clock.install()
    await open('/portal')
    const alert = page.getByRole('alert').first()
    for (const [how, words] of [
      ['gone', 'Login failed: no connection. There is no connection at the moment.'],
      [502, 'Login failed: 502. The website is not available at the moment.'],
      ['silent', 'Login failed: no answer. The website is not responding.'],
    ] as [Break, string][]) {
      line.break(how)
      const sent = line.seen.length
      await submitLogIn(page, 'demo.student2')
      if (how === 'silent') {
        await expect.poll(() => line.seen.slice(sent).some((request) => request.startsWith('POST'))).toBe(true)
        await page.clock.fastForward(ANSWER_TIMEOUT)
      }
      await expect(alert).toContainText(words)
      await expect(alert).toBeFocused()
      await expect(page.getByLabel('Username')).toHaveValue('demo.student2')
    }
    line.mend()
    await page.getByRole('button', { name: 'Log In' }).click()
    await expect(page).toHaveURL('/dashboard')
  })
})
