import { addAccountWithSession, DEMO_PASSWORD_OF_TESTS, expect, fillFields, test } from '~/test/browser'

const newPassword = 'kingfisher on a tractor'

test.beforeEach(({ riverbank }) =>
  addAccountWithSession(riverbank, { username: 'orla', role: 'student', firstName: 'Orla', lastName: 'Nolan' }),
)

test('a student changes their own password and stays logged in on this device', async ({ page, logInByForm, mode }) => {
  await logInByForm('orla')
  await page.getByRole('link', { name: 'My settings' }).first().click()
  await page.getByRole('link', { name: 'Your password' }).click()
  await expect(page.getByRole('heading', { name: 'Your password', exact: true })).toBeVisible()
  await expect(page.getByText('Second step')).toHaveCount(0)

  const form = page.getByRole('main')
  await fillFields(form, { 'Your current password': 'not my password', 'New password': newPassword })
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByLabel('Your current password')).toHaveAccessibleDescription(
    /This is not your current password\./,
  )
  await expect(page.getByLabel('New password')).toHaveValue(mode === 'on' ? newPassword : '')

  await fillFields(form, { 'Your current password': DEMO_PASSWORD_OF_TESTS, 'New password': newPassword })
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('Password changed', { exact: true })).toBeVisible()
  await expect(page).toHaveURL('/dashboard/password')
  await expect(page).toHaveNoViolations()
})
