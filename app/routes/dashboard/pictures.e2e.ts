import {
  expect,
  fillFields,
  findListCard,
  type Locator,
  openDocumentRow,
  type Page,
  type RunningRiverbank,
  test,
} from '~/test/browser'
import { createPicturePayload } from '~/test/samples'
import { resolveAddress } from '~/test/screens'

// A picture's description, from the upload to its page and back.

const ALT_LABEL = 'What does the picture show? (Optional)'
const createPier = () => createPicturePayload('pier.jpg')
const findImage = (within: Page | Locator, name: string) => within.getByRole('img', { name, exact: true })
const getOpenLink = (within: Page | Locator) => within.getByRole('link', { name: /Open the picture$/ })
const findHeading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })
const findAltText = ({ rows }: RunningRiverbank, fileName: string) =>
  rows('select alt from files where fileName = ?', fileName).map(({ alt }) => alt)
const findPhotoId = ({ rows }: RunningRiverbank) =>
  Number(rows("select id from files where title = 'QQI Certificate Photo 1'")[0]?.id)

/** Expects the page of a picture, as large as the window allows, and goes back. */
async function expectPictureAndGoBack(
  page: Page,
  { title, alt, back, kind = 'File' }: { title: string; alt: string; back: string; kind?: string },
) {
  await expect(page.getByRole('heading', { level: 2, name: title, exact: true })).toBeVisible()
  await expect(page).toHaveTitle(`${kind}: ${title} - Riverbank`)
  const large = findImage(page, alt)
  await expect(large).toBeVisible()
  await expect(large).toHaveJSProperty('complete', true)
  const [box, window] = [await large.boundingBox(), page.viewportSize()]
  expect(box?.height).toBeLessThanOrEqual(window!.height)
  expect(box?.height).toBeGreaterThan(400)
  await expect(page.getByRole('link', { name: `Download ${title}` })).toBeVisible()
  await page.getByRole('link', { name: back }).click()
}

test('a tutor describes a picture; it opens on a page, which leads back to it', async ({ open, riverbank, mode }) => {
  const page = await open('/dashboard', { as: 'aoife' })
  const form = page.locator('#upload')
  await fillFields(form, { 'Document Title': 'By the sea' })
  await form.getByLabel('Which student is this for?').selectOption({ label: 'Niamh Walsh' })
  if (mode === 'on') await expect(form.getByLabel(ALT_LABEL)).toHaveCount(0)
  await form.getByLabel('File', { exact: true }).setInputFiles(await createPier())
  await fillFields(form, { [ALT_LABEL]: ' Niamh on\nthe pier ' })
  await form.getByRole('button', { name: 'Upload Document' }).click()
  await expect(page.getByText('Your file has been uploaded successfully.', { exact: true }).first()).toBeVisible()
  expect(findAltText(riverbank, 'pier.jpg')).toEqual(['Niamh on the pier'])

  const card = await openDocumentRow(page, 'By the sea')
  await expect(findImage(card, 'Niamh on the pier')).toBeVisible()
  await getOpenLink(card).click()
  await expectPictureAndGoBack(page, { title: 'By the sea', alt: 'Niamh on the pier', back: 'Back to My Files' })
  await expect(page).toHaveURL(/\/dashboard(\?of=3)?#file-\d+$/)
  await expect(findHeading(page, 'By the sea')).toBeInViewport()
  if (mode === 'on') await expect(findHeading(page, 'By the sea')).toBeFocused()
})

test('without a description the title is used @whole', async ({ open, riverbank }) => {
  riverbank.change('update files set alt = null, description = null')
  const page = await open('/dashboard', { as: 'daniel' })
  const card = findListCard(page, 'My painting of the river')
  await expect(findImage(card, 'My painting of the river')).toBeVisible()
  await getOpenLink(card).click()
  const title = 'My painting of the river'
  await expect(page.getByRole('link', { name: /^Edit/ })).toHaveCount(0)
  await expectPictureAndGoBack(page, { title, alt: title, back: 'Back to My Files' })
})

test('a picture leads back to the page of the list that it was opened on @whole', async ({ open, riverbank }) => {
  riverbank.change(`insert into files (title, fileName, fileType, size, storageKey, isShared, uploadedBy, uploadedAt)
    with recursive counted(number) as (select 1 union all select number + 1 from counted where number < 22)
    select 'Sheet ' || number, 'sheet.pdf', 'application/pdf', 1, 'sheet ' || number, 1, 1, '2030-01-01T00:00:00.000Z' from counted`)
  riverbank.change("update files set isShared = 1, studentId = null where title = 'In the garden'")
  const page = await open('/dashboard?shared=6', { as: 'daniel' })
  await getOpenLink(findListCard(page, 'In the garden')).click()
  await page.getByRole('link', { name: 'Back to My Files' }).click()
  await expect(page).toHaveURL(/\/dashboard\?shared=6#file-\d+$/)
  await expect(findHeading(page, 'In the garden')).toBeInViewport()
})

test('the edit form asks for a description of pictures only @whole', async ({ open, riverbank }) => {
  const [painting, plan] = ['My painting of the river', 'Daniel’s learning plan'].map(
    (title) => riverbank.rows('select id from files where title = ?', title)[0]?.id,
  )
  const page = await open(`/dashboard?edit=${plan}`, { as: 'aoife' })
  await expect(page.locator('#edit-document').getByLabel(ALT_LABEL)).toHaveCount(0)
  await open(`/dashboard/files/${painting}`)
  await page.getByRole('link', { name: 'Edit My painting of the river' }).click()
  const field = page.locator('#edit-document').getByLabel(ALT_LABEL, { exact: true })
  await expect(field).toHaveValue(/^Two people paint at a big table\./)
  await expect(page).toHaveNoViolations()
  await field.fill('Hills under a yellow sun')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('The document has been updated successfully.', { exact: true }).first()).toBeVisible()
  await expect(
    findImage(await openDocumentRow(page, 'My painting of the river'), 'Hills under a yellow sun'),
  ).toBeVisible()
})

test('a new picture of a timetable does not keep the previous description', async ({ open, riverbank, mode }) => {
  const address = resolveAddress(riverbank, '/dashboard/timetable/:inPictures/edit')
  const page = await open(address, { as: 'aoife' })
  const words = page.getByLabel(ALT_LABEL, { exact: true })
  await expect(words).toHaveValue(/Monday: /)
  const file = page.getByLabel('New file (optional)')
  await file.setInputFiles(await createPier())
  if (mode === 'on') {
    await expect(page.getByText('Please describe the new picture below.')).toBeVisible()
    await expect(words).toHaveValue('')
    await file.setInputFiles([])
    await expect(words).toHaveValue(/Monday: /)
    await file.setInputFiles(await createPier())
    await expect(words).toHaveValue('')
  }
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(/The timetable has been updated successfully/).first()).toBeVisible()
  expect(findAltText(riverbank, 'pier.jpg')).toEqual([null])
})

