import { expect, test } from '~/test/browser'
import { DEMO_PASSWORD_OF_TESTS } from '~/test/running'

test('a tutor makes a backup, and the progress page shows when it is done', async ({ page, open }) => {
  await open('/dashboard/profile/backup', { as: 'aoife' })
  await page.getByLabel('Your own password').fill(DEMO_PASSWORD_OF_TESTS)
  await page.getByRole('button', { name: 'Make a backup now' }).click()
  await expect(page).toHaveURL('/dashboard/profile/backup/progress')
  await expect(page.getByText('The backup is ready.')).toBeVisible({ timeout: 30_000 })
  await expect(page.getByText('Yes, nothing is missing')).toBeVisible()
  await expect(page).toHaveNoViolations()
  await page.getByRole('link', { name: 'Back to Backup' }).click()
  await expect(page.getByRole('region', { name: 'Last backup' }).getByText('Yes, nothing is missing')).toBeVisible()
})
