import { expect, fillFields, openDocumentRow, test } from '~/test/browser'
import { createPicturePayload } from '~/test/samples'

const ALT_LABEL = 'What does the picture show? (Optional)'

test('a picture opens as large as the window, and leads back to its place', async ({ open, riverbank, mode }) => {
  const page = await open('/dashboard', { as: 'aoife' })
  const form = page.locator('#upload')
  await fillFields(form, { 'Document Title': 'By the sea' })
  await form.getByLabel('Which student is this for?').selectOption({ label: 'Niamh Walsh' })
  if (mode === 'on') await expect(form.getByLabel(ALT_LABEL)).toHaveCount(0)
  await form.getByLabel('File', { exact: true }).setInputFiles(await createPicturePayload('pier.jpg'))
  // Where scripts never arrive, the field is missing, and a picture has its title.
  if (mode !== 'blocked') await fillFields(form, { [ALT_LABEL]: ' Niamh on\nthe pier ' })
  const [stored, alt] = mode === 'blocked' ? [null, 'By the sea'] : ['Niamh on the pier', 'Niamh on the pier']
  await form.getByRole('button', { name: 'Upload Document' }).click()
  const card = await openDocumentRow(page, 'By the sea')
  expect(riverbank.rows("select alt from files where fileName = 'pier.jpg'")).toEqual([{ alt: stored }])
  await expect(card.getByRole('img', { name: alt, exact: true })).toBeVisible()
  await card.getByRole('link', { name: /Open the picture$/ }).click()
  await expect(page).toHaveTitle('File: By the sea - Riverbank')
  const large = page.getByRole('img', { name: alt, exact: true })
  await expect(large).toHaveJSProperty('complete', true)
  const { height = 0 } = (await large.boundingBox()) ?? {}
  expect(height).toBeGreaterThan(400)
  expect(height).toBeLessThanOrEqual(page.viewportSize()!.height)
  await expect(page).toHaveNoViolations()
  await page.getByRole('link', { name: 'Back to My Files' }).click()
  await expect(page).toHaveURL(/\/dashboard(\?of=3)?#file-\d+$/)
  const heading = page.getByRole('heading', { name: 'By the sea', exact: true })
  await expect(heading).toBeInViewport()
  if (mode === 'on') await expect(heading).toBeFocused()
})
