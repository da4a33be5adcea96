import { expect, expectDeleteQuestion, type Page, test } from '~/test/browser'

const dayLink = (page: Page, name: string) => page.getByRole('table').getByRole('link', { name, exact: true })
const dayPanel = (page: Page) => page.locator('#day')

async function fillEvent(page: Page, fields: Record<string, string>) {
  const form = page.locator('#event')
  for (const [label, value] of Object.entries(fields)) await form.getByLabel(label).fill(value)
}

test('a student sees the days with events and reads what is on', async ({ page, open }) => {
  await open('/dashboard/calendar', { as: 'daniel' })
  await expect(page.getByRole('heading', { name: 'Calendar - September to December' })).toBeVisible()
  for (const month of ['September', 'October', 'November', 'December'])
    await expect(page.getByRole('table', { name: `${month} 2025 Academic Term` })).toBeVisible()
  await expect(page.getByRole('table').getByRole('link', { name: /, \d events?$/ })).toHaveCount(9)
  await expect(page.getByRole('heading', { name: 'Manage events' })).toHaveCount(0)

  await dayLink(page, '14 October 2025, 1 event').click()
  await expect(page).toHaveURL('/dashboard/calendar?day=2025-10-14#day')
  await expect(dayPanel(page).getByRole('heading', { name: 'Tuesday, 14 October 2025' })).toBeVisible()
  const events = dayPanel(page).getByRole('listitem')
  await expect(events).toHaveCount(1)
  for (const text of [
    'Online Safety talk',
    'Event',
    '11:00',
    'A video call with a guest. Your tutor gives you the link.',
  ])
    await expect(events.getByText(text, { exact: true })).toBeVisible()
  await expect(dayLink(page, '14 October 2025, 1 event')).toHaveAttribute('aria-current', 'date')

  await dayLink(page, '15 October 2025').click()
  await expect(dayPanel(page).getByRole('heading', { name: 'Wednesday, 15 October 2025' })).toBeVisible()
  await expect(dayPanel(page).getByText('No events scheduled for this day.', { exact: true })).toBeVisible()
  await expect(page).toHaveNoViolations()
})

