import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { FILE_LIMIT } from '~/domain/files/kinds'
import { expect, test } from '~/test/browser'
import { isWholeRun } from '~/test/modes'
import { createNoisyPicture, createPdfPayload, writePhonePhoto } from '~/test/samples'
import { createParagraph, createRun, createWordDocument } from '~/test/word'

test('each of several documents has its own result, and is stored once @scripts', async ({ open, riverbank }) => {
  const page = await open('/dashboard?of=shared', { as: 'aoife' })
  const form = page.locator('#upload')
  const files = form.getByLabel('File', { exact: true })
  const webPage = createPdfPayload('page.pdf', Buffer.from('<!doctype html>'))
  const photo = await createNoisyPicture().jpeg().toBuffer()
  const cut = { name: 'cut.jpg', mimeType: 'image/jpeg', buffer: photo.subarray(0, photo.length / 2) }
  await files.setInputFiles([createPdfPayload('One.pdf'), webPage, cut])
  const rows = form.getByRole('list', { name: 'Files to upload' }).getByRole('listitem')
  await expect(rows).toHaveCount(3)
  await form.getByLabel('Document Title').fill('Songs')
  await expect(rows.first()).toContainText('Songs 1')
  await form.getByRole('button', { name: 'Upload Document' }).dblclick()
  const words = 'Only PDF, Word documents, and images are accepted.'
  await expect(rows.nth(1)).toContainText(`Not saved: ${words}`)
  await expect(form.getByRole('alert')).toContainText(`Failed to upload file: page.pdf: ${words}`)
  await expect(rows.first()).toContainText('Saved')
  await expect(rows.nth(2)).toContainText('Saved The lower part of this photo is missing')
  await expect(page).toHaveNoViolations()

  await form.getByRole('button', { name: 'Upload Document' }).click()
  await expect(form.getByRole('alert')).toContainText(words)
  expect(riverbank.rows("select title from files where title like 'Songs%' order by title")).toEqual([
    { title: 'Songs 1' },
    { title: 'Songs 3' },
  ])
})

/** The width of the photos that one click sends: the browser reduces the large ones, of up to 48 megapixels. */
const WIDTHS = isWholeRun ? [4032, 600, 8064] : [3264, 600]

test('phone photos arrive upright and without metadata after one click @scripts', async ({ open, riverbank }) => {
  test.setTimeout(300_000)
  const folder = mkdtempSync(join(tmpdir(), 'riverbank-photos-'))
  try {
    const paths = WIDTHS.map((_, index) => join(folder, `IMG_${index}.jpg`))
    for (const [index, width] of WIDTHS.entries()) await writePhonePhoto(paths[index]!, width, 6 + index)
    expect(statSync(paths[0]!).size).toBeGreaterThan(FILE_LIMIT)
    const page = await open('/dashboard?of=2', { as: 'aoife' })
    const form = page.locator('#upload')
    await form.getByLabel('File', { exact: true }).setInputFiles(paths)
    await form.getByRole('button', { name: 'Upload Document' }).click()
    await expect(
      page.getByText(`Your ${WIDTHS.length} files have been uploaded successfully.`, { exact: true }),
    ).toBeVisible({ timeout: 240_000 })
    const stored = riverbank.rows(
      "select id, title, storageKey, width, height from files where title like 'IMG %' order by title",
    )
    expect(stored).toHaveLength(WIDTHS.length)
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
    const max = Math.max(red, green, blue)
    if (max - Math.min(red, green, blue) < 40) return 'grey'
    return max === red ? 'red' : max === green ? 'green' : 'blue'
  })
}

test('a tutor sees once what students will see of a new document @once', async ({ open }) => {
  const page = await open('/dashboard?of=shared', { as: 'aoife' })
  const form = page.locator('#upload')
  await form.getByLabel('Document Title').fill('Quiz')
  const quiz = await createWordDocument(
    `${createParagraph('What is 2 + 2?')}<w:p>${createRun('4', '<w:vanish/>')}</w:p>`,
  )
  await form
    .getByLabel('File', { exact: true })
    .setInputFiles({ name: 'quiz.docx', mimeType: 'application/octet-stream', buffer: quiz })
  await form.getByRole('button', { name: 'Upload Document' }).click()
  const preview = page.getByRole('region', { name: 'What students will see' })
  // Without scripts the page does not look again by itself.
  await expect(async () => {
    const again = preview.getByRole('link', { name: 'Look again' })
    if (await again.isVisible()) await again.click({ timeout: 1000 })
    await expect(preview).toContainText('What is 2 + 2?', { timeout: 1000 })
  }).toPass({ timeout: 30_000 })
  await expect(preview).toContainText('Students do not see its hidden words')
  await expect(page).toHaveNoViolations()
  await page.getByRole('link', { name: 'All', exact: true }).click()
  await expect(preview).toHaveCount(0)
})
