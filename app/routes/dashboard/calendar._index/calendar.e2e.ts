import { formatIsoDay, formatShortDate, getToday, toUtcMidnight } from '~/domain/events/days'
import { formatTerm, getMonthsOfTerm, getTermOfDay } from '~/domain/events/term'
import { expect, type Page, test } from '~/test/browser'

/** Finds the link of a day by its date and number of events. */
const getDayLink = (page: Page, name: string) =>
  page.getByRole('table').getByRole('link', { name: new RegExp(`^${name}(: |$)`) })
const getDayPanel = (page: Page) => page.locator('section[aria-labelledby=day-heading]')

test('a student sees which days have events and reads about them', async ({ page, open }) => {
  await open('/dashboard/calendar?term=2025-09', { as: 'daniel' })
  await expect(page.getByRole('heading', { name: 'Calendar - September to December' })).toBeVisible()
  for (const month of ['September', 'October', 'November', 'December'])
    await expect(page.getByRole('table', { name: `${month} 2025 Academic Term` })).toBeVisible()
  await expect(page.getByRole('table').getByRole('link', { name: /, \d events?: ./ })).toHaveCount(9)
  await expect(page.getByRole('link', { name: 'All events' })).toHaveCount(0)

  await getDayLink(page, '14 October 2025, 1 event: Online Safety talk').click()
  await expect(page).toHaveURL('/dashboard/calendar?day=2025-10-14#day')
  await expect(getDayPanel(page).getByRole('heading', { name: 'Tuesday, 14 October 2025' })).toBeVisible()
  const events = getDayPanel(page).getByRole('listitem')
  await expect(events).toHaveCount(1)
  for (const text of [
    'Online Safety talk',
    'Event',
    '11:00',
    'A video call with a guest. Your tutor gives you the link.',
  ])
    await expect(events.getByText(text, { exact: true })).toBeVisible()
  await expect(getDayLink(page, '14 October 2025, 1 event: Online Safety talk')).toHaveAttribute('aria-current', 'true')
  await expect(page.locator('[aria-current=date]')).toHaveCount(0)

  await open('/dashboard/calendar?day=2025-10-15')
  await expect(getDayPanel(page).getByRole('heading', { name: 'Wednesday, 15 October 2025' })).toBeVisible()
  await expect(getDayPanel(page).getByText('No events scheduled for this day.', { exact: true })).toBeVisible()
  await expect(page).toHaveNoViolations()
})

