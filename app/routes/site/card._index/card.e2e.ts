import { createHash, randomBytes } from 'node:crypto'
import { expect, test } from '~/test/browser'

test('a student logs in with a card and one button, and no trace of the secret remains @journey', async ({
  page,
  open,
  riverbank,
}) => {
  const token = randomBytes(32).toString('base64url')
  const requested: string[] = []
  page.on('request', (request) => requested.push(`${request.url()} ${request.headers().referer}`))
  riverbank.change(
    `insert or replace into signInCards (userId, tokenHash, createdAt, expiresAt)
      select id, ?, '2026-01-01T00:00:00.000Z', '2100-01-01T00:00:00.000Z' from users where username = 'demo.student'`,
    createHash('sha256').update(token).digest('hex'),
  )
  await open(`/card/${token}`)
  await expect(page).toHaveURL(/\/card$/)
  await expect(page.getByRole('heading', { name: 'Hello Daniel' })).toBeVisible()
  await expect(page).toHaveNoViolations()
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByRole('tab', { name: 'My Files' })).toBeVisible()
  expect(requested.filter((line) => line.includes(token))).toHaveLength(1)
  expect(requested.filter((line) => line.split(' ')[1]?.includes(token))).toEqual([])
  expect(riverbank.output()).not.toContain(token)
  expect(riverbank.output()).toContain('"route":"/card/:token"')
})

test('a student logs in with their username and a day code', async ({ page, open, riverbank }) => {
  const id = riverbank.rows("select id from users where username = 'demo.student'")[0]?.id
  await open(`/dashboard/profile/people/${id}/card`, { as: 'aoife' })
  await page.getByRole('button', { name: 'Make a code for today' }).click()
  const steps = page.getByRole('list', { name: 'How Daniel logs in' })
  await expect(steps).toContainText(new RegExp(`${new URL(riverbank.url).host}/card.*demo.student.*It works until`))
  await expect(page).toHaveNoViolations()
  const code = await steps.locator('code').innerText()

  await page.context().clearCookies()
  await open('/portal')
  await page.getByRole('link', { name: 'I have a code for today' }).click()
  await expect(page.getByRole('heading', { name: 'Log in with a code' })).toBeVisible()
  await expect(page).toHaveNoViolations()
  await page.getByLabel('Your username').fill('demo.student')
  await page.getByLabel('Your six numbers').fill(code === '111 111' ? '222222' : '111111')
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByLabel('Your six numbers')).toHaveAccessibleDescription(/not right/)
  await expect(page.getByLabel('Your username')).toHaveValue('demo.student')
  await page.getByLabel('Your six numbers').fill(code)
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByRole('tab', { name: 'My Files' })).toBeVisible()
})
