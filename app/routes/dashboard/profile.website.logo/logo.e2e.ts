import { expect, test } from '~/test/browser'
import { createPdfPayload, createPicturePayload } from '~/test/samples'

test('a tutor uploads the centre’s own logo for every page, and returns to the original drawing', async ({
  open,
  page,
}) => {
  await open('/dashboard/profile/website', { as: 'aoife' })
  await page.getByRole('link', { name: 'Logo' }).click()
  await expect(page.getByText('This drawing came with the website.')).toBeVisible()
  const chosen = page.getByLabel(/^New Logo/)

  await chosen.setInputFiles(createPdfPayload('plan.pdf'))
  await page.getByRole('button', { name: 'Use this logo' }).click()
  await expect(chosen).toHaveAccessibleDescription(/Only images/)
  await expect(page).toHaveNoViolations()

  await chosen.setInputFiles(await createPicturePayload('wide.png', 600, 200))
  await page.getByRole('button', { name: 'Use this logo' }).click()
  await expect(page.getByText('Every page now shows it next to the name of the centre.').first()).toBeVisible()
  const logo = page.getByRole('banner').locator('img')
  await expect(logo).toHaveAttribute('src', /^\/files\/website\/[\da-f]{24}-400\.(jpg|png)$/)
  await open('/about')
  await expect(logo).toHaveJSProperty('complete', true)
  expect(await logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  await expect(logo).toHaveCSS('object-fit', 'contain')
  const home = page.getByRole('banner').getByRole('link', { name: /^Riverbank/ })
  const name = home.getByText('Riverbank', { exact: true })
  await expect(name).not.toHaveClass('sr-only')

  // The name is in the logo, so the header does not write it twice.
  await open('/dashboard/profile/website/logo')
  await page.getByLabel('The logo contains the name').check()
  await page.getByRole('button', { name: 'Use this logo' }).click()
  await expect(page.getByText('Every page now shows it.').first()).toBeVisible()
  await open('/about')
  await expect(name).toHaveClass('sr-only')
  await expect(home).toBeVisible()
  await expect(page).toHaveNoViolations()

  await open('/dashboard/profile/website/logo')
  await page.getByRole('button', { name: 'Use the original drawing' }).click()
  await expect(page.getByText('Every page shows the original drawing again.').first()).toBeVisible()
  await expect(logo).toHaveCount(0)
})
