import { expect, type Page, test } from '~/test/browser'
import { createPicturePayload } from '~/test/samples'

const EDITOR = '/dashboard/profile/website/about/intro'
const findPicture = (page: Page) => page.getByRole('main').locator('img').first()

async function choosePicture(page: Page) {
  await page.getByLabel(/^New Picture/).setInputFiles(await createPicturePayload('us.jpg', 1200, 1000))
}

test('a tutor shows their own picture instead of a drawing, and puts the drawing back', async ({
  open,
  page,
  mode,
}) => {
  await open('/about')
  await expect(findPicture(page)).toHaveAttribute('src', '/pictures/centre.svg')

  await open(EDITOR, { as: 'aoife' })
  await choosePicture(page)
  if (mode === 'on') await expect(page.getByText('This is your picture as the page will show it.')).toBeVisible()
  await page.getByLabel('What is in this picture?').fill('All of us at the door.')
  await expect(page).toHaveNoViolations()
  await page.getByRole('button', { name: 'Publish', exact: true }).last().click()
  await expect(page.getByText('Published').first()).toBeVisible()

  await open('/about')
  await expect(findPicture(page)).toHaveAttribute('alt', 'All of us at the door.')
  await expect(findPicture(page)).toHaveAttribute('src', /^\/files\/website\/[\da-f]{24}-800\.jpg$/)
  // AVIF, which Chromium supports, cropped to its place.
  await expect.poll(() => findPicture(page).evaluate((img: HTMLImageElement) => img.currentSrc)).toMatch(/\.avif$/)
  const getNaturalSize = () =>
    findPicture(page).evaluate((img: HTMLImageElement) => {
      const [width, height] = ['width', 'height'].map((name) => Number(img.getAttribute(name)))
      return img.naturalWidth / img.naturalHeight / (width! / height!)
    })
  await expect.poll(getNaturalSize).toBeCloseTo(1, 2)
  await expect(page).toHaveNoViolations()

  await open(EDITOR)
  await page.getByLabel('Use the original drawing').check()
  await page.getByRole('button', { name: 'Publish', exact: true }).last().click()
  await expect(page.getByText('Published').first()).toBeVisible()
  await open('/about')
  await expect(findPicture(page)).toHaveAttribute('src', '/pictures/centre.svg')
  await expect(findPicture(page)).toHaveAttribute('alt', /^A day centre: one person comes up the ramp/)
})

const findDescription = (page: Page) => page.getByLabel('What is in this picture?')
const OLD_DESCRIPTION = /^Our centre in the old parish hall: one person comes up the ramp/

test('the description comes back when a new picture is deselected, and a new description stays @scripts @whole', async ({
  open,
  page,
}) => {
  await open(EDITOR, { as: 'aoife' })
  await choosePicture(page)
  const reminder = page.getByRole('status').getByText('Please describe the new picture below.')
  await expect(reminder).toBeVisible()
  await expect(findDescription(page)).toHaveValue('')
  await page.getByLabel(/^New Picture/).setInputFiles([])
  await expect(findDescription(page)).toHaveValue(OLD_DESCRIPTION)
  await expect(reminder).toHaveCount(0)
  await findDescription(page).fill('All of us')
  await choosePicture(page)
  await expect(page.getByText('Selected: us.jpg')).toBeVisible()
  await expect(findDescription(page)).toHaveValue('All of us')
})

test('a chosen picture is kept while its form is refused, until it has a description @whole', async ({
  open,
  page,
}) => {
  await open(EDITOR, { as: 'aoife' })
  await choosePicture(page)
  await page.getByLabel('What is in this picture?').fill('')
  await page.getByRole('button', { name: 'Publish', exact: true }).last().click()
  await expect(page.getByText('Please say what is in this picture').first()).toBeVisible()
  await expect(findPicture(page)).toHaveAttribute('src', /^\/files\/website\//)
  await page.getByLabel('It is only decoration').check()
  await page.getByRole('button', { name: 'Publish', exact: true }).last().click()
  await expect(page.getByText('Published').first()).toBeVisible()
  await open('/about')
  await expect(findPicture(page)).toHaveAttribute('src', /^\/files\/website\//)
  await expect(findPicture(page)).toHaveAttribute('alt', '')
})

test('a refused picture’s message stays next to it while its list is changed @whole', async ({ open, page, mode }) => {
  await open('/dashboard/profile/website/home/week', { as: 'aoife' })
  const findFold = (name: string) => page.locator('details').filter({ has: page.locator('summary', { hasText: name }) })
  await findFold('Art').locator('summary').first().click()
  const file = { name: 'us.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no picture') }
  await findFold('Art')
    .getByLabel(/^New Picture/)
    .setInputFiles(file)
  await findFold('Art').getByLabel('What is in this picture?').fill('All of us')
  const refused = page.getByText('Only images are accepted')
  await findFold('Art')
    .getByRole('button', { name: /^Move down/ })
    .click()
  await expect(page.locator('[data-changed]')).toHaveText('‘Art’ is now number 2 of 3.')
  // With scripts, nothing is sent before ‘Publish’, and the file stays chosen.
  if (mode === 'on') await page.getByRole('button', { name: 'Publish', exact: true }).last().click()
  await expect(findFold('Art').getByText('Only images are accepted')).toBeVisible()
  await expect(page.getByRole('link', { name: /^Picture 2, Picture: Only images are accepted/ })).toBeVisible()
  await expect(refused).toHaveCount(2)
  await expect(findFold('Art').getByLabel('What is in this picture?')).toHaveValue('All of us')
  await expect(page).toHaveNoViolations()
  // Removing the picture removes its message.
  await findFold('Art')
    .getByRole('button', { name: /^Remove/ })
    .click()
  await expect(page.locator('[data-changed]')).toContainText('will be removed when you press ‘Publish’')
  await expect(refused).toHaveCount(0)
})
