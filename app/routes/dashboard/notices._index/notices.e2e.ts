import { expect, test } from '~/test/browser'
import { createPdfPayload, createPicturePayload } from '~/test/samples'

const notice = 'QQI Certificates Presentation'

test('a student opens the tab of notices and sees the photos of one @mechanism', async ({ open, mode }) => {
  const page = await open('/dashboard', { as: 'daniel' })
  await page.getByRole('tab', { name: 'Notices' }).click()
  await expect(page.getByRole('tab', { selected: true })).toHaveText('Notices')
  await expect(page.getByRole('heading', { name: notice })).toBeVisible()
  await page.getByRole('link', { name: 'See the photos' }).click()
  await expect(page.getByRole('heading', { name: notice, level: 2 })).toBeVisible()
  // A dialog with scripts, otherwise a page.
  await expect(page).toHaveURL(mode === 'on' ? '/dashboard/notices' : '/dashboard/notices/qqi')
  const first = page.getByRole('img', { name: /^Five students in a row/ })
  await expect(first).toBeVisible()
  await expect(first).toHaveAttribute('srcset', /width=480 480w.*width=960 960w/)
  await expect(first).toHaveAttribute('width', '1400')
  await expect(page.getByRole('link', { name: /^Delete/ })).toHaveCount(0)
  await expect(page).toHaveNoViolations()
})

test('after a bad photo in the middle a tutor sees which were saved', async ({ open, riverbank }) => {
  const page = await open('/dashboard/notices', { as: 'aoife' })
  await page.getByRole('link', { name: 'See the photos' }).click()
  const send = async (...names: string[]) => {
    const files = names.map((name) => (name.endsWith('.pdf') ? createPdfPayload(name) : createPicturePayload(name)))
    await page.getByLabel('Photos', { exact: true }).setInputFiles(await Promise.all(files))
    await page.getByRole('button', { name: 'Upload photos' }).click()
  }
  const listAdded = () =>
    riverbank.rows("select fileName from files where fileName like 'new-%' order by id").map(({ fileName }) => fileName)
  await send('new-1.png', 'new-2.png')
  await expect(page.getByText('QQI certificate photos uploaded successfully', { exact: true }).first()).toBeVisible()
  expect(listAdded()).toEqual(['new-1.png', 'new-2.png'])
  await send('new-3.png', 'plan.pdf', 'new-4.png')
  const alert = page.getByRole('alert').filter({ hasText: 'Upload failed' })
  await expect(alert).toContainText('Failed to upload plan.pdf: 400')
  await expect(alert).toContainText('Only photos are accepted: JPG, PNG, GIF or WebP. This is a PDF. Saved: new-3.png.')
  expect(listAdded()).toEqual(['new-1.png', 'new-2.png', 'new-3.png'])
  await expect(page).toHaveNoViolations()
})
