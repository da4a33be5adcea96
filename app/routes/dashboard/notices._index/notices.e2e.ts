import { delayResponses, expect, type Open, type Person, test } from '~/test/browser'
import { createPdfPayload, createPicturePayload } from '~/test/samples'

const notice = 'QQI Certificates Presentation'

/** Opens the gallery from the notice: a dialog with scripts, otherwise a page. */
async function openGallery(open: Open, as: Person) {
  const page = await open('/dashboard/notices', { as })
  await page.getByRole('link', { name: 'See the photos' }).click()
  await expect(page.getByRole('heading', { name: notice, level: 2 })).toBeVisible()
  return page
}

test('a student opens the notice and sees the photos', async ({ open, mode }) => {
  const page = await open('/dashboard', { as: 'daniel' })
  await page.getByRole('tab', { name: 'Notices' }).click()
  await expect(page.getByRole('heading', { name: notice })).toBeVisible()

  await page.getByRole('link', { name: 'See the photos' }).click()
  await expect(page.getByRole('heading', { name: notice, level: 2 })).toBeVisible()
  await expect(page).toHaveURL(mode === 'on' ? '/dashboard/notices' : '/dashboard/notices/qqi')
  const first = page.getByRole('img', { name: /^Five students in a row/ })
  await expect(first).toBeVisible()
  await expect(first).toHaveAttribute('srcset', /width=480 480w.*width=960 960w/)
  expect(await first.getAttribute('width')).toBe('1400')
  await expect(page.getByRole('heading', { name: 'QQI Certificate Photo 4' })).toBeVisible()
  await expect(page.getByText(/^Uploaded \d+ \w+ \d{4}$/).first()).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Add photos' })).toHaveCount(0)
  await expect(page.getByRole('link', { name: /^Delete/ })).toHaveCount(0)
})

test('a tutor adds several photos, and after a bad one in the middle sees which were saved', async ({
  open,
  riverbank,
}) => {
  const page = await openGallery(open, 'aoife')
  const { highest } = riverbank.rows(
    "select max(cast(substr(title, 23) as integer)) as highest from files where album = 'qqi'",
  )[0] as { highest: number }
  const added = () =>
    riverbank.rows("select title, fileName, isShared from files where album = 'qqi' and fileName like ?", 'new-%')

  await page
    .getByLabel('Photos', { exact: true })
    .setInputFiles([await createPicturePayload('new-1.png'), await createPicturePayload('new-2.png')])
  await page.getByRole('button', { name: 'Upload photos' }).click()
  await expect(page.getByText('Upload successful', { exact: true }).first()).toBeVisible()
  await expect(page.getByText('QQI certificate photos uploaded successfully', { exact: true }).first()).toBeVisible()
  await expect(page.getByRole('heading', { name: `QQI Certificate Photo ${highest + 2}` })).toBeVisible()
  const two = [1, 2].map((n) => ({
    title: `QQI Certificate Photo ${highest + n}`,
    fileName: `new-${n}.png`,
    isShared: 1,
  }))
  expect(added()).toEqual(two)
  await expect(page).toHaveNoViolations()

  await page
    .getByLabel('Photos', { exact: true })
    .setInputFiles([
      await createPicturePayload('new-3.png'),
      createPdfPayload('plan.pdf'),
      await createPicturePayload('new-4.png'),
    ])
  await page.getByRole('button', { name: 'Upload photos' }).click()
  const alert = page.getByRole('alert').filter({ hasText: 'Upload failed' })
  await expect(alert).toContainText(`Failed to upload plan.pdf: 400`)
  await expect(alert).toContainText('Only photos are accepted: JPG, PNG, GIF or WebP. This is a PDF. Saved: new-3.png.')
  await expect(page.getByRole('heading', { name: `QQI Certificate Photo ${highest + 3}` })).toBeVisible()
  expect(added()).toEqual([
    ...two,
    { title: `QQI Certificate Photo ${highest + 3}`, fileName: 'new-3.png', isShared: 1 },
  ])
  await expect(page).toHaveNoViolations()
})

test('a tutor sees the progress of the upload @whole', { tag: '@scripts' }, async ({ open }) => {
  // Without scripts, the browser shows the progress.
  const page = await openGallery(open, 'aoife')
  const tooOften = { status: 429, json: { message: 'Please wait a minute.' } }
  const release = await delayResponses(page, '**/api/files/upload', tooOften)
  await page
    .getByLabel('Photos', { exact: true })
    .setInputFiles([await createPicturePayload('a.png'), await createPicturePayload('b.png')])
  await page.getByRole('button', { name: 'Upload photos' }).click()
  await expect(page.getByRole('button', { name: 'Uploading...' })).toBeDisabled()
  await expect(page.getByText('Uploading photo 1 of 2...', { exact: true })).toBeVisible()
  await expect(page.getByRole('progressbar', { name: 'Photos uploaded' })).toBeVisible()
  release()
  await expect(
    page.getByRole('alert').filter({ hasText: 'Failed to upload a.png: 429' }).filter({
      hasText: 'Please wait a minute. No photos were saved. The photos you chose are still here. Try again.',
    }),
  ).toBeVisible()
})

test('a tutor changes the notice above the photos, and hides it while there are none', async ({ open, riverbank }) => {
  let page = await open('/dashboard/notices', { as: 'aoife' })
  await page.getByRole('link', { name: `Edit ${notice}` }).click()
  await page.getByLabel('Title').fill('The day in Galway')
  await page.getByLabel('Hide the notice while it has no photos').check()
  await expect(page).toHaveNoViolations()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Notice updated', { exact: true }).first()).toBeVisible()
  const findCardHeading = () => page.getByRole('heading', { name: 'The day in Galway' })
  await expect(findCardHeading()).toBeVisible()
  page = await open('/dashboard/notices', { as: 'daniel' })
  await expect(findCardHeading()).toBeVisible()

  riverbank.change("delete from files where album = 'qqi'")
  page = await open('/dashboard/notices', { as: 'daniel' })
  await expect(page.getByRole('heading', { name: 'Notices', exact: true })).toBeVisible()
  await expect(findCardHeading()).toHaveCount(0)
  page = await open('/dashboard/notices', { as: 'aoife' })
  await expect(findCardHeading()).toBeVisible()
  await expect(page.getByText('Students will see this notice once it has photos.')).toBeVisible()
})
