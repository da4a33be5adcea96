import { createHash, randomBytes } from 'node:crypto'
import { expect, test } from '~/test/browser'

test('a student logs in with a card and one button, and no trace of the secret remains @journey @once', async ({
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
