import { expect, type Page, test } from '~/test/browser'
import { createPicturePayload } from '~/test/samples'

const EDITOR = '/dashboard/profile/website/about/intro'
const findPicture = (page: Page) => page.getByRole('main').locator('img').first()
const findDescription = (page: Page) => page.getByLabel('What is in this picture?')
const publish = (page: Page) => page.getByRole('button', { name: 'Publish', exact: true }).last().click()
const photo = await createPicturePayload('us.jpg', 1200, 1000)

test('a photo replaces a drawing once it has a description, and is replaced again', async ({ open, page, mode }) => {
  await open(EDITOR, { as: 'aoife' })
  await page.getByLabel(/^New Picture/).setInputFiles(photo)
  if (mode === 'on') await expect(page.getByText('This is your picture as the page will show it.')).toBeVisible()
  await findDescription(page).fill('')
  await publish(page)
  // The server stores the picture in twelve versions first.
  await expect(page.getByText('Please say what is in this picture').first()).toBeVisible({ timeout: 60_000 })
  // With scripts, the picture may not have been sent yet.
  const src = mode === 'on' ? /^(blob:|\/files\/website\/)/ : /^\/files\/website\//
  await expect(findPicture(page)).toHaveAttribute('src', src)
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

test('a description comes back once its new picture is deselected; a new one stays @scripts', async ({
  open,
  page,
}) => {
  await open(EDITOR, { as: 'aoife' })
  const file = page.getByLabel(/^New Picture/)
  await file.setInputFiles(photo)
  const reminder = page.getByRole('status').getByText('Please describe the new picture below.')
  await expect(reminder).toBeVisible()
  await expect(findDescription(page)).toHaveValue('')
  await file.setInputFiles([])
  await expect(findDescription(page)).toHaveValue(/^Our centre in the old parish hall: one person comes up the ramp/)
  await expect(reminder).toHaveCount(0)
  await findDescription(page).fill('All of us')
  await file.setInputFiles(photo)
  await expect(page.getByText('Selected: us.jpg')).toBeVisible()
  await expect(findDescription(page)).toHaveValue('All of us')
})

test('a refused picture’s message stays next to it while its list is changed', async ({ open, page, mode }) => {
  await open('/dashboard/profile/website/home/week', { as: 'aoife' })
  const art = page.locator('details').filter({ has: page.locator('summary', { hasText: 'Art' }) })
  await art.locator('summary').first().click()
  const file = { name: 'us.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no picture') }
  await art.getByLabel(/^New Picture/).setInputFiles(file)
  await art.getByLabel('What is in this picture?').fill('All of us')
  await art.getByRole('button', { name: /^Move down/ }).click()
  await expect(page.locator('[data-changed]')).toHaveText('‘Art’ is now number 2 of 3.')
  // With scripts, nothing is sent before ‘Publish’, and the file stays chosen.
  if (mode === 'on') await publish(page)
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
