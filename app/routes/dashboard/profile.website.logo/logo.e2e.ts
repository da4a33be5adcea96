import { expect, test } from '~/test/browser'
import { createPicturePayload } from '~/test/samples'

test('a tutor uploads the centre’s own logo, and returns to the original drawing', async ({ open, page }) => {
  await open('/dashboard/profile/website/logo', { as: 'aoife' })
  await expect(page.getByText('This drawing came with the website.')).toBeVisible()
  await page.getByLabel(/^New Logo/).setInputFiles(await createPicturePayload('wide.png', 600, 200))
  await page.getByLabel('The logo contains the name').check()
  await page.getByRole('button', { name: 'Use this logo' }).click()
  await expect(page.getByText('Every page now shows it.').first()).toBeVisible()
  await open('/about')
  const logo = page.getByRole('banner').locator('img')
  await expect(logo).toHaveAttribute('src', /^\/files\/website\/[\da-f]{24}-400\.(jpg|png)$/)
  await expect.poll(() => logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  await expect(logo).toHaveCSS('object-fit', 'contain')
  // The header does not write the name twice.
  const home = page.getByRole('banner').getByRole('link', { name: /^Riverbank/ })
  await expect(home.getByText('Riverbank', { exact: true })).toHaveClass('sr-only')
  await expect(page).toHaveNoViolations()

  await open('/dashboard/profile/website/logo')
  await page.getByRole('button', { name: 'Use the original drawing' }).click()
  await expect(page.getByText('Every page shows the original drawing again.').first()).toBeVisible()
  await expect(logo).toHaveCount(0)
})
