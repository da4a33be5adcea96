import { expect, submitLogIn, test } from '~/test/browser'

// A browser without cookies: the test removes them from every response.
test.use({ usesFaultyProxy: true })
test.beforeEach(({ line }) => line.break('no cookies', () => true))

test('a correct password leads to a message that says what is wrong and what to do', async ({ page, open, mode }) => {
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

test('an enquiry and sign-ups show thank-you messages', async ({ page, open, riverbank }) => {
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
