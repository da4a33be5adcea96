import { expect, test, waitForHydration } from '~/test/browser'
import type { Break } from '~/test/faulty-proxy'
import { FULL_RUN_ONLY } from '~/test/modes'

test.use({ usesFaultyProxy: true, expectsServerErrors: true })

const stillLoggedIn = 'You are still logged in on this device. Try again when the connection is back.'

const addresses = new Map<Break, string>([
  ['gone', '/dashboard/timetable'],
  [502, '/'],
])

for (const [failure, address] of addresses)
  test(`a log-out hides the portal and says that it failed while the connection is ${failure} @scripts`, {
    tag: failure === 'gone' ? [] : FULL_RUN_ONLY,
  }, async ({ page, open, line }) => {
    await open('/dashboard/timetable', { as: 'daniel' })
    line.break(failure, () => true)
    await page.getByRole('button', { name: 'Log Out' }).click()
    await expect(page.getByRole('heading', { name: 'Logout failed' })).toBeFocused()
    await expect(page.getByText(stillLoggedIn, { exact: true }).first()).toBeVisible()
    await expect(page.getByRole('tab')).toHaveCount(0)
    await expect(page).toHaveURL(address)
    expect(await page.evaluate(() => localStorage.getItem('authToken'))).toBeNull()
    await expect(page).toHaveNoViolations()
    line.mend()
    await page.getByRole('button', { name: 'Log Out' }).click()
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('status').filter({ hasText: 'You have been successfully logged out.' })).toBeVisible()
  })

test('a log-out that a proxy answers with a 502 leads to the home page, which shows the result @scripts', async ({
  page,
  open,
  line,
}) => {
  await open('/dashboard/timetable', { as: 'daniel' })
  line.break(502)
  await page.getByRole('button', { name: 'Log Out' }).click()
  await expect(page).toHaveURL('/')
  const reported = page.getByRole('alert').filter({ hasText: 'Logout failed' })
  await expect(reported).toContainText('You are still logged in on this device.')
  expect(await page.evaluate(() => localStorage.getItem('authToken'))).toBeNull()
  await expect(page).toHaveNoViolations()

  // The session ends; only the response comes from a proxy.
  await page.goto('/dashboard')
  await waitForHydration(page)
  line.break(502, ({ method, url }) => method === 'POST' && url === '/portal')
  await page.getByRole('button', { name: 'Log Out' }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('status').filter({ hasText: 'You have been successfully logged out.' })).toBeVisible()
})

test('a log-out whose response was lost succeeds at the next press @scripts', async ({
  page,
  open,
  line,
  riverbank,
}) => {
  await open('/dashboard', { as: 'daniel' })
  line.break('cut')
  await page.getByRole('button', { name: 'Log Out' }).click()
  await expect(page.getByRole('heading', { name: 'Logout failed' })).toBeFocused()
  const ofStudent = "userId = (select id from users where username = 'demo.student')"
  expect(riverbank.rows(`select endedAt is not null as ended from sessions where ${ofStudent}`)).toEqual([{ ended: 1 }])
  line.mend()
  await page.getByRole('button', { name: 'Log Out' }).click()
  await expect(page).toHaveURL('/')
})

test('a successful log-out hides the portal even if no other page can be reached @scripts @whole', async ({
  page,
  open,
  line,
}) => {
  await open('/dashboard', { as: 'daniel' })
  line.break('gone')
  await page.getByRole('button', { name: 'Log Out' }).click()
  await expect(page.getByRole('heading', { name: 'Logout failed' })).toBeFocused()
  line.break('gone', ({ method, url }) => method === 'POST' && url === '/portal')
  await page.getByRole('button', { name: 'Log Out' }).click()
  await expect(page.getByRole('heading', { name: 'Logged out' })).toBeFocused()
  await expect(page.getByText('You have been successfully logged out.', { exact: true }).first()).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Logout failed' })).toHaveCount(0)
  await expect(page.getByRole('tab')).toHaveCount(0)
  await expect(page).toHaveNoViolations()
  line.mend()
  await page.getByRole('link', { name: 'Go to the home page' }).click()
  await expect(page).toHaveURL('/')
})
