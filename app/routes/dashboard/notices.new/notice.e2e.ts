import { addDays, formatIsoDay, formatShortDate, getToday, parseDay } from '~/domain/events/days'
import { expect, expectDeleteQuestion, type Page, type RunningRiverbank, resizeWindow, test } from '~/test/browser'

const until = formatShortDate({ ...getToday(), day: 28, year: getToday().year + 1 })
const inAWeek = formatShortDate(parseDay(addDays(formatIsoDay(getToday()), 7))!)

async function writeNotice(page: Page, fields: Record<string, string>) {
  for (const [label, value] of Object.entries(fields)) await page.locator('#notice').getByLabel(label).fill(value)
}

test('a tutor adds a notice, which comes first on a student’s screen, then edits and deletes it', async ({
  page,
  open,
  riverbank,
}) => {
  await open('/dashboard/notices', { as: 'aoife' })
  await page.getByRole('link', { name: 'Add a notice' }).press('Enter')
  await expect(page.getByLabel('Until')).toHaveValue(inAWeek)
  await writeNotice(page, { Text: 'Please ring us.\nWe can help.', Until: 'soon' })
  await page.getByRole('button', { name: 'Add a notice' }).click()
  await expect(page.locator('#notice').getByRole('alert')).toContainText('Title is required.')
  await expect(page.getByLabel('Until')).toHaveAccessibleDescription(/Please enter a date/)
  await expect(page.getByLabel('Until')).toHaveValue('soon')
  await expect(page).toHaveNoViolations()
  await writeNotice(page, { Title: 'No bus on Friday', Until: until })
  await page.getByRole('button', { name: 'Add a notice' }).click()
  await expect(page.getByText('Everyone can see it now.', { exact: true })).toBeVisible()
  const order = page.getByRole('main').getByRole('heading', { level: 3 })
  await expect(order).toHaveText(['No bus on Friday', 'QQI Certificates Presentation'])
  await expect(page.getByText(`Until ${until}`)).toBeVisible()
  await expect(page).toHaveNoViolations()

  await page.getByRole('link', { name: 'Edit No bus on Friday' }).click()
  await expect(page.getByLabel('Until')).toHaveValue(until)
  await writeNotice(page, { Title: 'The bus is back' })
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(order).toHaveText(['The bus is back', 'QQI Certificates Presentation'])
  expect(riverbank.rows('select title, version from notices')).toEqual([{ title: 'The bus is back', version: 2 }])

  await page.getByRole('link', { name: 'Delete The bus is back' }).click()
  await expectDeleteQuestion(page, 'The bus is back')
  await page.getByRole('button', { name: 'Delete' }).click()
  await expect(order).toHaveText(['QQI Certificates Presentation'])
})

const addNotices = ({ change }: RunningRiverbank) => {
  for (const [title, day] of [
    ['Over', '2026-01-01'],
    ['No bus on Friday', '2100-01-01'],
  ])
    change(
      "insert into notices (title, text, until, createdAt) values (?, 'Please ring us.', ?, '2026-01-01T00:00:00.000Z')",
      title,
      day,
    )
}

test('a student sees current notices first, and can’t change them @whole', async ({ page, open, riverbank }) => {
  addNotices(riverbank)
  await open('/dashboard', { as: 'daniel' })
  await expect(page.getByRole('main').getByRole('heading', { level: 2 }).first()).toHaveText('No bus on Friday')
  await expect(page.getByText('Over', { exact: true })).toHaveCount(0)
  await expect(page).toHaveNoViolations()
  await open('/dashboard/notices')
  await expect(page.getByRole('heading', { name: 'No bus on Friday' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: /^(Edit|Delete|Add)/ })).toHaveCount(0)
})

test('a tutor edits a notice in its place in the list, and it is for one student only @journey', async ({
  page,
  open,
  riverbank,
}) => {
  for (let number = 1; number <= 7; number++)
    riverbank.change(
      `insert into notices (title, text, until, createdAt) values (?, 'Please ring us.', ?, ?)`,
      `Notice ${number}`,
      formatIsoDay({ ...getToday(), day: 28, year: getToday().year + 1 }),
      `2026-01-0${number}T00:00:00.000Z`,
    )
  await open('/dashboard/notices?notices=2', { as: 'aoife' })
  await resizeWindow(page, 320)
  await page.getByRole('link', { name: 'Edit Notice 1' }).click()
  const order = page.locator('#notice-board').getByRole('heading', { level: 3 })
  await expect(order).toHaveText(['Notice 2', 'Edit notice', 'QQI Certificates Presentation'])
  await expect(page.getByRole('heading', { name: 'Edit notice' })).toBeInViewport()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  await page.locator('#notice').getByLabel('Title').fill('')
  await page.getByLabel('Daniel Okafor').check()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.locator('#notice').getByText('Title is required.').first()).toBeVisible()
  await expect(page.getByLabel('Daniel Okafor')).toBeChecked()
  await expect(page).toHaveNoViolations()
  await page.locator('#notice').getByLabel('Title').fill('Dentist')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(order).toHaveText(['Notice 2', 'Dentist', 'QQI Certificates Presentation'])
  await expect(page.getByText('For Daniel', { exact: true })).toBeInViewport()
  await expect(page).toHaveURL(/\/dashboard\/notices\?notices=2#notice-\d+$/)
  await expect(page).toHaveNoViolations()
  await page.getByRole('link', { name: 'Edit Dentist' }).click()
  await page.getByRole('link', { name: 'Cancel' }).click()
  await expect(order).toHaveText(['Notice 2', 'Dentist', 'QQI Certificates Presentation'])
  await open('/dashboard/notices?notices=2', { as: 'daniel' })
  await expect(page.getByRole('heading', { name: 'Dentist' })).toBeVisible()
  await open('/dashboard/notices?notices=2', { as: 'niamh' })
  await expect(page.getByRole('heading', { name: 'Notice 2' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Dentist' })).toHaveCount(0)
})
