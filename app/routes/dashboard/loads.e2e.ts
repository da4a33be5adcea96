import { expect, type Page, test } from '~/test/browser'

test.use({ expectsServerErrors: true })

const getLoadError = (page: Page) => page.getByText('We could not load this. Try again.', { exact: true })

async function expectPortal(page: Page, tabs: number) {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Student Portal Dashboard')
  await expect(page.getByRole('tablist', { name: 'Portal' }).getByRole('tab')).toHaveCount(tabs)
  await expect(page.getByRole('button', { name: 'Log Out' })).toBeVisible()
}

test.describe('without a connection', () => {
  test.use({ usesFaultyProxy: true })

  const tabs = {
    'My Files': 'No personal files available yet.',
    'Riverbank Timetable': 'No timetables available yet.',
    Calendar: 'No events scheduled for this day.',
    Notices: undefined,
    Newsletter: undefined,
    Resources: undefined,
    Board: undefined,
    Profile: undefined,
  }

  test('each of the eight tabs keeps the header, the tabs and Log Out @scripts', async ({ page, open, line }) => {
    // Start on a page outside the tabs, so that all eight are pressed.
    await open('/dashboard/password', { as: 'aoife' })
    await page.waitForLoadState('networkidle')
    line.break('gone', () => true)
    for (const [tab, empty] of Object.entries(tabs)) {
      // Profile has a sub-tab of the same name.
      const link = page.getByRole('tab', { name: tab, exact: true }).first()
      await link.click()
      await expect(link).toHaveAttribute('aria-selected', 'true')
      if (tab === 'Newsletter') await expect(page.getByText('Error Loading Data', { exact: true })).toBeVisible()
      else await expect(getLoadError(page)).toBeVisible()
      if (empty) await expect(page.getByText(empty, { exact: true })).toBeVisible()
      await expectPortal(page, 8)
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
      await expect(page).toHaveTitle(/^(Error: .+|Something went wrong) - Riverbank$/)
    }
    await page.getByRole('link', { name: 'Try again' }).click()
    await expectPortal(page, 8)
    line.mend()
    await page.getByRole('link', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { name: 'Profile', exact: true })).toBeVisible()
    await expect(page).toHaveTitle('Profile - Riverbank')
  })

  test('a tab with a proxy’s error has no accessibility violations @scripts', async ({ page, open, line }) => {
    await open('/dashboard', { as: 'daniel' })
    await page.waitForLoadState('networkidle')
    line.break(502, ({ url }) => url?.includes('.data') === true)
    await page.getByRole('tab', { name: 'Calendar' }).click()
    await expect(getLoadError(page)).toBeVisible()
    await expect(page).toHaveNoViolations()
  })

  test('the tabs of the public board stay @scripts', async ({ page, open, line }) => {
    await open('/board')
    line.break('gone', () => true)
    await page.getByRole('tab', { name: 'Past Members' }).click()
    await expect(getLoadError(page)).toBeVisible()
    await expect(page.getByText('No past members archived', { exact: true })).toBeVisible()
    await expect(page.getByRole('tab')).toHaveCount(3)
    line.mend()
    await page.getByRole('link', { name: 'Try again' }).click()
    await expect(getLoadError(page)).toHaveCount(0)
    await expect(page).toHaveTitle('Directors and plans: Past Members - Riverbank')
  })
})