test('on a phone the chosen day comes into view, and every day is large enough for a finger', async ({
  page,
  open,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await open('/dashboard/calendar', { as: 'daniel' })
  const day = dayLink(page, '13 November 2025, 1 event')
  const box = await day.boundingBox()
  expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  await day.click()
  await expect(page.getByRole('heading', { name: 'Thursday, 13 November 2025' })).toBeInViewport()
  await dayPanel(page).getByRole('link', { name: 'Go to November 2025' }).click()
  await expect(page.getByRole('heading', { name: 'November 2025', exact: true })).toBeInViewport()
})

test('the keyboard chooses a day and stays where it is', async ({ page, open, mode }) => {
  await open('/dashboard/calendar', { as: 'daniel' })
  const day = dayLink(page, '12 December 2025, 1 event')
  await dayLink(page, '11 December 2025').focus()
  await page.keyboard.press('Tab')
  await expect(day).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Friday, 12 December 2025' })).toBeVisible()
  if (mode === 'on') await expect(day).toBeFocused()
})

test('an address that names no day shows the calendar all the same', async ({ page, open }) => {
  await open('/dashboard/calendar?day=2025-02-30', { as: 'daniel' })
  await expect(page.getByRole('table')).toHaveCount(4)
  await expect(page.getByText('30 February')).toHaveCount(0)
})

test('a student puts the calendar on a phone, renews its address and switches it off', async ({
  page,
  open,
  request,
}) => {
  await open('/dashboard/calendar', { as: 'niamh' })
  await page.getByRole('button', { name: 'Make my calendar address' }).click()
  const address = page.getByLabel('Your calendar address')
  await expect(address).toHaveValue(/\/calendar\/\d+\.[\w-]{43}$/)
  const first = await address.inputValue()
  await expect(page.getByRole('link', { name: 'Download the events' })).toHaveAttribute('href', first)
  await expect(page.getByRole('link', { name: 'Open in my calendar' })).toHaveAttribute(
    'href',
    first.replace(/^http/, 'webcal').replace('webcals', 'webcal'),
  )
  await expect(page).toHaveNoViolations()
  const answer = await request.get(first)
  expect(answer.headers()).toMatchObject({
    'content-type': 'text/calendar; charset=utf-8',
    'cache-control': 'private, no-store',
  })
  expect(await answer.text()).toContain('SUMMARY:QQI Certificates Presentation\r\n')
  const head = await request.head(first)
  expect([head.status(), head.headers()['content-type']]).toEqual([200, 'text/calendar; charset=utf-8'])

  await page.getByRole('button', { name: 'Make a new address' }).click()
  await expect(address).not.toHaveValue(first)
  const second = await address.inputValue()
  expect([(await request.get(first)).status(), (await request.get(second)).status()]).toEqual([404, 200])
  await page.getByRole('button', { name: 'Switch my address off' }).click()
  await expect(page.getByRole('button', { name: 'Make my calendar address' })).toBeVisible()
  expect((await request.get(second)).status()).toBe(404)
})

test('a tutor adds an event, changes it and deletes it', async ({ page, open, riverbank }) => {
  const rows = () =>
    riverbank.rows(
      "select title, description, time, location, day, month, year from events where title like '%walk%' order by id",
    )
  await open('/dashboard/calendar', { as: 'aoife' })
  await expect(page.locator('#event').getByText('Events are public', { exact: false })).toBeVisible()
  await fillEvent(page, {
    Title: 'River walk',
    Description: 'Along the canal.\nBring a coat.',
    Date: '2025-11-05',
    Time: '10:00-12:00',
    Location: 'Front door',
  })
  await page.getByRole('button', { name: 'Add Event' }).click()
  await expect(page.getByText('The event has been added successfully.', { exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Wednesday, 5 November 2025' })).toBeVisible()
  await expect(page.locator('#event').getByLabel('Title')).toHaveValue('')
  const walk = {
    title: 'River walk',
    time: '10:00-12:00',
    location: 'Front door',
    day: 5,
    month: 'November',
    year: 2025,
  }
  const description = 'Along the canal.\nBring a coat.'
  expect(rows().map((row) => ({ ...row, description: String(row.description).replaceAll('\r', '') }))).toEqual([
    { ...walk, description },
  ])
  await expect(page).toHaveNoViolations()

  await dayPanel(page).getByRole('link', { name: 'Edit River walk' }).click()
  await expect(page.locator('#event').getByLabel('Date')).toHaveValue('2025-11-05')
  await expect(page).toHaveNoViolations()
  await fillEvent(page, { Title: 'Canal walk', Date: '2025-11-06', Description: '' })
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('The event has been updated successfully.', { exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Thursday, 6 November 2025' })).toBeVisible()
  expect(rows()).toEqual([{ ...walk, title: 'Canal walk', description: null, day: 6 }])

  await dayPanel(page).getByRole('link', { name: 'Delete Canal walk' }).click()
  await expectDeleteQuestion(page, 'Canal walk')
  await expect(page).toHaveNoViolations()
  await page.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('The event has been deleted successfully.', { exact: true })).toBeVisible()
  await expect(dayPanel(page).getByText('No events scheduled for this day.')).toBeVisible()
  expect(rows()).toEqual([])
})

test('an event without a date is refused and keeps what was typed', async ({ page, open, riverbank }) => {
  await open('/dashboard/calendar', { as: 'aoife' })
  const form = page.locator('#event')
  await fillEvent(page, { Description: 'With scones.', Time: 'After lunch', Location: 'Main hall' })
  await page.getByRole('button', { name: 'Add Event' }).click()
  await expect(form.getByRole('alert')).toContainText('Title is required.')
  await expect(form.getByRole('link', { name: 'Please enter a date, for example 14/10/2025.' })).toBeVisible()
  await expect(form.getByLabel('Date')).toHaveAccessibleDescription(/Please enter a date, for example 14\/10\/2025\./)
  await expect(form.getByLabel('Description')).toHaveValue('With scones.')
  await expect(form.getByLabel('Time')).toHaveValue('After lunch')
  await expect(form.getByLabel('Location')).toHaveValue('Main hall')
  expect(riverbank.rows("select id from events where description = 'With scones.'")).toEqual([])
  await expect(page).toHaveNoViolations()
})

test('a tutor adds an event from its day', async ({ page, open }) => {
  await open('/dashboard/calendar?day=2025-12-03', { as: 'aoife' })
  await dayPanel(page).getByRole('link', { name: 'Add an event on this day' }).click()
  await expect(page.locator('#event').getByLabel('Date')).toHaveValue('2025-12-03')
  await fillEvent(page, { Title: 'Crib at the church' })
  await expect(page).toHaveNoViolations()
  await page.getByRole('button', { name: 'Add Event' }).click()
  await expect(dayLink(page, '3 December 2025, 1 event')).toBeVisible()
})

test('a tutor moves the term, and the calendar follows', async ({ page, open, riverbank }) => {
  await open('/dashboard/calendar', { as: 'aoife' })
  const form = page.locator('#term')
  await form.getByLabel('Year').fill('soon')
  await form.getByRole('button', { name: 'Move the term' }).click()
  await expect(form.getByRole('alert')).toContainText('Please enter a year from 2000 to 2100, for example 2025.')
  await expect(form.getByLabel('Year')).toHaveValue('soon')
  await form.getByLabel('First month').selectOption('November')
  await form.getByLabel('Year').fill('2025')
  await form.getByRole('button', { name: 'Move the term' }).click()
  await expect(page.getByRole('heading', { name: 'Calendar - November to February' })).toBeVisible()
  await expect(page.getByRole('table', { name: 'February 2026 Academic Term' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Events in other months' })).toBeVisible()
  expect(riverbank.rows('select value from portalSettings')).toEqual([{ value: '{"month":"November","year":2025}' }])
  await expect(page).toHaveNoViolations()

  await form.getByLabel('First month').selectOption('September')
  await form.getByRole('button', { name: 'Move the term' }).click()
  await expect(page.getByRole('heading', { name: 'Calendar - September to December' })).toBeVisible()
})
