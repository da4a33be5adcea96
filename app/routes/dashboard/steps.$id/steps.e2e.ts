import { createHash, randomBytes } from 'node:crypto'
import jsQR from 'jsqr'
import sharp from 'sharp'
import { MAX_STEPS } from '~/domain/guides/limits'
import { countSheets, expect, type Page, type RunningRiverbank, test } from '~/test/browser'
import { createPicturePayload } from '~/test/samples'

/** Adds 'Make tea' with three steps, and returns its id. */
function addTea({ change, rows }: RunningRiverbank, isPublic = 0): number {
  change(
    `insert into guides (title, isForAll, isPublic, token, createdAt)
      values ('Make tea', 1, ?, 'the-steps-of-the-tests', '2026-01-01T00:00:00.000Z')`,
    isPublic,
  )
  change(`insert into guideSteps (guideId, position, sentence, symbol)
    select guides.id, column1, column2, 'tea-break' from guides,
      (values (1, 'Fill the kettle.'), (2, 'Put a teabag in a cup.'), (3, 'Pour in the hot water.'))`)
  return Number(rows('select max(id) as id from guides')[0]?.id)
}

/** The address in the QR code that a page shows, as a phone's camera reads it. */
async function scanCode(page: Page): Promise<string> {
  const { data, info } = await sharp(await page.getByRole('img', { name: /^QR code/ }).screenshot())
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return jsQR(new Uint8ClampedArray(data), info.width, info.height)?.data ?? ''
}

test('a tutor writes steps with a photo, moves them, and prints a code that opens them @journey', async ({
  page,
  open,
  riverbank,
}) => {
  await open('/dashboard/timetable/steps', { as: 'aoife' })
  await page.getByRole('link', { name: 'Add steps' }).click()
  await page.getByLabel('Title').fill('Make tea')
  await page.getByRole('button', { name: 'Add steps' }).click()
  await expect(page.getByRole('heading', { name: 'Add step 1' })).toBeVisible()
  await page.getByLabel('What to do').fill('Take the kettle and fill it with cold water from the tap please do.')
  await page.getByRole('button', { name: 'Add step' }).click()
  await expect(page.getByLabel('What to do')).toHaveAccessibleDescription(/at most 12 words/)
  await page.getByLabel('What to do').fill('Boil the water.')
  await page.getByLabel('Symbol').selectOption({ label: 'Tea break' })
  await page.getByRole('button', { name: 'Add step' }).click()
  await expect(page.getByRole('heading', { name: 'Add step 2' })).toBeVisible()
  await page.getByLabel('What to do').fill('Fill the kettle.')
  await page
    .getByLabel('Photo', { exact: false })
    .first()
    .setInputFiles(await createPicturePayload('kettle.jpg'))
  await page.getByRole('button', { name: 'Add step' }).click()
  await expect(page.getByRole('heading', { name: 'Add step 3' })).toBeVisible()
  await expect(page).toHaveNoViolations()
  const id = riverbank.rows('select max(id) as id from guides')[0]?.id
  await open(`/dashboard/timetable/steps/${id}`)
  await page.getByRole('button', { name: 'Up (step 2' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: '1. Fill the kettle.' })).toBeVisible()
  await expect(page).toHaveNoViolations()
  await page.getByRole('link', { name: 'Code to print' }).click()
  await expect(page.getByText('Scan me')).toBeVisible()
  await expect(page).toHaveNoViolations()
  expect(await scanCode(page)).toBe(`${riverbank.url}/dashboard/steps/${id}`)
})

