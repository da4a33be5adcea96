import { expect, test, typeLogIn } from '~/test/browser'
import type { Break } from '~/test/faulty-proxy'
import { PATIENCE } from '~/ui/browser/answered'

test.use({ overLine: true, failing: true })

for (const [how, words] of [
  ['gone', 'Login failed: no connection. There is no connection just now.'],
  [502, 'Login failed: 502. The website is not answering just now.'],
] as [Break, string][])
  test(`a log-in on a line that is ${how} @scripts`, async ({ page, open, line }) => {
    await open('/portal')
    line.break(how)
    await typeLogIn(page, 'demo.student2')
    await expect(page.getByRole('alert').first()).toContainText(words)
    await expect(page.getByRole('alert').first()).toBeFocused()
    await expect(page.getByLabel('Username')).toHaveValue('demo.student2')
    line.mend()
    await page.getByRole('button', { name: 'Log In' }).click()
    await expect(page).toHaveURL('/dashboard')
  })

test('a log-in without an answer is given up @scripts', async ({ page, open, line }) => {
  await page.clock.install()
  await open('/portal')
  line.break('silent')
  await typeLogIn(page, 'demo.student2')
  await expect(page.getByRole('button', { name: 'Logging in...' })).toBeVisible()
  await page.clock.fastForward(PATIENCE)
  await expect(page.getByRole('alert').first()).toContainText('Login failed: no answer. No answer came.')
  await expect(page.getByRole('button', { name: 'Log In' })).toBeEnabled()
})
