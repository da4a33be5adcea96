import { expect, test } from '~/test/browser'
import { pdfPayload, picturePayload } from '~/test/samples'

test('a tutor shows the centre’s own logo on every page, and puts the drawing back', async ({ open, page }) => {
  await open('/dashboard/profile/website', { as: 'aoife' })
  await page.getByRole('link', { name: 'Logo' }).click()
  await expect(page.getByText('This drawing came with the website.')).toBeVisible()
  const chosen = page.getByLabel(/^New Logo/)

  await chosen.setInputFiles(pdfPayload('plan.pdf'))
  await page.getByRole('button', { name: 'Use this logo' }).click()
  await expect(chosen).toHaveAccessibleDescription(/Only images/)
  await expect(page).toHaveNoViolations()

  await chosen.setInputFiles(await picturePayload('wide.png', 600, 200))
  await page.getByRole('button', { name: 'Use this logo' }).click()
  await expect(page.getByText('Every page shows it beside the name of the centre.').first()).toBeVisible()
  const logo = page.getByRole('banner').locator('img')
  await expect(logo).toHaveAttribute('src', /^\/files\/website\/[\da-f]{24}-400\.(jpg|png)$/)
  await open('/about')
  await expect(logo).toHaveJSProperty('complete', true)
  expect(await logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  await expect(logo).toHaveCSS('object-fit', 'contain')

  await open('/dashboard/profile/website/logo')
  await page.getByRole('button', { name: 'Put the drawing back' }).click()
  await expect(page.getByText('Every page shows the drawing again.').first()).toBeVisible()
  await expect(logo).toHaveCount(0)
})
