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
test.afterEach(({ riverbank }) => {
  riverbank.change('delete from deliveries where email = ?', email)
  riverbank.change('delete from subscribers where email = ?', email)
})

const isActive = (riverbank: RunningRiverbank) =>
  riverbank.rows('select active from subscribers where email = ?', email)[0]?.active === 1

test('a reader unsubscribes by the link in a mail, and may change their mind @journey-off', async ({
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

test('a reader without a mail requests the link by email address', async ({ page, riverbank }) => {
  const answer = await page.goto('/unsubscribe/a-link-that-nobody-was-sent')
  expect(answer?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'This link does not work' })).toBeVisible()
  await page.getByRole('link', { name: 'Unsubscribe by email address' }).click()
  const form = page.locator('#unsubscribe')
  await form.getByLabel('Email address').fill('reader')
  await form.getByRole('button', { name: 'Send me the link' }).click()
  await expect(form.getByLabel('Email address')).toHaveAccessibleDescription(
    'Error: Please enter a valid email address',
  )
  await expect(form.getByLabel('Email address')).toHaveValue('reader')
  await expect(page).toHaveNoViolations()

  await form.getByLabel('Email address').fill(email.toUpperCase())
  await form.getByRole('button', { name: 'Send me the link' }).click()
  await expect(page.getByText('This is a demonstration, so no email will come.', { exact: true })).toBeVisible()
  expect(riverbank.rows("select email from deliveries where kind = 'unsubscribe'")).toEqual([{ email }])
  await expect(page).toHaveNoViolations()
})

test('a sign-up is confirmed once, by the button on the link’s page', async ({ page, open, riverbank }) => {
  const secret = 'a-secret-for-confirming'
  riverbank.change('update subscribers set active = 0, confirmToken = ? where email = ?', secret, email)
  await open(`/confirm/${secret}`)
  await page.getByRole('button', { name: 'Yes, subscribe me' }).click()
  await expect(page.getByRole('heading', { name: 'You are subscribed' })).toBeVisible()
  expect(isActive(riverbank)).toBe(true)
  await open(`/confirm/${secret}`)
  await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
  await expect(page).toHaveNoViolations()
})
