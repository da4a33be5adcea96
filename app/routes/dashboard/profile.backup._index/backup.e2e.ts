import { DEMO_PASSWORD_OF_TESTS, expect, test } from '~/test/browser'

test('a tutor makes a backup, and the progress page shows when it is done', async ({ page, open }) => {
  await open('/dashboard/profile/backup', { as: 'aoife' })
  await page.getByLabel('Your own password').fill(DEMO_PASSWORD_OF_TESTS)
  await page.getByRole('button', { name: 'Make a backup now' }).click()
  await expect(page).toHaveURL('/dashboard/profile/backup/progress')
  await expect(page.getByText('The backup is ready.')).toBeVisible({ timeout: 30_000 })
  await expect(page).toHaveNoViolations()
})
