import { formatShortDate, getToday, toUtcMidnight } from '~/domain/events/days'
import { getMonthsOfTerm, getTermOfDay } from '~/domain/events/term'
import { expect, measurePage, type Page, resizeWindow, test } from '~/test/browser'

const getDayLink = (page: Page, name: string) =>
  page.getByRole('table').getByRole('link', { name: new RegExp(`^${name}(: |$)`) })
const getDayPanel = (page: Page) => page.locator('section[aria-labelledby=day-heading]')

test('a student reads about events, goes to another term, and finds days by keyboard @scripts', async ({
  page,
  open,
}) => {
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
  const terms = page.getByRole('navigation', { name: 'Other terms' })
  await terms.getByRole('link', { name: 'Term after: January to April 2026' }).click()
  await expect(page.getByRole('table', { name: 'April 2026 Academic Term' })).toBeVisible()
  await terms.getByRole('link', { name: 'Back to today' }).click()
  await expect(getDayPanel(page)).toContainText(formatShortDate(getToday()))

  // A month is one Tab stop, and its days have the keys of a date grid.
  await open('/dashboard/calendar?day=2025-10-15')
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

test('on a phone this month comes first, a large day scrolls into view, and busy days have dots @once', async ({
  page,
  open,
  riverbank,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  const now = getToday()
  const earlier = getMonthsOfTerm(getTermOfDay(now)).filter(
    (month) => toUtcMidnight({ ...month, day: 28 }) < toUtcMidnight({ ...now, day: 1 }),
  )
  await open('/dashboard/calendar', { as: 'daniel' })
  await expect(page.locator('table caption:visible').first()).toContainText(`${now.month} ${now.year}`)
  await expect(page.locator('table:visible')).toHaveCount(4 - earlier.length)
  if (earlier.length > 0) {
    await page.getByRole('link', { name: `Show ${earlier.map(({ month }) => month).join(', ')}` }).click()
    await expect(page.locator('table:visible')).toHaveCount(4)
  }
  await open('/dashboard/calendar?term=2025-09')
  const day = getDayLink(page, '13 November 2025, 1 event')
  const box = await day.boundingBox()
  expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44)
  expect((await measurePage(page)).width).toBe(360)
  await day.click()
  await expect(page.getByRole('heading', { name: 'Thursday, 13 November 2025' })).toBeInViewport()
  await getDayPanel(page).getByRole('link', { name: 'Go to November 2025' }).click()
  await expect(page.getByRole('heading', { name: 'November 2025', exact: true })).toBeInViewport()

  // Every day with events has a dot at every width, a closed and a chosen one too.
  riverbank.change("update events set closed = 1 where day = 14 and month = 'October' and year = 2025")
  await open('/dashboard/calendar?day=2025-10-13')
  const days = page.locator('table.month a')
  const busyDays = await days.filter({ hasText: /\d events?:|Closed/ }).count()
  expect(busyDays).toBe(9)
  for (const width of [320, 768, 1280])
    for (const chosen of ['14 October 2025', '13 October 2025']) {
      await resizeWindow(page, width)
      await page
        .getByRole('table')
        .getByRole('link', { name: new RegExp(`^${chosen}`) })
        .click()
      await expect(page.getByRole('table').getByRole('link', { name: new RegExp(`^${chosen}`) })).toHaveAttribute(
        'aria-current',
        'true',
      )
      // A dot is drawn in the day's cell, in a colour that is seen on it.
      const dots = await days.evaluateAll((links) =>
        links.flatMap((link) => {
          const dot = link.querySelector('.dot')
          if (!dot) return []
          const [inside, outside] = [dot.getBoundingClientRect(), link.getBoundingClientRect()]
          const { content } = getComputedStyle(dot, '::before')
          const isInside =
            inside.left >= outside.left && inside.right <= outside.right && inside.bottom <= outside.bottom
          return [
            {
              content,
              isDrawn: inside.width > 4 && isInside && dot.checkVisibility(),
              isBusy: /event|Closed/.test(link.textContent),
            },
          ]
        }),
      )
      expect(dots).toEqual(Array(busyDays).fill({ content: '"●"', isDrawn: true, isBusy: true }))
    }
  await expect(page.getByRole('table').getByRole('link', { name: /^14 October 2025, Closed/ })).toBeVisible()
})