test('a student’s printed page has its pictures without scrolling to them first @once', async ({ open, riverbank }) => {
  const page = await open('/dashboard/notices', { as: 'daniel' })
  for (const path of [
    '/dashboard/timetable',
    '/dashboard/timetable/:inPictures',
    '/dashboard',
    '/dashboard/files/:picture',
  ]) {
    await page.goto(resolveAddress(riverbank, path))
    const pictures = page.getByRole('main').locator('img[src^="/files/"]')
    await expect(pictures).not.toHaveCount(0)
    // Chromium also fetches the others when it prints, so the printed page proves nothing here.
    for (const picture of await pictures.all()) await expect(picture).toHaveAttribute('loading', 'eager')
  }
})

test('a tutor describes a photo of the notice on its page', async ({ open, riverbank }) => {
  const id = findPhotoId(riverbank)
  riverbank.change('update files set alt = null where id = ?', id)
  const page = await open('/dashboard/notices/qqi', { as: 'aoife' })
  const tile = findListCard(page, 'QQI Certificate Photo 1')
  await expect(page.getByText('No description yet.', { exact: true })).toHaveCount(1)
  await tile.getByRole('link', { name: 'Edit QQI Certificate Photo 1' }).click()
  await expect(findHeading(page, 'Edit this photo')).toBeInViewport()
  await page.getByLabel(ALT_LABEL, { exact: true }).fill('Everybody claps')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('The photo has been updated successfully.', { exact: true }).first()).toBeVisible()
  await expect(page).toHaveURL(`/dashboard/notices/qqi/${id}`)
  await expect(page.getByLabel(ALT_LABEL, { exact: true })).toHaveValue('Everybody claps')
  const title = 'QQI Certificate Photo 1'
  await expectPictureAndGoBack(page, { title, alt: 'Everybody claps', back: 'Back to the photos', kind: 'Photo' })
  await expect(page).toHaveURL(`/dashboard/notices/qqi#photo-${id}`)
  await expect(findImage(tile, 'Everybody claps')).toBeVisible()
  await expect(page.getByText('No description yet.', { exact: true })).toHaveCount(0)
})
