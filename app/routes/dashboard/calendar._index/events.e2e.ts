import { expect, expectDeleteQuestion, type Open, type Page, type RunningRiverbank, test } from '~/test/browser'

const dayLink = (page: Page, name: string) => page.getByRole('table').getByRole('link', { name, exact: true })
const dayPanel = (page: Page) => page.locator('section[aria-labelledby=day-heading]')

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
const walks = ({ rows }: RunningRiverbank) =>
  rows("select title, description, time, location, day, month, year from events where title like '%walk%' order by id")

/** Adds the walk by the API, and opens its day. */
async function openWalk(open: Open) {
  const page = await open('/dashboard/calendar', { as: 'aoife' })
  const headers = { 'Sec-Fetch-Site': 'same-origin' }
  expect((await page.request.post('/api/events', { data: walk, headers })).status()).toBe(201)
  return open('/dashboard/calendar?day=2025-11-05')
}

test('a tutor adds an event', async ({ page, open, riverbank }) => {
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
  await expect(page.locator('main').getByText('The event has been added successfully.', { exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Wednesday, 5 November 2025' })).toBeVisible()
  await expect(page.locator('#event').getByLabel('Title')).toHaveValue('')
  const description = 'Along the canal.\nBring a coat.'
  expect(
    walks(riverbank).map((row) => ({ ...row, description: String(row.description).replaceAll('\r', '') })),
  ).toEqual([{ ...walk, description }])
  await expect(page).toHaveNoViolations()
})

test('a tutor changes an event', async ({ open, riverbank }) => {
  const page = await openWalk(open)
  await dayPanel(page).getByRole('link', { name: 'Edit River walk' }).click()
  await expect(page.locator('#event').getByLabel('Date')).toHaveValue('2025-11-05')
  await expect(page).toHaveNoViolations()
  await fillEvent(page, { Title: 'Canal walk', Date: '2025-11-06', Description: '' })
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(
    page.locator('main').getByText('The event has been updated successfully.', { exact: true }),
  ).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Thursday, 6 November 2025' })).toBeVisible()
  expect(walks(riverbank)).toEqual([{ ...walk, title: 'Canal walk', description: null, day: 6 }])
})

test('an event is deleted after a question', async ({ open, riverbank }) => {
  const page = await openWalk(open)
  await dayPanel(page).getByRole('link', { name: 'Delete River walk' }).click()
  await expectDeleteQuestion(page, 'River walk')
  await expect(page).toHaveNoViolations()
  await page.getByRole('button', { name: 'Delete' }).click()
  await expect(
    page.locator('main').getByText('The event has been deleted successfully.', { exact: true }),
  ).toBeVisible()
  await expect(dayPanel(page).getByText('No events scheduled for this day.')).toBeVisible()
  expect(walks(riverbank)).toEqual([])
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
  await form.getByRole('button', { name: 'Change the term' }).click()
  await expect(form.getByRole('alert')).toContainText('Please enter a year from 2000 to 2100, for example 2025.')
  await expect(form.getByLabel('Year')).toHaveValue('soon')
  await form.getByLabel('First month').selectOption('November')
  await form.getByLabel('Year').fill('2025')
  await form.getByRole('button', { name: 'Change the term' }).click()
  await expect(page.getByRole('heading', { name: 'Calendar - November to February' })).toBeVisible()
  await expect(page.getByRole('table', { name: 'February 2026 Academic Term' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Events in other months' })).toBeVisible()
  expect(riverbank.rows('select value from portalSettings')).toEqual([{ value: '{"month":"November","year":2025}' }])
  await expect(page).toHaveNoViolations()
})
