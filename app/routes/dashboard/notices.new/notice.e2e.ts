import { formatShortDate, getToday } from '~/domain/events/days'
import { expect, expectDeleteQuestion, type Page, type RunningRiverbank, test } from '~/test/browser'

const until = formatShortDate({ ...getToday(), day: 28, year: getToday().year + 1 })

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