test('on a phone the chosen day scrolls into view, and every day is large enough to tap @whole', async ({
  page,
  open,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await open('/dashboard/calendar?term=2025-09', { as: 'daniel' })
  const day = getDayLink(page, '13 November 2025, 1 event')
  const box = await day.boundingBox()
  expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  await day.click()
  await expect(page.getByRole('heading', { name: 'Thursday, 13 November 2025' })).toBeInViewport()
  await getDayPanel(page).getByRole('link', { name: 'Go to November 2025' }).click()
  await expect(page.getByRole('heading', { name: 'November 2025', exact: true })).toBeInViewport()
})

test('a month is one Tab stop, and its days are reached with the keys of a date grid @scripts', async ({
  page,
  open,
}) => {
  await open('/dashboard/calendar?day=2025-10-15', { as: 'daniel' })
  await getDayLink(page, '1 September 2025').focus()
  for (const month of ['15 October 2025', '1 November 2025', '1 December 2025']) {
    await page.keyboard.press('Tab')
    await expect(getDayLink(page, month)).toBeFocused()
  }
  await page.keyboard.press('Tab')
  await expect(page.locator('table :focus')).toHaveCount(0)

  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Shift+Tab')
  for (const [key, name] of [
    ['ArrowLeft', '31 October 2025, 2 events'],
    ['ArrowDown', '7 November 2025'],
    ['Home', '3 November 2025'],
    ['ArrowUp', '27 October 2025'],
    ['End', '31 October 2025, 2 events'],
    ['ArrowRight', '1 November 2025'],
    ['PageUp', '1 October 2025, 1 event'],
    ['PageUp', '1 September 2025'],
    ['PageUp', '1 September 2025'],
  ] as const) {
    await page.keyboard.press(key)
    await expect(getDayLink(page, name)).toBeFocused()
  }
  await page.keyboard.press(' ')
  await expect(getDayPanel(page).getByRole('heading', { name: 'Monday, 1 September 2025' })).toBeVisible()
  await expect(getDayPanel(page).getByText('No events scheduled for this day.', { exact: true })).toBeVisible()
  await expect(getDayLink(page, '1 September 2025')).toBeFocused()
  await expect(page).toHaveNoViolations()
})

const findCurrentDay = (page: Page) => page.locator('table [aria-current=date]')

test('today is marked as the current date, whichever day is chosen @whole', async ({ page, open }) => {
  const now = getToday()
  await open('/dashboard/calendar', { as: 'daniel' })
  await expect(page.getByRole('heading', { name: `Calendar - ${formatTerm(getTermOfDay(now))}` })).toBeVisible()
  await expect(page.getByRole('table', { name: 'Academic Term' })).toHaveCount(4)
  const current = page.locator('table [aria-current]')
  await expect(current).toHaveCount(1)
  await expect(findCurrentDay(page)).toContainText(`${formatShortDate(now)}, Today`)
  await open(`/dashboard/calendar?day=${formatIsoDay({ ...now, day: now.day === 1 ? 2 : 1 })}`)
  await expect(current).toHaveCount(2)
  await expect(findCurrentDay(page)).toContainText(`${formatShortDate(now)}, Today`)
})

test('a student goes to the terms before and after, and back to today', async ({ page, open }) => {
  await open('/dashboard/calendar?term=2026-01', { as: 'daniel' })
  await expect(page.getByRole('heading', { name: 'Calendar - January to April' })).toBeVisible()
  await expect(getDayPanel(page)).toContainText('Press a day in the calendar to see what is on.')
  const terms = page.getByRole('navigation', { name: 'Other terms' })
  await terms.getByRole('link', { name: 'Term after: May to August 2026' }).click()
  await expect(page.getByRole('table', { name: 'August 2026 Academic Term' })).toBeVisible()
  await terms.getByRole('link', { name: 'Term before: January to April 2026' }).press('Enter')
  await terms.getByRole('link', { name: 'Term before: September to December 2025' }).click()
  await getDayLink(page, '8 September 2025, 1 event: Welcome back morning').click()
  await expect(page.getByRole('heading', { name: 'Monday, 8 September 2025' })).toBeVisible()
  await expect(page.getByRole('table')).toHaveCount(4)
  await expect(page).toHaveNoViolations()
  await open('/dashboard/calendar?term=2025-01')
  await expect(terms.getByRole('link', { name: /^Term before/ })).toHaveCount(0)
  await terms.getByRole('link', { name: 'Back to today' }).click()
  await expect(getDayPanel(page)).toContainText(formatShortDate(getToday()))
  await expect(terms.getByRole('link')).toHaveCount(2)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 } })

  test('this month comes first, and the months before it are one press away', async ({ page, open }) => {
    const now = getToday()
    const earlier = getMonthsOfTerm(getTermOfDay(now)).filter(
      (month) => toUtcMidnight({ ...month, day: 28 }) < toUtcMidnight({ ...now, day: 1 }),
    )
    await open('/dashboard/calendar', { as: 'daniel' })
    await expect(page.locator('table caption:visible').first()).toContainText(`${now.month} ${now.year}`)
    await expect(page.locator('table:visible')).toHaveCount(4 - earlier.length)
    if (earlier.length === 0) return
    await page.getByRole('link', { name: `Show ${earlier.map(({ month }) => month).join(', ')}` }).click()
    await expect(page.locator('table:visible')).toHaveCount(4)
    await getDayLink(page, `2 ${earlier[0]!.month} ${now.year}`).click()
    await expect(page.getByRole('heading', { name: `2 ${earlier[0]!.month} ${now.year}` })).toBeVisible()
    await expect(page.locator('table:visible')).toHaveCount(4)
    await expect(page).toHaveNoViolations()
  })
})
