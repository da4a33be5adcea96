import {
  addAccountWithSession,
  DEMO_PASSWORD_OF_TESTS,
  expect,
  type Mode,
  type Page,
  submitLogIn,
  test,
  waitForHydration,
} from '~/test/browser'
import { createTotpCode } from '~/test/second-step'

const conor = 'conor'

// Demonstration accounts log in without a second step.
test.beforeEach(({ riverbank }) =>
  addAccountWithSession(riverbank, { username: conor, role: 'tutor', firstName: 'Conor', lastName: 'Daly' }),
)

async function typePassword(page: Page, mode: Mode) {
  await submitLogIn(page, conor)
  await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible()
  if (mode === 'on') await waitForHydration(page)
}

async function typeCode(page: Page, code: string) {
  await page.getByLabel('The code from your app, or a recovery code').fill(code)
  await page.getByRole('button', { name: 'Log In' }).click()
}

test('a tutor sets up a second step and logs in with the app’s codes, each of which works once', async ({
  page,
  open,
  logInByForm,
  riverbank,
  mode,
}) => {
  await logInByForm(conor)
  await page.getByRole('link', { name: 'My settings' }).first().click()
  await page.getByRole('link', { name: 'Your password' }).click()
  await page.getByRole('link', { name: 'Set up a second step' }).click()
  await expect(page.getByRole('heading', { name: 'Set it up' })).toBeVisible()
  await page.getByLabel('Your current password').fill('not my password')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByLabel('Your current password')).toHaveAccessibleDescription(
    /This is not your current password\./,
  )
  await expect(page).toHaveNoViolations()
  await page.getByLabel('Your current password').fill(DEMO_PASSWORD_OF_TESTS)
  await page.getByRole('button', { name: 'Continue' }).click()

  await expect(page.getByRole('img', { name: 'QR code for your app.' })).toBeVisible()
  const key = await page.locator('#key code').innerText()
  expect(key).toMatch(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/)
  await expect(page).toHaveNoViolations()
  await page.getByLabel('The code from your app').fill('12 34')
  await page.getByRole('button', { name: 'Turn on' }).click()
  await expect(page.getByLabel('The code from your app')).toHaveAccessibleDescription(/That code did not work\./)
  const firstCode = createTotpCode(key)
  await page.getByLabel('The code from your app').fill(firstCode.replace(/...$/, ' $&'))
  await page.getByRole('button', { name: 'Turn on' }).click()
  await expect(page.getByRole('heading', { name: 'Your second step is on' })).toBeVisible()
  await expect(page.getByRole('main').locator('ul code')).toHaveCount(10)
  await expect(page).toHaveNoViolations()
  await page.getByRole('link', { name: 'I have saved them' }).click()
  await expect(page.getByText('You have 10 of 10 recovery codes left.')).toBeVisible()
  await expect(page).toHaveNoViolations()

  await page.getByRole('button', { name: 'Log Out' }).click()
  await page.waitForURL('/')

  const sessions = riverbank.rows('select count(*) as count from sessions')
  await open('/login?next=%2Fdashboard%2Fnotices')
  await typePassword(page, mode)
  expect(new URL(page.url()).pathname).toBe('/login')
  expect(riverbank.rows('select count(*) as count from sessions')).toEqual(sessions)
  await expect(page).toHaveNoViolations()
  // The code that turned it on is used up; the next one is accepted.
  await typeCode(page, firstCode)
  await expect(page.getByRole('alert').first()).toContainText(
    'Login failed: 401. Please check your credentials and try again.',
  )
  await expect(page.getByLabel('The code from your app')).toHaveAccessibleDescription(/That code did not work\./)
  if (mode !== 'on') await expect(page.getByLabel('The code from your app')).toHaveValue('')
  await expect(page).toHaveNoViolations()
  await typeCode(page, createTotpCode(key, 1))
  await expect(page).toHaveURL('/dashboard/notices')
  await expect(page.getByText('Login successful', { exact: true })).toBeVisible()
  await page.goto('/portal')
  await expect(page).toHaveURL('/dashboard')
})
