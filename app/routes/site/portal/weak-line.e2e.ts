import { expect, submitLogIn, test } from '~/test/browser'
import type { Break } from '~/test/faulty-proxy'
import { ANSWER_TIMEOUT } from '~/ui/browser/request-failure'

test.use({ usesFaultyProxy: true, expectsServerErrors: true })

for (const [how, words] of [
  ['gone', 'Login failed: no connection. There is no connection at the moment.'],
  [502, 'Login failed: 502. The website is not available at the moment.'],
] as [Break, string][])
  test(`a log-in on a line that is ${how} @scripts`, async ({ page, open, line }) => {
    await open('/portal')
    line.break(how)
    await submitLogIn(page, 'demo.student2')
    await expect(page.getByRole('alert').first()).toContainText(words)
    await expect(page.getByRole('alert').first()).toBeFocused()
    await expect(page.getByLabel('Username')).toHaveValue('demo.student2')
    line.mend()
    await page.getByRole('button', { name: 'Log In' }).click()
    await expect(page).toHaveURL('/dashboard')
  })

test('a log-in without a response times out @scripts', async ({ page, open, line }) => {
  await page.clock.install()
  await open('/portal')
  line.break('silent')
  await submitLogIn(page, 'demo.student2')
  await expect(page.getByRole('button', { name: 'Logging in...' })).toBeVisible()
  await page.clock.fastForward(ANSWER_TIMEOUT)
  await expect(page.getByRole('alert').first()).toContainText('Login failed: no answer. The website is not responding.')
  await expect(page.getByRole('button', { name: 'Log In' })).toBeEnabled()
})
