import { expect, type Page, test } from '~/test/browser'
import { createPicturePayload } from '~/test/samples'

const EDITOR = '/dashboard/profile/website/about/intro'
const findPicture = (page: Page) => page.getByRole('main').locator('img').first()
const findDescription = (page: Page) => page.getByLabel('What is in this picture?')
const publish = (page: Page) => page.getByRole('button', { name: 'Publish', exact: true }).last().click()
const photo = await createPicturePayload('us.jpg', 600, 500)

test('a photo replaces a drawing once it has a description, and is replaced again @scripts', async ({ open, page }) => {
  await open(EDITOR, { as: 'aoife' })
  await page.getByLabel(/^New Picture/).setInputFiles(photo)
  await expect(page.getByText('This is your picture as the page will show it.')).toBeVisible()
  await findDescription(page).fill('')
  await publish(page)
  // The server stores the picture in six versions first.
  await expect(page.getByText('Please say what is in this picture').first()).toBeVisible({ timeout: 60_000 })
  // The picture may not have been sent yet.
  await expect(findPicture(page)).toHaveAttribute('src', /^(blob:|\/files\/website\/)/)
  await findDescription(page).fill('All of us at the door.')
  await expect(page).toHaveNoViolations()
  await publish(page)
  await expect(page.getByText('Published').first()).toBeVisible()

  await open('/about')
  await expect(findPicture(page)).toHaveAttribute('alt', 'All of us at the door.')
  await expect(findPicture(page)).toHaveAttribute('src', /^\/files\/website\/[\da-f]{24}-800\.jpg$/)
  // AVIF, which Chromium supports, cropped to its place.
  await expect.poll(() => findPicture(page).evaluate((img: HTMLImageElement) => img.currentSrc)).toMatch(/\.avif$/)
  const getDistortion = () =>
    findPicture(page).evaluate((img: HTMLImageElement) => {
      const [width, height] = ['width', 'height'].map((name) => Number(img.getAttribute(name)))
      return img.naturalWidth / img.naturalHeight / (width! / height!)
    })
  await expect.poll(getDistortion).toBeCloseTo(1, 2)

  await open(EDITOR)
  await page.getByLabel('Use the original drawing').check()
  await publish(page)
  await expect(page.getByText('Published').first()).toBeVisible()
  await open('/about')
  await expect(findPicture(page)).toHaveAttribute('src', '/pictures/centre.svg')
  await expect(findPicture(page)).toHaveAttribute('alt', /^A day centre: one person comes up the ramp/)
})

test('a refused picture’s message stays next to it while its list is changed @scripts', async ({ open, page }) => {
  await open('/dashboard/profile/website/home/week', { as: 'aoife' })
  const art = page.locator('details').filter({ has: page.locator('summary', { hasText: 'Art' }) })
  await art.locator('summary').first().click()
  const file = { name: 'us.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no picture') }
  await art.getByLabel(/^New Picture/).setInputFiles(file)
  await art.getByLabel('What is in this picture?').fill('All of us')
  await art.getByRole('button', { name: /^Move down/ }).click()
  await expect(page.locator('[data-changed]')).toHaveText('‘Art’ is now number 2 of 3.')
  // Nothing is sent before ‘Publish’, and the file stays chosen.
  await publish(page)
  const refused = page.getByText('Only images are accepted')
  await expect(art.getByText('Only images are accepted')).toBeVisible()
  await expect(page.getByRole('link', { name: /^Picture 2, Picture: Only images are accepted/ })).toBeVisible()
  await expect(refused).toHaveCount(2)
  await expect(art.getByLabel('What is in this picture?')).toHaveValue('All of us')
  await expect(page).toHaveNoViolations()
  // Removing the picture removes its message.
  await art.getByRole('button', { name: /^Remove/ }).click()
  await expect(page.locator('[data-changed]')).toContainText('will be removed when you press ‘Publish’')
  await expect(refused).toHaveCount(0)
})
