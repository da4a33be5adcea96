import { findAxeFaults } from '~/test/axe'
import { expect, type Page, type RunningRiverbank, resizeWindow, test } from '~/test/browser'

/** Plans today's sessions for any time of the test: Art until 23:58, then Lunch, then Choir. */
function planToday({ change }: RunningRiverbank) {
  const weekday = new Intl.DateTimeFormat('en-IE', { weekday: 'long', timeZone: 'Europe/Dublin' }).format(new Date())
  change('delete from weekSessions')
  for (const [from, to, activity] of [
    ['00:00', '23:57', 'Art'],
    ['23:57', '23:58', 'Lunch'],
    ['23:58', '23:59', 'Choir'],
  ])
    change(
      `insert into weekSessions (weekday, "from", "to", activity, place, isForAll) values (?, ?, ?, ?, 'Room 2', 1)`,
      ...[weekday, from, to, activity],
    )
}

const showOnly = ({ change }: RunningRiverbank, parts: string[]) =>
  change(
    `insert or replace into shownParts (userId, parts, version) select id, ?, 2 from users where username = 'demo.student'`,
    JSON.stringify(parts),
  )

const findTabs = (page: Page) => page.getByRole('list', { name: 'Portal' }).or(page.getByRole('tablist'))

test('a student chooses only today, finds the rest under More, and chooses more again @journey', async ({
  page,
  open,
  riverbank,
}) => {
  planToday(riverbank)
  await open('/settings', { as: 'daniel' })
  await page.getByRole('link', { name: 'Choose what you see' }).click()
  await expect(page.getByRole('button', { name: 'Everything' })).toHaveAttribute('aria-pressed', 'true')
  await expect(page).toHaveNoViolations()
  await page.getByRole('button', { name: 'Today only' }).click()
  await expect(page.getByRole('button', { name: 'Today only' })).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByText('Your pages look like this now.')).toBeVisible()

  await page.getByRole('link', { name: 'Today', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Art' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Lunch' })).toBeVisible()
  await expect(page.getByText('Choir')).toHaveCount(0)
  await expect(findTabs(page)).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 2 })).toHaveCount(1)
  await expect(page.getByRole('button', { name: 'Log Out' })).toBeVisible()
  await expect(page).toHaveNoViolations()

  await page.getByRole('link', { name: 'More', exact: true }).click()
  await page.getByRole('link', { name: 'My files' }).click()
  await expect(page.getByRole('heading', { name: 'My Personal Files' })).toBeVisible()
  await page.getByRole('link', { name: /^Open/ }).first().click()
  await page.getByRole('link', { name: 'Back to My Files' }).click()
  await expect(page.getByRole('heading', { name: 'My Personal Files' })).toBeVisible()
  await page.getByRole('link', { name: 'More', exact: true }).click()
  await page.getByRole('link', { name: 'Steps' }).click()
  await page.getByRole('main').getByRole('link', { name: 'Today', exact: true }).click()
  await page.getByRole('link', { name: 'More', exact: true }).click()
  await page.getByRole('link', { name: 'The whole day' }).click()
  await expect(page.getByText('Choir')).toBeVisible()
  await page.getByRole('link', { name: 'More', exact: true }).click()
  await page.getByRole('link', { name: 'Calendar' }).click()
  await expect(page.getByRole('heading', { name: 'Calendar' }).first()).toBeVisible()

  await page.getByRole('link', { name: 'More', exact: true }).click()
  await page.getByRole('link', { name: 'Choose what you see' }).click()
  await page.getByRole('checkbox', { name: 'Notices', exact: true }).check()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Your pages look like this now.')).toBeVisible()
  await expect(page.getByRole('checkbox', { name: 'Notices', exact: true })).toBeChecked()
  await expect(findTabs(page)).toContainText(/Today\s*Notices\s*More/)
  expect(riverbank.rows('select parts from shownParts')).toEqual([{ parts: '["notices"]' }])
})

