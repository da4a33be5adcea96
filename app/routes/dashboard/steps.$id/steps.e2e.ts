import jsQR from 'jsqr'
import sharp from 'sharp'
import { expect, type Page, test } from '~/test/browser'
import { addSignInCard } from '~/test/demo-data'
import { resolveAddress } from '~/test/screens'

/** The address in the QR code that a page shows, as a phone's camera reads it. */
async function scanCode(page: Page): Promise<string> {
  const { data, info } = await sharp(await page.getByRole('img', { name: /^QR code/ }).screenshot())
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return jsQR(new Uint8ClampedArray(data), info.width, info.height)?.data ?? ''
}

test('a tutor adds a step, moves it, and prints a code that opens the steps @once', async ({
  page,
  open,
  riverbank,
}) => {
  const id = resolveAddress(riverbank, '/dashboard/steps/:guide').split('/').at(-1)
  riverbank.change('update guides set isPublic = 0')
  await open(`/dashboard/timetable/steps/${id}`, { as: 'aoife' })
  await page.getByLabel('What to do').fill('Sit down.')
  await page.getByLabel('Symbol').selectOption({ label: 'Tea break' })
  await page.getByRole('button', { name: 'Add step' }).click()
  await expect(page.getByRole('heading', { name: 'Add step 5' })).toBeVisible()
  await page.getByRole('button', { name: 'Up (step 4' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: '3. Sit down.' })).toBeVisible()
  await expect(page).toHaveNoViolations()
  await page.getByRole('link', { name: 'Code to print' }).click()
  await expect(page.getByText('Scan me')).toBeVisible()
  expect(await scanCode(page)).toBe(`${riverbank.url}/dashboard/steps/${id}`)
})

test('a student does steps, goes on where they were, and is done @journey @once', async ({ page, open, riverbank }) => {
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
  await expect(page).toHaveNoViolations()
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
