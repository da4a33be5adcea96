import { formatShortDate, getToday } from '~/domain/events/days'
import { expect, type Page, test } from '~/test/browser'

/** Finds the link of a day by its date and number of events. */
const getDayLink = (page: Page, name: string) =>
  page.getByRole('table').getByRole('link', { name: new RegExp(`^${name}(: |$)`) })
const getDayPanel = (page: Page) => page.locator('section[aria-labelledby=day-heading]')

test('a student reads about events, and goes to another term @journey @once', async ({ page, open }) => {
  await open('/dashboard/calendar?term=2025-09', { as: 'daniel' })
  await expect(page.getByRole('heading', { name: 'Calendar - September to December' })).toBeVisible()
  await expect(page.getByRole('table')).toHaveCount(4)
  await expect(page.getByRole('table').getByRole('link', { name: /, \d events?: ./ })).toHaveCount(9)
  await getDayLink(page, '14 October 2025, 1 event: Online Safety talk').click()
  await expect(page).toHaveURL('/dashboard/calendar?day=2025-10-14#day')
  await expect(getDayPanel(page).getByRole('heading', { name: 'Tuesday, 14 October 2025' })).toBeVisible()
  const event = getDayPanel(page).getByRole('listitem')
  for (const text of [
    'Online Safety talk',
    'Event',
    '11:00',
    'A video call with a guest. Your tutor gives you the link.',
  ])
    await expect(event.getByText(text, { exact: true })).toBeVisible()
  await expect(getDayLink(page, '14 October 2025, 1 event: Online Safety talk')).toHaveAttribute('aria-current', 'true')
  await expect(page).toHaveNoViolations()
  const terms = page.getByRole('navigation', { name: 'Other terms' })
  await terms.getByRole('link', { name: 'Term after: January to April 2026' }).click()
  await expect(page.getByRole('table', { name: 'April 2026 Academic Term' })).toBeVisible()
  await terms.getByRole('link', { name: 'Back to today' }).click()
  await expect(getDayPanel(page)).toContainText(formatShortDate(getToday()))
})

test('a month is one Tab stop, and its days have the keys of a date grid @scripts', async ({ page, open }) => {
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
  await expect(getDayLink(page, '1 September 2025')).toBeFocused()
})
