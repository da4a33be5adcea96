import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { FILE_LIMIT } from '~/domain/files/kinds'
import { expect, findListCard, resizeWindow, test } from '~/test/browser'
import { isFullRun } from '~/test/modes'
import { createNoisyPicture, createPdfPayload, writePhonePhotos } from '~/test/samples'

test('each of several documents has its own result, and a retry sends only the missing ones @scripts', async ({
  open,
  riverbank,
}) => {
  const page = await open('/dashboard?of=shared', { as: 'aoife' })
  const form = page.locator('#upload')
  await expect(form).toContainText('Who will see it: Everyone with an account')
  const files = form.getByLabel('File', { exact: true })
  const webPage = createPdfPayload('page.pdf', Buffer.from('<!doctype html>'))
  const photo = await createNoisyPicture().jpeg().toBuffer()
  const cut = { name: 'cut.jpg', mimeType: 'image/jpeg', buffer: photo.subarray(0, photo.length / 2) }
  await files.setInputFiles([createPdfPayload('One.pdf'), webPage, createPdfPayload('Three.pdf'), cut])
  const rows = form.getByRole('list', { name: 'Files to upload' }).getByRole('listitem')
  await expect(rows).toHaveCount(4)
  await form.getByLabel('Document Title').fill('Songs')
  await expect(rows.first()).toContainText('Songs 1')
  await form.getByRole('button', { name: 'Upload Document' }).click()
  const words = 'Only PDF, Word documents, and images are accepted.'
  await expect(rows.nth(1)).toContainText(`Not saved: ${words}`)
  await expect(form.getByRole('alert')).toContainText(`Failed to upload file: page.pdf: ${words}`)
  for (const row of [rows.first(), rows.nth(2)]) await expect(row).toContainText('Saved')
  await expect(rows.nth(3)).toContainText('Saved The lower part of this photo is missing')
  await expect(page).toHaveNoViolations()

  await form.getByRole('button', { name: 'Upload Document' }).click()
  await expect(form.getByRole('alert')).toContainText(words)
  expect(riverbank.rows("select title from files where title like 'Songs%' order by title")).toEqual([
    { title: 'Songs 1' },
    { title: 'Songs 3' },
    { title: 'Songs 4' },
  ])
})

test('on a phone only the form is shown; it asks for missing fields and returns to the list', async ({ open }) => {
  const page = await open('/dashboard?of=shared', { as: 'aoife' })
  await resizeWindow(page, 360)
  const form = page.locator('#upload')
  const title = form.getByLabel('Document Title')
  await expect(title).toBeHidden()
  await page.getByRole('link', { name: 'Upload Document' }).click()
  await expect(title).toBeInViewport()
  await expect(findListCard(page, 'The bus to Howth')).toBeHidden()
  await form.getByRole('button', { name: 'Upload Document' }).click()
  await expect(form.getByText('Please upload a file.').first()).toBeVisible()
  await title.fill('Songs for the bus')
  await form.getByLabel('File', { exact: true }).setInputFiles(createPdfPayload('One.pdf'))
  await form.getByRole('button', { name: 'Upload Document' }).click()
  await expect(findListCard(page, 'Songs for the bus')).toBeVisible()
  await expect(title).toBeHidden()
  await page.getByRole('link', { name: 'Upload Document' }).click()
  await expect(title).toHaveValue('')
  await expect(form.getByText('Please upload a file.')).toHaveCount(0)
  await expect(page).toHaveNoViolations()
})

test('a double click stores each of several documents once @scripts @whole', async ({ open, riverbank }) => {
  const page = await open('/dashboard', { as: 'aoife' })
  const form = page.locator('#upload')
  await form
    .getByLabel('File', { exact: true })
    .setInputFiles([createPdfPayload('One.pdf'), createPdfPayload('Two.pdf')])
  await form.getByRole('button', { name: 'Upload Document' }).dblclick()
  await expect(findListCard(page, 'Two')).toBeVisible()
  expect(riverbank.rows("select title from files where fileName in ('One.pdf', 'Two.pdf')")).toHaveLength(2)
})

/** Photos sent by one click, and how many of them have 48 megapixels instead of 12. `npm run check:browser` sends more. */
const PHOTOS = isFullRun ? { all: 10, large: 2 } : { all: 2, large: 0 }

test('phone photos arrive upright and without metadata after one click @scripts', async ({ open, riverbank }) => {
  test.setTimeout(300_000)
  const folder = mkdtempSync(join(tmpdir(), 'riverbank-photos-'))
  try {
    const paths = Array.from({ length: PHOTOS.all }, (_, number) => join(folder, `IMG_${number}.jpg`))
    const usual = PHOTOS.all - PHOTOS.large
    await writePhonePhotos(paths.slice(0, usual), 4032, 3024)
    if (PHOTOS.large > 0) await writePhonePhotos(paths.slice(usual), 8064, 6048)
    expect(paths.filter((path) => statSync(path).size > FILE_LIMIT).length).toBeGreaterThan(PHOTOS.all / 2)
    const page = await open('/dashboard?of=2', { as: 'aoife' })
    const form = page.locator('#upload')
    await form.getByLabel('File', { exact: true }).setInputFiles(paths)
    await form.getByRole('button', { name: 'Upload Document' }).click()
    await expect(
      page.getByText(`Your ${PHOTOS.all} files have been uploaded successfully.`, { exact: true }),
    ).toBeVisible({ timeout: 240_000 })
    const stored = riverbank.rows(
      "select id, title, storageKey, width, height from files where title like 'IMG %' order by title",
    )
    expect(stored).toHaveLength(PHOTOS.all)
    for (const { storageKey, title } of stored) {
      const bytes = readFileSync(join(riverbank.dataDir, 'uploads', String(storageKey)))
      const { exif, icc, xmp, iptc, orientation } = await sharp(bytes).metadata()
      expect([exif, xmp, iptc, orientation], `${title} has no metadata`).toEqual(Array(4).fill(undefined))
      expect(icc).toBeUndefined()
      expect(bytes.includes('Exif\0\0')).toBe(false)
      expect(await getCornerColours(bytes), `${title} is upright`).toEqual(['red', 'green', 'blue', 'grey'])
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
})

/** Colours of a picture's corners: top left, top right, bottom left, bottom right. */
async function getCornerColours(bytes: Buffer): Promise<string[]> {
  const { data } = await sharp(bytes)
    .resize(2, 2, { fit: 'fill' })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return [0, 1, 2, 3].map((corner) => {
    const [red = 0, green = 0, blue = 0] = data.subarray(corner * 3)
    const most = Math.max(red, green, blue)
    if (most - Math.min(red, green, blue) < 40) return 'grey'
    return most === red ? 'red' : most === green ? 'green' : 'blue'
  })
}

test('the upload form fits the first screen of a laptop @once', async ({ open }) => {
  const page = await open('/dashboard', { as: 'aoife' })
  await page.setViewportSize({ width: 1280, height: 720 })
  for (const label of ['Document Title', 'Description', 'Which student is this for?', 'File'])
    await expect(page.locator('#upload').getByLabel(label).first()).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('button', { name: 'Upload Document' })).toBeInViewport({ ratio: 1 })
})