test('a student goes through steps, goes on where they were, and is done @journey', async ({
  page,
  open,
  riverbank,
}) => {
  const id = addTea(riverbank)
  await open('/dashboard', { as: 'daniel' })
  await page.getByRole('link', { name: 'Make tea' }).click()
  await expect(page.getByText('Step 1 of 3')).toBeVisible()
  await expect(page).toHaveNoViolations()
  await page.getByRole('link', { name: 'Next' }).click()
  await expect(page.getByText('Put a teabag in a cup.')).toBeVisible()
  await page.getByRole('link', { name: 'Back' }).click()
  await expect(page.getByText('Fill the kettle.')).toBeVisible()
  await page.getByRole('link', { name: 'Next' }).click()
  await expect(page.getByText('Step 2 of 3')).toBeVisible()
  await open(`/dashboard/steps/${id}`)
  await expect(page).toHaveNoViolations()
  await page.getByRole('link', { name: 'Go on at step 2' }).click()
  await page.getByRole('link', { name: 'Next' }).click()
  await expect(page.getByText('Pour in the hot water.')).toBeVisible()
  await page.getByRole('link', { name: 'Done' }).click()
  await expect(page.getByText('You are done.')).toBeVisible()
  await expect(page).toHaveNoViolations()
  await open(`/dashboard/steps/${id}`)
  await expect(page.getByText('Step 1 of 3')).toBeVisible()
  await page.getByRole('link', { name: 'All steps' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: /^\d\. / })).toHaveCount(3)
  await expect(page).toHaveNoViolations()
})

test('all steps print on one sheet, few with large pictures', async ({ page, open, riverbank }) => {
  const id = addTea(riverbank)
  await open(`/dashboard/steps/${id}?step=all`, { as: 'daniel' })
  const picture = page.getByRole('listitem').locator('.picture').first()
  await expect(picture).toHaveCSS('width', '160px')
  expect(await countSheets(page)).toBe(1)

  riverbank.change(
    `with recursive numbers (n) as (select 4 union all select n + 1 from numbers where n < ${MAX_STEPS})
      insert into guideSteps (guideId, position, sentence, symbol)
      select ?, n, 'Ask somebody you know to help you carry the bags upstairs now.', 'tea-break' from numbers`,
    id,
  )
  await page.reload()
  await expect(page.getByRole('listitem').filter({ hasText: /^\d+\. / })).toHaveCount(MAX_STEPS)
  expect(await countSheets(page)).toBe(1)
})

test('a code and a card lead to the first step with one press and few words', async ({ page, open, riverbank }) => {
  const id = addTea(riverbank)
  const token = randomBytes(32).toString('base64url')
  riverbank.change(
    `insert or replace into signInCards (userId, tokenHash, createdAt, expiresAt)
      select id, ?, '2026-01-01T00:00:00.000Z', '2100-01-01T00:00:00.000Z' from users where username = 'demo.student'`,
    createHash('sha256').update(token).digest('hex'),
  )
  await open(`/dashboard/steps/${id}`)
  await expect(page).toHaveURL(/\/portal\?next=/)
  await open(`/card/${token}`)
  const countWords = async () => (await page.locator('main').innerText()).split(/\s+/).filter(Boolean).length
  await expect(page.getByRole('heading', { name: 'Hello Daniel' })).toBeVisible()
  expect(await countWords(), 'words before the only press').toBeLessThanOrEqual(25)
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByText('Step 1 of 3')).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`/dashboard/steps/${id}$`))
  expect(await countWords(), 'words around the first step').toBeLessThanOrEqual(45)
})

test('a visitor opens public steps by their code, without names or a log-in @journey-off', async ({
  page,
  open,
  riverbank,
}) => {
  const id = addTea(riverbank, 1)
  await open(`/dashboard/timetable/steps/${id}/code`, { as: 'aoife' })
  const address = await scanCode(page)
  expect(address).toBe(`${riverbank.url}/steps/the-steps-of-the-tests`)
  await page.context().clearCookies()
  await open(new URL(address).pathname)
  await expect(page.getByRole('heading', { name: 'Make tea' })).toBeVisible()
  await expect(page).toHaveNoViolations()
  await page.getByRole('link', { name: 'Next' }).click()
  await expect(page.getByText('Step 2 of 3')).toBeVisible()
  expect((await page.request.get(address)).headers()['x-robots-tag']).toBe('noindex')
  riverbank.change('update guides set isPublic = 0')
  expect((await page.request.get(address)).status()).toBe(404)
})
