import { delayResponses, expect, findListCard, type Page, test } from '~/test/browser'
import type { Break } from '~/test/faulty-proxy'
import { createPicturePayload } from '~/test/samples'

// Whatever the browser requests besides forms, over a connection that fails.

test.use({ usesFaultyProxy: true, expectsServerErrors: true })

test('each tab keeps the header, the tabs and Log Out @scripts', async ({ page, open, line }) => {
  // Start on a page outside the tabs, so that each is pressed.
  await open('/dashboard/password', { as: 'aoife' })
  await page.waitForLoadState('networkidle')
  for (const [failure, tab, text] of [
    [502, 'My Files', 'No personal files available yet.'],
    ['gone', 'Riverbank Timetable', 'No timetables available yet.'],
    ['gone', 'Newsletter', 'Error Loading Data'],
    ['gone', 'Profile', 'We could not load this. Try again.'],
  ] as const) {
    line.break(failure, ({ url }) => failure === 'gone' || url?.includes('.data') === true)
    // Profile has a sub-tab of the same name.
    const link = page.getByRole('tab', { name: tab, exact: true }).first()
    await link.click()
    await expect(link).toHaveAttribute('aria-selected', 'true')
    await expect(page.getByText(text, { exact: true })).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Student Portal Dashboard')
    await expect(page.getByRole('tablist', { name: 'Portal' }).getByRole('tab')).toHaveCount(8)
    await expect(page.getByRole('button', { name: 'Log Out' })).toBeVisible()
    await expect(page).toHaveTitle(/^(Error: .+|Something went wrong) - Riverbank$/)
  }
  await expect(page).toHaveNoViolations()
  line.mend()
  await page.getByRole('link', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'Profile', exact: true })).toBeVisible()
  await expect(page).toHaveTitle('Profile - Riverbank')
})

test('a failed download says so, and succeeds at the next press; a failed picture says so too @scripts', async ({
  page,
  open,
  line,
}) => {
  for (const failure of ['gone', 'torn', 502] as Break[]) {
    await open('/dashboard', { as: 'daniel' })
    const link = findListCard(page, 'Soup and brown bread').getByRole('link', { name: 'Download' })
    line.break(failure, ({ url }) => url?.startsWith('/files/') ?? false)
    await link.click()
    await expect(page.getByText('Failed to download the document. Please try again.', { exact: true })).toBeVisible()
    line.mend()
    await link.click()
    await expect(page.getByText('Downloading Soup and brown bread', { exact: true })).toBeVisible()
  }
  line.break(502, ({ url = '' }) => /^\/files\//.test(url))
  await open('/dashboard/notices/qqi')
  await expect(page.getByText('Error: Failed to load image: 502', { exact: true }).first()).toBeVisible()
})

test('photos are each added once although the connection breaks @scripts', async ({ page, open, line, riverbank }) => {
  await open('/dashboard/notices/qqi', { as: 'aoife' })
  const names = ['new-1.png', 'new-2.png', 'new-3.png']
  const photos = await Promise.all(names.map((name, index) => createPicturePayload(name, 100 + index)))
  await page.getByLabel('Photos', { exact: true }).setInputFiles(photos)
  let sent = 0
  // A browser repeats a request automatically when a kept-alive connection turns out to be closed.
  line.break('cut', ({ url }) => url === '/api/files/upload' && ++sent > 1)
  const release = await delayResponses(page, '**/api/files/upload')
  await page.getByRole('button', { name: 'Upload photos' }).click()
  await expect(page.getByRole('button', { name: 'Uploading...' })).toBeDisabled()
  await expect(page.getByText('Uploading photo 1 of 3...', { exact: true })).toBeVisible()
  await expect(page.getByRole('progressbar', { name: 'Photos uploaded' })).toBeVisible()
  release()
  const alert = page.locator('[data-failure]')
  await expect(alert).toContainText('Failed to upload new-2.png: no connection')
  await expect(alert).toContainText('Saved: new-1.png.')
  await expect(alert).toBeFocused()
  line.mend()
  await page.getByRole('button', { name: 'Upload photos' }).click()
  await expect(page.getByText('QQI certificate photos uploaded successfully').first()).toBeVisible()
  const added = riverbank.rows("select fileName, title from files where fileName like 'new-%' order by id")
  expect(added.map(({ fileName }) => fileName)).toEqual(names)
  expect(new Set(added.map(({ title }) => title)).size).toBe(3)
})

const findFailure = (page: Page) => page.getByRole('heading', { name: 'Logout failed' })
const logOut = (page: Page) => page.getByRole('button', { name: 'Log Out' }).click()
const SUCCESS = 'You have been successfully logged out.'

test('a log-out without a connection hides the portal, and succeeds later @scripts', async ({ page, open, line }) => {
  await open('/dashboard/timetable', { as: 'daniel' })
  line.break('gone', () => true)
  await logOut(page)
  await expect(findFailure(page)).toBeFocused()
  const text = 'You are still logged in on this device. Try again when the connection is back.'
  await expect(page.getByText(text, { exact: true }).first()).toBeVisible()
  await expect(page.getByRole('tab')).toHaveCount(0)
  await expect(page).toHaveURL('/dashboard/timetable')
  expect(await page.evaluate(() => localStorage.getItem('authToken'))).toBeNull()
  await expect(page).toHaveNoViolations()
  // The session ends, but no other page can be reached.
  line.break('gone', ({ method, url }) => method === 'POST' && url === '/portal')
  await logOut(page)
  await expect(page.getByRole('heading', { name: 'Logged out' })).toBeFocused()
  await expect(page.getByText(SUCCESS, { exact: true }).first()).toBeVisible()
  await expect(findFailure(page)).toHaveCount(0)
  line.mend()
  await page.getByRole('link', { name: 'Go to the home page' }).click()
  await expect(page).toHaveURL('/')
})

test('a log-out whose response was lost succeeds the next time @scripts', async ({ page, open, line, riverbank }) => {
  await open('/dashboard', { as: 'daniel' })
  line.break('cut')
  await logOut(page)
  await expect(findFailure(page)).toBeFocused()
  const ofStudent = "userId = (select id from users where username = 'demo.student')"
  expect(riverbank.rows(`select endedAt is not null as ended from sessions where ${ofStudent}`)).toEqual([{ ended: 1 }])
  line.mend()
  await logOut(page)
  await expect(page).toHaveURL('/')
})

test('after a proxy’s 502 the home page shows the result of a log-out @scripts', async ({ page, open, line }) => {
  await open('/dashboard/timetable', { as: 'daniel' })
  line.break(502)
  await logOut(page)
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('alert').filter({ hasText: 'Logout failed' })).toContainText(
    'You are still logged in on this device.',
  )
  expect(await page.evaluate(() => localStorage.getItem('authToken'))).toBeNull()
  // The session ends; only the response comes from a proxy.
  await open('/dashboard')
  line.break(502, ({ method, url }) => method === 'POST' && url === '/portal')
  await logOut(page)
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('status').filter({ hasText: SUCCESS })).toBeVisible()
})
