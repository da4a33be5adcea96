import { type Day, formatIsoDay, getToday, toDay, toUtcMidnight } from '~/domain/events/days'
import { expect, type Open, type Page, resizeWindow, test } from '~/test/browser'
import { formatDayWithWeekday } from '~/ui/dates'

const DAY = 24 * 3_600_000
const inDays = (days: number): Day => toDay(toUtcMidnight(getToday()) + days * DAY)

/** Adds events as a tutor through the API. */
async function plan(open: Open, events: object[]): Promise<Page> {
  const page = await open('/dashboard/calendar', { as: 'aoife' })
  const headers = { 'Sec-Fetch-Site': 'same-origin' }
  for (const data of events) expect((await page.request.post('/api/events', { data, headers })).status()).toBe(201)
  await page.context().clearCookies()
  return page
}
const tea = { title: 'Tea morning', time: '10:00-12:00', location: 'Main hall' }

test('a tutor hides an event from the website, and visitors see only the others', async ({ page, open }) => {
  await open('/dashboard', { as: 'aoife' })
  const form = page.locator('#event')
  for (const [title, isShown] of [
    ['Open day', true],
    ['Staff training', false],
  ] as const) {
    await open('/dashboard/calendar/new')
    await form.getByLabel('Title').fill(title)
    await form.getByLabel('Date').fill(formatIsoDay(inDays(3)))
    await expect(form.getByLabel('Also on the website')).toBeChecked()
    await form.getByLabel('Also on the website').setChecked(isShown)
    await page.getByRole('button', { name: 'Add Event' }).click()
    await expect(page.locator('section[aria-labelledby=day-heading]')).toContainText(title)
  }
  await open('/dashboard/calendar/events')
  const row = (title: string) => page.getByRole('main').getByRole('listitem').filter({ hasText: title })
  await expect(row('Staff training')).toContainText('Not on the website')
  await expect(row('Open day')).not.toContainText('Not on the website')
  await expect(page).toHaveNoViolations()
  await open('/events')
  await expect(page.getByRole('heading', { level: 3 })).toHaveText(['Open day'])

  await open('/dashboard/calendar/events')
  await row('Staff training').locator('summary').click()
  await row('Staff training').getByRole('link', { name: 'Edit' }).click()
  await expect(form.getByLabel('Also on the website')).not.toBeChecked()
  await form.getByLabel('Also on the website').check()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.locator('main').getByText('The event has been updated successfully.')).toBeVisible()
  await open('/events')
  await expect(page.getByRole('heading', { level: 3 })).toHaveText(['Open day', 'Staff training'])
})

test('a visitor reads what’s on, by month, with today first', async ({ open }) => {
  const long = 'We go by bus and are back for lunch. '.repeat(12).trim()
  const later = inDays(40)
  const page = await plan(open, [
    { ...tea, ...inDays(0) },
    { title: 'Museum <b>trip</b>', description: long, ...later },
    { title: 'Hidden', onWebsite: false, ...inDays(1) },
  ])
  await open('/events')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('What’s on')
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText([
    `${inDays(0).month} ${inDays(0).year}`,
    `${later.month} ${later.year}`,
    'Add to your calendar',
  ])
  const events = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading') })
  const inWords = (day: Day) => formatDayWithWeekday(formatIsoDay(day)).replace(/ \d+$/, '')
  await expect(events).toHaveCount(2)
  await expect(events.nth(0)).toContainText(`Today, ${inWords(inDays(0))}`)
  await expect(events.nth(0)).toContainText('10:00-12:00, Main hall')
  await expect(events.nth(1)).toContainText('Museum <b>trip</b>')
  await expect(events.nth(1)).toContainText(inWords(later))
  const words = page.getByText('We go by bus', { exact: false })
  await expect(words).toBeHidden()
  await page.getByText('More about this event').click()
  await expect(words).toBeVisible()
  await resizeWindow(page, 320)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  await expect(page).toHaveNoViolations()
})

test('an event of several days is one line until its last day, with its days', async ({ open }) => {
  const [first, last] = [inDays(-2), inDays(400)]
  const page = await plan(open, [
    { title: 'Art show', ...first, endDate: formatIsoDay(inDays(1)) },
    { title: 'Summer holidays', closed: true, ...inDays(395), endDate: formatIsoDay(last) },
    { ...tea, ...inDays(398) },
  ])
  const days = `${inDays(395).day} ${inDays(395).month} ${inDays(395).year} to ${last.day} ${last.month} ${last.year}`
  for (const path of ['/', '/events']) {
    await open(path)
    const row = (title: string) => page.getByRole('main').getByRole('listitem').filter({ hasText: title })
    await expect(row('Art show')).toContainText(`Today, ${first.day} ${first.month}`)
    await expect(row('Summer holidays')).toContainText(path === '/' ? days : days.replace(/ \d{4}/g, ''))
    await expect(row('Summer holidays')).toContainText('The centre is closed')
    await expect(row('Tea morning')).toContainText('Not on: the centre is closed')
  }
  await resizeWindow(page, 320)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  await expect(page).toHaveNoViolations()
})
