import { formatIsoDay, formatLongDate, getToday } from '~/domain/events/days'
import { expect, type Page, type RunningRiverbank, test } from '~/test/browser'

/** Finds the link of a day by its date and number of events. */
const getDayLink = (page: Page, name: string) =>
  page.getByRole('table').getByRole('link', { name: new RegExp(`^${name}(: |$)`) })
const getDayPanel = (page: Page) => page.locator('section[aria-labelledby=day-heading]')

async function fillEvent(page: Page, fields: Record<string, string>) {
  const form = page.locator('#event')
  for (const [label, value] of Object.entries(fields)) await form.getByLabel(label).fill(value)
}

const walk = {
  title: 'River walk',
  time: '10:00-12:00',
  location: 'Front door',
  day: 5,
  month: 'November',
  year: 2025,
}
const findWalks = ({ rows }: RunningRiverbank) =>
  rows("select title, description, time, location, day, month, year from events where title like '%walk%' order by id")

test('a tutor adds an event', async ({ page, open, riverbank }) => {
  await open('/dashboard/calendar', { as: 'aoife' })
  await page.getByRole('link', { name: 'Add an event', exact: true }).click()
  await expect(
    page.locator('#event').getByText('All students and tutors can see an event.', { exact: false }),
  ).toBeVisible()
  await fillEvent(page, {
    Title: 'River walk',
    Description: 'Along the canal.\nBring a coat.',
    Date: '5/11/2025',
    Time: '10:00-12:00',
    Location: 'Front door',
  })
  await page.getByRole('button', { name: 'Add Event' }).click()
  await expect(page.getByText('The event has been added successfully.', { exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Wednesday, 5 November 2025' })).toBeVisible()
  await expect(getDayPanel(page)).toContainText('River walk')
  await expect(getDayPanel(page)).toBeInViewport()
  const description = 'Along the canal.\nBring a coat.'
  expect(
    findWalks(riverbank).map((row) => ({ ...row, description: String(row.description).replaceAll('\r', '') })),
  ).toEqual([{ ...walk, description }])
  await expect(page).toHaveNoViolations()
})

test('a tutor adds an event from the day’s panel @whole', async ({ page, open }) => {
  await open('/dashboard/calendar?day=2025-12-03', { as: 'aoife' })
  await getDayPanel(page).getByRole('link', { name: 'Add an event on this day' }).click()
  await expect(page.locator('#event').getByLabel('Date')).toHaveValue('3 December 2025')
  await fillEvent(page, { Title: 'Crib at the church' })
  await expect(page).toHaveNoViolations()
  await page.getByRole('button', { name: 'Add Event' }).click()
  await expect(getDayLink(page, '3 December 2025, 1 event: Crib at the church')).toBeVisible()
})

test('one form closes the centre for Christmas, and each day says so @journey-off', async ({
  page,
  open,
  riverbank,
}) => {
  await open('/dashboard/calendar/new', { as: 'aoife' })
  await fillEvent(page, { Title: 'Christmas', Date: '22 December 2025', 'Last day': '21 December 2025' })
  await page.locator('#event').getByLabel('The centre is closed').check()
  await page.getByRole('button', { name: 'Add Event' }).click()
  await expect(page.getByText('Please choose a last day after the first one.').first()).toBeVisible()
  await fillEvent(page, { 'Last day': '2 January 2026' })
  await expect(page).toHaveNoViolations()
  await page.getByRole('button', { name: 'Add Event' }).click()
  await expect(getDayPanel(page)).toContainText('22 December 2025 to 2 January 2026')
  for (const day of ['22', '25', '31'])
    await expect(getDayLink(page, `${day} December 2025, Closed Christmas`)).toBeVisible()
  await page.context().clearCookies()
  await open('/dashboard/calendar?day=2026-01-02', { as: 'daniel' })
  await expect(getDayPanel(page)).toContainText('The centre is closed')
  await expect(getDayPanel(page)).toContainText('22 December 2025 to 2 January 2026')
  await expect(getDayLink(page, '1 January 2026, Closed Christmas')).toBeVisible()
  await expect(getDayLink(page, '3 January 2026')).toBeVisible()
  await expect(page).toHaveNoViolations()
  expect(riverbank.rows("select endDate from events where title = 'Christmas'")).toEqual([{ endDate: '2026-01-02' }])

  await open('/dashboard/calendar?day=2025-12-25', { as: 'aoife' })
  await getDayPanel(page).getByRole('link', { name: 'Edit Christmas' }).click()
  await expect(page.locator('#event').getByLabel('Last day')).toHaveValue('2 January 2026')
  await fillEvent(page, { 'Last day': '' })
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(getDayLink(page, '22 December 2025, Closed Christmas')).toBeVisible()
  await expect(getDayLink(page, '23 December 2025')).toBeVisible()
})

test('an event repeats every two weeks, and the series is edited and deleted together', async ({
  page,
  open,
  riverbank,
}) => {
  await open('/dashboard/calendar/new', { as: 'aoife' })
  await fillEvent(page, {
    Title: 'River walk',
    Date: '5 November 2025',
    'Repeat until': '18 December 2025',
    Time: '2-4pm',
  })
  await page.getByLabel('How often, if it repeats').selectOption('Every two weeks')
  await page.getByRole('button', { name: 'Add Event' }).click()
  const added = '4 events have been added, one every two weeks until 17 December 2025.'
  await expect(page.getByText(added, { exact: true })).toBeVisible()
  await open('/dashboard/calendar?day=2025-11-19')
  await getDayPanel(page).getByRole('link', { name: 'Edit River walk' }).click()
  await page.getByLabel('This and the later ones: 3 events, until 17 December 2025').check()
  await fillEvent(page, { Title: 'Canal walk', Date: '20 November 2025' })
  await expect(page).toHaveNoViolations()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('3 events have been updated.', { exact: true })).toBeVisible()
  expect(findWalks(riverbank).map(({ title, day, month }) => [title, day, month])).toEqual([
    ['River walk', 5, 'November'],
    ['Canal walk', 20, 'November'],
    ['Canal walk', 4, 'December'],
    ['Canal walk', 18, 'December'],
  ])
  await getDayPanel(page).getByRole('link', { name: 'Delete Canal walk' }).click()
  await page.getByLabel('All of them: 4 events, from 5 November 2025 to 18 December 2025').check()
  await expect(page).toHaveNoViolations()
  await page.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('4 events have been deleted.', { exact: true })).toBeVisible()
  expect(findWalks(riverbank)).toEqual([])
})

test('on a day that a tutor closes, nothing is on and everyone sees it', async ({ page, open, riverbank }) => {
  const NOT_ON = 'Not on: the centre is closed'
  const [weekday] = formatLongDate(getToday()).split(',')
  riverbank.change('delete from weekSessions')
  riverbank.change(
    `insert into weekSessions (weekday, "from", "to", activity, place, isForAll) values (?, '00:00', '23:59', 'Art', 'Room 2', 1)`,
    weekday,
  )
  const add = async (title: string, isClosed: boolean) => {
    await open('/dashboard/calendar/new', { as: 'aoife' })
    await fillEvent(page, { Title: title, Date: formatIsoDay(getToday()) })
    await page.locator('#event').getByLabel('The centre is closed').setChecked(isClosed)
    await page.getByRole('button', { name: 'Add Event' }).click()
  }
  await add('Tea morning', false)
  await expect(page.getByText('The event has been added successfully.', { exact: true })).toBeVisible()
  await add('Staff training', true)
  const reported = 'The centre is closed on that day, so these are not on: Tea morning and Art.'
  await expect(page.getByText(`The event has been added successfully. ${reported}`, { exact: true })).toBeVisible()
  await expect(getDayPanel(page)).toContainText('Cancelled sessions: Art')
  await expect(getDayPanel(page).getByRole('listitem').filter({ hasText: 'Tea morning' })).toContainText(NOT_ON)
  await expect(page).toHaveNoViolations()
  await add('Bingo', false)
  await expect(page.getByText('so it is shown as not on', { exact: false }).first()).toBeVisible()

  for (const [path, as] of [
    ['/dashboard/calendar?term=2025-09', 'aoife'],
    ['/dashboard/calendar', 'daniel'],
    ['/dashboard', 'daniel'],
    ['/events', undefined],
    ['/', undefined],
  ] as const) {
    await page.context().clearCookies()
    await open(path, as && { as })
    const rows = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Tea morning' })
    await expect(rows.first()).toBeVisible()
    for (const row of await rows.all()) await expect(row, path).toContainText(NOT_ON)
    await expect(page.getByRole('listitem').filter({ hasText: 'Staff training' }).first()).not.toContainText(NOT_ON)
  }
  const events = await (await page.request.get('/api/events')).json()
  expect(events.find(({ title }: { title: string }) => title === 'Tea morning')).toMatchObject({ cancelled: true })
  const calendar = await (await page.request.get('/events.ics')).text()
  expect(calendar.split('BEGIN:VEVENT').find((event) => event.includes('Not on: Tea morning'))).toContain(
    '\r\nSTATUS:CANCELLED\r\n',
  )
})
