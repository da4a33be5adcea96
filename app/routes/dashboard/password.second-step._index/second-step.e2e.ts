import {
  addAccountWithSession,
  DEMO_PASSWORD_OF_TESTS,
  expect,
  submitLogIn,
  test,
  waitForHydration,
} from '~/test/browser'
import { createTotpCode } from '~/test/second-step'

test('a tutor sets up a second step and logs in with codes @once', async ({ page, open, logInByForm, riverbank }) => {
  // Demonstration accounts log in without a second step.
  addAccountWithSession(riverbank, { username: 'conor', role: 'tutor', firstName: 'Conor', lastName: 'Daly' })
  await logInByForm('conor')
  await page.goto('/dashboard/password/second-step')
  await page.getByLabel('Your current password').fill(DEMO_PASSWORD_OF_TESTS)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('img', { name: 'QR code for your app.' })).toBeVisible()
  const key = await page.locator('#key code').innerText()
  expect(key).toMatch(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/)
  const code = page.getByLabel(/^The code from your app/)
  await code.fill('12 34')
  await page.getByRole('button', { name: 'Turn on' }).click()
  await expect(code).toHaveAccessibleDescription(/That code did not work\./)
  await expect(page).toHaveNoViolations()
  const firstCode = createTotpCode(key)
  await code.fill(firstCode.replace(/...$/, ' $&'))
  await page.getByRole('button', { name: 'Turn on' }).click()
  await expect(page.getByRole('heading', { name: 'Your second step is on' })).toBeVisible()
  await expect(page.getByRole('main').locator('ul code')).toHaveCount(10)
  await expect(page).toHaveNoViolations()
  await page.getByRole('link', { name: 'I have saved them' }).click()
  await expect(page.getByText('You have 10 of 10 recovery codes left.')).toBeVisible()
  await page.getByRole('button', { name: 'Log Out' }).click()
  await page.waitForURL('/')

  await open('/login?next=%2Fdashboard%2Fnotices')
  await submitLogIn(page, 'conor')
  await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible()
  await waitForHydration(page)
  await expect(page).toHaveNoViolations()
  // The code that turned it on is used up; the next one is accepted.
  await code.fill(createTotpCode(key, 1))
  await page.getByRole('button', { name: 'Log In' }).click()
  await expect(page).toHaveURL('/dashboard/notices')
})
