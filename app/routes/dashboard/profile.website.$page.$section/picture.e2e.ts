import { expect, type Page, test } from '~/test/browser'
import { picturePayload } from '~/test/samples'

const EDITOR = '/dashboard/profile/website/about/intro'
const shown = (page: Page) => page.getByRole('main').locator('img').first()

async function choose(page: Page) {
  await page.getByLabel(/^New Picture/).setInputFiles(await picturePayload('us.jpg', 1200, 1000))
}

test('a tutor shows their own picture instead of a drawing, and puts the drawing back', async ({
  open,
  page,
  mode,
}) => {
  await open('/about')
  await expect(shown(page)).toHaveAttribute('src', '/pictures/centre.svg')

  await open(EDITOR, { as: 'aoife' })
  await choose(page)
  if (mode === 'on') await expect(page.getByText('This is what you chose, as the page will show it.')).toBeVisible()
  await page.getByLabel('What is in this picture?').fill('All of us at the door.')
  await expect(page).toHaveNoViolations()
  await page.getByRole('button', { name: 'Publish', exact: true }).last().click()
  await expect(page.getByText('Published').first()).toBeVisible()

  await open('/about')
  await expect(shown(page)).toHaveAttribute('alt', 'All of us at the door.')
  await expect(shown(page)).toHaveAttribute('src', /^\/files\/website\/[\da-f]{24}-800\.jpg$/)
  // AVIF, which Chromium knows, in the shape of its place.
  await expect.poll(() => shown(page).evaluate((img: HTMLImageElement) => img.currentSrc)).toMatch(/\.avif$/)
  const size = () =>
    shown(page).evaluate((img: HTMLImageElement) => {
      const [width, height] = ['width', 'height'].map((name) => Number(img.getAttribute(name)))
      return img.naturalWidth / img.naturalHeight / (width! / height!)
    })
  await expect.poll(size).toBeCloseTo(1, 2)
  await expect(page).toHaveNoViolations()

  await open(EDITOR)
  await page.getByLabel('Put the drawing back').check()
  await page.getByRole('button', { name: 'Publish', exact: true }).last().click()
  await expect(page.getByText('Published').first()).toBeVisible()
  await open('/about')
  await expect(shown(page)).toHaveAttribute('src', '/pictures/centre.svg')
  await expect(shown(page)).toHaveAttribute('alt', /^A day centre: one person comes up the ramp/)
})

const words = (page: Page) => page.getByLabel('What is in this picture?')
const OLD = /^Our centre in the old parish hall: one person comes up the ramp/

test('the words come back when the choice of a new picture is withdrawn, and new ones stay @scripts @whole', async ({
  open,
  page,
}) => {
  await open(EDITOR, { as: 'aoife' })
  await choose(page)
  const asked = page.getByRole('status').getByText('Please describe the new picture below.')
  await expect(asked).toBeVisible()
  await expect(words(page)).toHaveValue('')
  await page.getByLabel(/^New Picture/).setInputFiles([])
  await expect(words(page)).toHaveValue(OLD)
  await expect(asked).toHaveCount(0)
  await words(page).fill('All of us')
  await choose(page)
  await expect(page.getByText('Selected: us.jpg')).toBeVisible()
  await expect(words(page)).toHaveValue('All of us')
})

test('a chosen picture is kept while its form is refused, until somebody says what it shows @whole', async ({
  open,
  page,
}) => {
  await open(EDITOR, { as: 'aoife' })
  await choose(page)
  await page.getByLabel('What is in this picture?').fill('')
  await page.getByRole('button', { name: 'Publish', exact: true }).last().click()
  await expect(page.getByText('Please say what is in this picture').first()).toBeVisible()
  await expect(shown(page)).toHaveAttribute('src', /^\/files\/website\//)
  await page.getByLabel('It is only decoration').check()
  await page.getByRole('button', { name: 'Publish', exact: true }).last().click()
  await expect(page.getByText('Published').first()).toBeVisible()
  await open('/about')
  await expect(shown(page)).toHaveAttribute('src', /^\/files\/website\//)
  await expect(shown(page)).toHaveAttribute('alt', '')
})

test('a refused picture’s message stays beside it while its list is changed @whole', async ({ open, page, mode }) => {
  await open('/dashboard/profile/website/home/week', { as: 'aoife' })
  const fold = (name: string) => page.locator('details').filter({ has: page.locator('summary', { hasText: name }) })
  await fold('Art').locator('summary').first().click()
  const file = { name: 'us.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no picture') }
  await fold('Art')
    .getByLabel(/^New Picture/)
    .setInputFiles(file)
  await fold('Art').getByLabel('What is in this picture?').fill('All of us')
  const refused = page.getByText('Only images are accepted')
  await fold('Art')
    .getByRole('button', { name: /^Move down/ })
    .click()
  await expect(page.locator('[data-changed]')).toHaveText('‘Art’ is number 2 of 3 now.')
  // Where scripts run nothing is sent before ‘Publish’, and the file stays chosen.
  if (mode === 'on') await page.getByRole('button', { name: 'Publish', exact: true }).last().click()
  await expect(fold('Art').getByText('Only images are accepted')).toBeVisible()
  await expect(page.getByRole('link', { name: /^Picture 2, Picture: Only images are accepted/ })).toBeVisible()
  await expect(refused).toHaveCount(2)
  await expect(fold('Art').getByLabel('What is in this picture?')).toHaveValue('All of us')
  await expect(page).toHaveNoViolations()
  // With the picture goes what was said of it.
  await fold('Art')
    .getByRole('button', { name: /^Remove/ })
    .click()
  await expect(page.locator('[data-changed]')).toContainText('goes when you press ‘Publish’')
  await expect(refused).toHaveCount(0)
})
