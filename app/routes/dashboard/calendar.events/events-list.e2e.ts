import { formatBriefDate, formatIsoDay, formatShortDate, getToday, toDay, toUtcMidnight } from '~/domain/events/days'
import { expect, type Page, type RunningRiverbank, resizeWindow, test } from '~/test/browser'

const DAY = 24 * 3_600_000
const inDays = (days: number) => toDay(toUtcMidnight(getToday()) + days * DAY)
const findRow = (page: Page, title: string) => page.getByRole('main').getByRole('listitem').filter({ hasText: title })

function addEvents({ change, rows }: RunningRiverbank, titles: string[], place: (number: number) => number) {
  const changedAt = new Date().toISOString()
  for (const [number, title] of titles.entries()) {
    const { day, month, year } = inDays(place(number))
    change(
      'insert into events (title, day, month, year, changedAt) values (?, ?, ?, ?, ?)',
      title,
      day,
      month,
      year,
      changedAt,
    )
  }
  return rows('select max(id) as id from events')[0]!.id as number
}

test('a tutor finds an event of last year by a word, and a series is one line @journey-off', async ({
  page,
  open,
  riverbank,
}) => {
  const last = addEvents(riverbank, Array(4).fill('Tea morning'), (number) => number * 7 - 7)
  riverbank.change('update events set series = ? where id > ?', last - 3, last - 4)
  await open('/dashboard/calendar', { as: 'aoife' })
  await page.getByRole('link', { name: 'All events' }).click()
  await expect(page.getByRole('heading', { name: 'All events' })).toBeVisible()
  await expect(findRow(page, 'Tea morning')).toHaveCount(1)
  await expect(findRow(page, 'Tea morning')).toContainText(formatBriefDate(getToday()))
  await expect(findRow(page, 'Tea morning')).toContainText(`until ${formatShortDate(inDays(14))}, 4 times`)
  await expect(page).toHaveNoViolations()
  await findRow(page, 'Tea morning').locator('summary').click()
  await page.getByRole('link', { name: 'Show all dates of Tea morning' }).click()
  await expect(findRow(page, 'Tea morning')).toHaveCount(4)

  await page.getByRole('link', { name: 'Past', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Past: December 2025' })).toBeVisible()
  await page.getByLabel('Search events').fill('PUMPKIN')
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(page.getByText('1 event matches ‘PUMPKIN’')).toBeVisible()
  await expect(findRow(page, 'Halloween pumpkin carving')).toContainText('Fri 31 Oct 2025, 10:30-12:00')
  await expect(page).toHaveNoViolations()
  await findRow(page, 'Halloween pumpkin carving').locator('summary').click()
  await page.getByRole('link', { name: 'Edit Halloween pumpkin carving' }).click()
  await expect(page.locator('#event').getByLabel('Title')).toHaveValue('Halloween pumpkin carving')
})

test('with 900 events every page of the list is short and small', async ({ page, open, riverbank }) => {
  const titles = Array.from({ length: 900 }, (_, number) => `Outing ${number} with the choir and the art class`)
  addEvents(riverbank, titles, (number) => number * 2 - 900)
  await page.setViewportSize({ width: 360, height: 740 })
  for (const query of ['', '?page=9', '?past', '?past&page=12', '?search=art']) {
    const path = `/dashboard/calendar/events${query}`
    await open(path, { as: 'aoife' })
    await expect(page.getByRole('main').locator('details')).toHaveCount(20)
    expect(await page.evaluate(() => document.documentElement.scrollHeight), query).toBeLessThan(4000)
    expect((await (await page.request.get(path)).body()).length, query).toBeLessThan(150_000)
  }
  await open(`/dashboard/calendar?day=${formatIsoDay(getToday())}`)
  expect(await page.evaluate(() => document.documentElement.scrollHeight), 'the calendar').toBeLessThan(4000)
  await open('/dashboard/calendar/events?search=art')
  await resizeWindow(page, 320)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  await expect(page).toHaveNoViolations()
})
