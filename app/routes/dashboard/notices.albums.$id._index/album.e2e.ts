import { expect, test } from '~/test/browser'
import { createPicturePayload } from '~/test/samples'

test('a tutor makes an album with two photos, and a student sees them', async ({ page, open }) => {
  await open('/dashboard/notices', { as: 'aoife' })
  await page.getByRole('link', { name: 'Add an album' }).click()
  await page.locator('#album').getByLabel('Title').fill('Summer trip')
  await page.locator('#album').getByLabel('Text').fill('Our day at the sea.')
  await page.getByRole('button', { name: 'Add an album' }).click()
  await expect(page.getByText('No photos yet.', { exact: true })).toBeVisible()
  await page
    .getByLabel('Photos', { exact: true })
    .setInputFiles([await createPicturePayload('sea.png'), await createPicturePayload('sand.png')])
  await page.getByRole('button', { name: 'Upload photos' }).click()
  await expect(page.getByText('Photos uploaded successfully').first()).toBeVisible({ timeout: 60_000 })
  await expect(page.getByRole('heading', { name: 'Summer trip 2' })).toBeVisible()
  await expect(page).toHaveNoViolations()

  await open('/dashboard/notices', { as: 'daniel' })
  const card = page.getByRole('article', { name: 'Summer trip' })
  await expect(card.getByText('2 photos', { exact: true })).toBeVisible()
  await card.getByRole('link', { name: 'See the photos of the Summer trip' }).click()
  await expect(page.getByText('Our day at the sea.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Add photos' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Open the picture' }).first().click()
  await expect(page.getByRole('heading', { name: 'Summer trip 1' })).toBeVisible()
  await page.getByRole('link', { name: 'Back to the photos' }).click()
  await expect(page.getByRole('heading', { name: 'Summer trip 2' })).toBeVisible()
})
