import { expect, type RunningRiverbank, test } from '~/test/browser'

const email = 'reader.of.news@example.ie'
const token = 'a-secret-that-only-this-reader-was-sent'

test.beforeEach(({ riverbank }) => {
  riverbank.change(
    'insert into subscribers (email, active, createdAt, token, confirmToken) values (?, 1, ?, ?, null)',
    email,
    '2026-11-01T10:00:00.000Z',
    token,
  )
})
const isActive = (riverbank: RunningRiverbank) =>
  riverbank.rows('select active from subscribers where email = ?', email)[0]?.active === 1

test('a reader unsubscribes by the link in a mail, and may change their mind @journey', async ({
  page,
  open,
  riverbank,
}) => {
  await open(`/unsubscribe/${token}`)
  await expect(page.getByText(email, { exact: true })).toBeVisible()
  await expect(page.locator('main').getByRole('button')).toHaveCount(1)
  await page.reload()
  expect(isActive(riverbank)).toBe(true)

  await page.getByRole('button', { name: 'Yes, unsubscribe' }).click()
  await expect(page.getByRole('heading', { name: 'You are unsubscribed' })).toBeVisible()
  expect(isActive(riverbank)).toBe(false)
  await expect(page).toHaveNoViolations()
  await page.getByRole('button', { name: 'Subscribe again' }).click()
  await expect(page.getByRole('button', { name: 'Yes, unsubscribe' })).toBeVisible()
  expect(isActive(riverbank)).toBe(true)
})
