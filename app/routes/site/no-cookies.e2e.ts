import { createHash } from 'node:crypto'
import { expect, type Page, submitLogIn, test } from '~/test/browser'
import { resolveAddress } from '~/test/screens'

// A browser without cookies: the test removes them from every response.
test.use({ usesFaultyProxy: true })
test.beforeEach(({ line }) => line.break('no cookies', () => true))

const noCookies = (page: Page) => page.locator('main').getByText('This browser blocks cookies', { exact: true })

test('a correct password leads to a message that says what is wrong and what to do @journey-off', async ({
  page,
  open,
  mode,
}) => {
  await open('/portal?next=%2Fdashboard%2Fnotices')
  await submitLogIn(page, 'demo.student')
  const reported = page.getByRole('region', { name: 'Log In' }).getByRole('alert')
  await expect(reported).toContainText('This browser blocks cookies')
  await expect(reported).toContainText('Allow cookies in the settings of your browser. Then log in again.')
  if (mode === 'on') await expect(reported).toBeFocused()
  await expect(page.getByText('Login successful')).toHaveCount(0)
  await expect(page).toHaveTitle('Student Portal: This browser blocks cookies - Riverbank')
  await expect(page).toHaveNoViolations()
})

test('an enquiry and sign-ups show thank-you messages @journey-off', async ({ page, open, riverbank }) => {
  await open('/contact')
  const form = page.locator('#enquiry')
  await form.getByLabel('Name').fill('Maura Dunne')
  await form.getByLabel('Email').fill('maura.dunne@example.ie')
  await form.getByLabel('Subject').selectOption({ label: 'Arrange a Visit' })
  await form.getByLabel('Message').fill('My brother would like to visit the art group.')
  await form.getByRole('button', { name: 'Send Message' }).click()
  await expect(page.locator('#message-sent')).toContainText("Thank you for your message. We'll get back to you soon!")
  expect(riverbank.rows("select name from enquiries where email = 'maura.dunne@example.ie'")).toHaveLength(1)

  await page.locator('#subscribe').getByLabel('Email address').fill('maura.dunne@example.ie')
  await page.getByRole('button', { name: 'Subscribe to Newsletter' }).click()
  await expect(page.getByRole('heading', { name: 'Subscription successful!' })).toBeVisible()

  await open('/about')
  const footer = page.getByRole('contentinfo')
  await footer.getByLabel('Email').fill('liam.dunne@example.ie')
  await footer.getByRole('button', { name: 'Subscribe' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Subscription successful' })).toBeVisible()
  await expect(page).toHaveNoViolations()
})

test('the settings say that they could not be saved', async ({ page, open }) => {
  await open('/settings')
  await page.getByLabel('Largest').check()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(noCookies(page)).toBeVisible()
  await expect(page.getByText('Every page looks like this now.')).toHaveCount(0)
  await expect(page).toHaveNoViolations()
})

test('a scanned card says what is wrong', async ({ page, open, riverbank }) => {
  riverbank.change(
    `insert or replace into signInCards (userId, tokenHash, createdAt, expiresAt)
      select id, ?, '2026-01-01T00:00:00.000Z', '2100-01-01T00:00:00.000Z' from users where username = 'demo.student'`,
    createHash('sha256').update('a-card-that-works').digest('hex'),
  )
  await open('/card/a-card-that-works')
  await expect(page.getByRole('heading', { name: 'This browser blocks cookies' })).toBeVisible()
  await expect(page.getByText('Your six numbers')).toHaveCount(0)
  await expect(page).toHaveNoViolations()
})

test('a family sees the thank-you message', async ({ page, open, riverbank }) => {
  await open(resolveAddress(riverbank, '/away/:away'))
  await page.getByRole('button', { name: 'Not coming today' }).click()
  await expect(page.getByText('Thank you for telling us')).toBeVisible()
  await expect(page.getByText(/is not coming today/)).toBeVisible()
  await page.getByRole('button', { name: 'Coming after all' }).first().click()
  await expect(page.getByText(/is coming after all/)).toBeVisible()
})

test('one form’s message does not appear on the next refused form @journey-off', async ({ page, open, riverbank }) => {
  await open(`${resolveAddress(riverbank, '/away/:away')}?saved-already`)
  const reported = page.getByText('This was saved the first time you sent it.')
  await expect(reported.first()).toBeVisible()
  const form = page.locator('form:has([name=startDate])')
  await form.getByLabel('From', { exact: true }).fill('some day')
  await form.getByRole('button').last().click()
  await expect(form.locator('[aria-invalid=true]').first()).toBeVisible()
  await expect(reported).toHaveCount(0)
})