test('a tutor chooses for a student, and learns who was faster', async ({ page, open, riverbank }) => {
  await open('/dashboard/profile/people/2', { as: 'aoife' })
  await page.getByRole('link', { name: 'Choose what Daniel sees' }).click()
  await expect(page).toHaveNoViolations()
  await page.getByRole('button', { name: 'A few things' }).click()
  await expect(page.getByText('Daniel’s pages look like this now.').first()).toBeVisible()
  await expect(page.getByRole('checkbox', { name: 'My files' })).toBeChecked()
  riverbank.change("update shownParts set parts = '[]', version = version + 1")
  await page.getByRole('checkbox', { name: 'Steps' }).check()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('To save what you typed, press ‘Save Mine Anyway’.')).toBeVisible()
  await expect(page).toHaveNoViolations()
  await page.getByRole('button', { name: 'Save Mine Anyway' }).click()
  await expect(page.getByRole('checkbox', { name: 'Steps' })).toBeChecked()
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeVisible()
})

test('a session that is off and a closed centre show when only today does', async ({ page, open, riverbank }) => {
  planToday(riverbank)
  showOnly(riverbank, [])
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Dublin' }).format(new Date())
  riverbank.change(
    `insert into sessionChanges (sessionId, day, isOff, reason) select id, ?, 1, 'The teacher is sick.' from weekSessions
      where activity = 'Choir'`,
    day,
  )
  await open('/dashboard', { as: 'daniel' })
  await expect(page.getByText('Choir is off today.')).toBeVisible()
  const [year, , date] = day.split('-').map(Number)
  const month = new Intl.DateTimeFormat('en-IE', { timeZone: 'Europe/Dublin', month: 'long' }).format(new Date())
  riverbank.change(
    "insert into events (title, day, month, year, closed) values ('Burst pipe', ?, ?, ?, 1)",
    ...[date, month, year],
  )
  await open('/dashboard')
  await expect(page.getByText('The centre is closed today.')).toBeVisible()
  await expect(page.getByText('Burst pipe')).toBeVisible()
})

const displays = ['', 'dark', 'black-on-white', 'yellow-on-black', '200', '200.plain', 'plain.no-pictures']

for (const path of ['/dashboard', '/dashboard/more'])
  test(`${path}, with only today, has no faults in any display and targets of 48 px @once`, async ({
    page,
    open,
    riverbank,
  }) => {
    planToday(riverbank)
    showOnly(riverbank, [])
    for (const display of displays) {
      riverbank.change(
        `insert or replace into displaySettings (userId, settings) select id, ? from users where username = 'demo.student'`,
        display,
      )
      await open(path, { as: 'daniel' })
      for (const width of [320, 1280]) {
        await resizeWindow(page, width)
        expect(await findAxeFaults(page, { enhanced: true }), `${display} at ${width} px`).toEqual([])
        const { tooSmall, height, sideways } = await page.evaluate(() => ({
          tooSmall: [...document.querySelectorAll<HTMLElement>('main a, main button, header a, header button')]
            .filter((one) => one.checkVisibility() && one.getBoundingClientRect().height < 48)
            .map(({ textContent }) => textContent),
          height: document.documentElement.scrollHeight,
          sideways: document.documentElement.scrollWidth > innerWidth,
        }))
        expect({ tooSmall, sideways }, `${display} at ${width} px`).toEqual({ tooSmall: [], sideways: false })
        expect(height).toBeLessThan(4000)
      }
    }
  })

test('a student reaches Log Out and More by the keyboard, right after the day @scripts', async ({
  page,
  open,
  riverbank,
}) => {
  planToday(riverbank)
  showOnly(riverbank, [])
  await open('/dashboard', { as: 'daniel' })
  await page.getByRole('button', { name: 'Log Out' }).focus()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'More', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'More' })).toBeVisible()
  await page.getByRole('button', { name: 'Log Out' }).press('Enter')
  await expect(page.getByText('You have been successfully logged out.')).toBeVisible()
})
