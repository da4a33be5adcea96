import { expect, submitLogIn, test } from '~/test/browser'

// A browser without cookies: the test removes them from every response.
test.use({ usesFaultyProxy: true })
test.beforeEach(({ line }) => line.break('no cookies', () => true))

test('a correct password leads to a message that says what is wrong and what to do @scripts', async ({
  page,
  open,
}) => {
  await open('/portal?next=%2Fdashboard%2Fnotices')
  await submitLogIn(page, 'demo.student')
  const reported = page.getByRole('region', { name: 'Log In' }).getByRole('alert')
  await expect(reported).toContainText('This browser blocks cookies')
  await expect(reported).toContainText('Allow cookies in the settings of your browser. Then log in again.')
  await expect(reported).toBeFocused()
  await expect(page.getByText('Login successful')).toHaveCount(0)
  await expect(page).toHaveTitle('Student Portal: This browser blocks cookies - Riverbank')
  await expect(page).toHaveNoViolations()
})
