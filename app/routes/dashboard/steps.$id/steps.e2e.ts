import jsQR from 'jsqr'
import sharp from 'sharp'
import { expect, type Page, test } from '~/test/browser'
import { addSignInCard } from '~/test/demo-data'
import { createPicturePayload } from '~/test/samples'
import { resolveAddress } from '~/test/screens'

/** The address in the QR code that a page shows, as a phone's camera reads it. */
async function scanCode(page: Page): Promise<string> {
  const { data, info } = await sharp(await page.getByRole('img', { name: /^QR code/ }).screenshot())
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return jsQR(new Uint8ClampedArray(data), info.width, info.height)?.data ?? ''
}

test('a tutor writes steps, moves them, and prints a code that opens them @once', async ({ page, open, riverbank }) => {
  await open('/dashboard/timetable/steps/new', { as: 'aoife' })
  await page.getByLabel('Title').fill('Make tea')
  await page.getByRole('button', { name: 'Add steps' }).click()
  await expect(page.getByRole('heading', { name: 'Add step 1' })).toBeVisible()
  const text = page.getByLabel('What to do')
  const add = page.getByRole('button', { name: 'Add step' })
  await text.fill('Take the kettle and fill it with cold water from the tap please do.')
  await add.click()
  await expect(text).toHaveAccessibleDescription(/at most 12 words/)
  await text.fill('Boil the water.')
  await page.getByLabel('Symbol').selectOption({ label: 'Tea break' })
  await add.click()
  await expect(page.getByRole('heading', { name: 'Add step 2' })).toBeVisible()
  await text.fill('Fill the kettle.')
  const photo = page.getByLabel('Photo', { exact: false }).first()
  await photo.setInputFiles(await createPicturePayload('kettle.jpg'))
  await page.getByText('Who is in the photo?').click()
  await page.getByLabel('There are no students in the picture').check()
  await add.click()
  await expect(page.getByRole('heading', { name: 'Add step 3' })).toBeVisible()
  const id = riverbank.rows('select max(id) as id from guides')[0]?.id
  await open(`/dashboard/timetable/steps/${id}`)
  await page.getByRole('button', { name: 'Up (step 2' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: '1. Fill the kettle.' })).toBeVisible()
  await page.getByRole('link', { name: 'Code to print' }).click()
  await expect(page.getByText('Scan me')).toBeVisible()
  expect(await scanCode(page)).toBe(`${riverbank.url}/dashboard/steps/${id}`)
})

test('a student does steps, goes on where they were, and is done @once', async ({ page, open, riverbank }) => {
  const address = resolveAddress(riverbank, '/dashboard/steps/:guide')
  await open('/dashboard', { as: 'daniel' })
  await page.getByRole('link', { name: 'Make tea' }).click()
  await expect(page.getByText('Step 1 of 3')).toBeVisible()
  await page.getByRole('link', { name: 'Next' }).click()
  await expect(page.getByText('Put a teabag in a cup.')).toBeVisible()
  await page.getByRole('link', { name: 'Back' }).click()
  await expect(page.getByText('Fill the kettle.')).toBeVisible()
  await page.getByRole('link', { name: 'Next' }).click()
  await expect(page.getByText('Step 2 of 3')).toBeVisible()
  await open(address)
  await page.getByRole('link', { name: 'Go on at step 2' }).click()
  await page.getByRole('link', { name: 'Next' }).click()
  await expect(page.getByText('Pour in the hot water.')).toBeVisible()
  await page.getByRole('link', { name: 'Done' }).click()
  await expect(page.getByText('You are done.')).toBeVisible()
  await open(address)
  await page.getByRole('link', { name: 'All steps' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: /^\d\. / })).toHaveCount(3)
})

test('a code and a card lead to the first step with one press and few words @once', async ({
  page,
  open,
  riverbank,
}) => {
  const address = resolveAddress(riverbank, '/dashboard/steps/:guide')
  riverbank.change('update guides set isPublic = 0')
  await open(address)
  await expect(page).toHaveURL(/\/portal\?next=/)
  await open(addSignInCard(riverbank))
  const countWords = async () => (await page.locator('main').innerText()).split(/\s+/).filter(Boolean).length
  await expect(page.getByRole('heading', { name: 'Hello Daniel' })).toBeVisible()
  expect(await countWords(), 'words before the only press').toBeLessThanOrEqual(25)
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByText('Step 1 of 3')).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`${address}$`))
  expect(await countWords(), 'words around the first step').toBeLessThanOrEqual(45)
})
