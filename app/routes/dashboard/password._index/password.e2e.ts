import { addAccount, expect, fillIn, password, test } from '~/test/browser'

const fresh = 'kingfisher on a tractor'

test.beforeEach(({ riverbank }) =>
  addAccount(riverbank, { username: 'orla', role: 'student', firstName: 'Orla', lastName: 'Nolan' }),
)

test('a student changes their own password, and stays logged in here only', async ({
  page,
  logInByForm,
  riverbank,
  mode,
}) => {
  await page.request.post('/api/login', { data: { username: 'orla', password }, headers: { Cookie: '' } })
  await page.context().clearCookies()
  await logInByForm('orla')
  await page.getByRole('link', { name: 'Your password' }).click()
  await expect(page.getByRole('heading', { name: 'Your password', exact: true })).toBeVisible()
  await expect(page.getByText('Second step')).toHaveCount(0)

  const form = page.getByRole('main')
  await fillIn(form, { 'Your current password': 'not my password', 'New password': fresh })
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByLabel('Your current password')).toHaveAccessibleDescription(
    /This is not your current password\./,
  )
  await expect(page.getByLabel('New password')).toHaveValue(mode === 'on' ? fresh : '')

  await fillIn(form, { 'Your current password': password, 'New password': 'OrlaNolan1' })
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByLabel('New password')).toHaveAccessibleDescription(/This password is easy to guess\./)
  await expect(page).toHaveNoViolations()

  await fillIn(form, { 'Your current password': password, 'New password': fresh })
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('Password changed', { exact: true })).toBeVisible()
  await expect(page).toHaveURL('/dashboard/password')
  await expect(page).toHaveNoViolations()
  expect(
    riverbank.rows(`select endedAt is null as living from sessions
      where userId = (select id from users where username = 'orla') order by id`),
  ).toEqual([{ living: 0 }, { living: 1 }])

  await page.getByRole('button', { name: 'Log Out' }).click()
  await page.waitForURL('/')
  for (const [tried, status] of [
    [password, 401],
    [fresh, 200],
  ] as const)
    expect((await page.request.post('/api/login', { data: { username: 'orla', password: tried } })).status()).toBe(
      status,
    )
})
