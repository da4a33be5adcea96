import { expect, expectDeleteQuestion, type RunningRiverbank, test } from '~/test/browser'
import { createPicturePayload } from '~/test/samples'

const listPhotos = ({ rows }: RunningRiverbank) =>
  rows('select files.title, fileName from files join albums on albums.id = albumId order by files.id')

test('a tutor makes an album with two photos, and a student sees them @journey', async ({
  page,
  open,
  riverbank,
  mode,
}) => {
  await open('/dashboard/notices', { as: 'aoife' })
  await page.getByRole('link', { name: 'Add an album' }).click()
  await page.locator('#album').getByLabel('Title').fill('Summer trip')
  await page.locator('#album').getByLabel('Text').fill('Our day at the sea.')
  if (mode === 'on') await expect(page).toHaveNoViolations()
  await page.getByRole('button', { name: 'Add an album' }).click()
  await expect(page.getByText('Now add its photos.')).toBeVisible()
  await expect(page.getByText('No photos yet.', { exact: true })).toBeVisible()
  await page
    .getByLabel('Photos', { exact: true })
    .setInputFiles([await createPicturePayload('sea.png'), await createPicturePayload('sand.png')])
  await page.getByRole('button', { name: 'Upload photos' }).click()
  await expect(page.getByText('Photos uploaded successfully', { exact: true }).first()).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Summer trip 2' })).toBeVisible()
  expect(listPhotos(riverbank)).toEqual([
    { title: 'Summer trip 1', fileName: 'sea.png' },
    { title: 'Summer trip 2', fileName: 'sand.png' },
  ])
  if (mode === 'on') await expect(page).toHaveNoViolations()

  await open('/dashboard/notices', { as: 'daniel' })
  const card = page.getByRole('article', { name: 'Summer trip' })
  await expect(card.getByText('2 photos', { exact: true })).toBeVisible()
  await expect(card.getByRole('link', { name: /Edit|Delete/ })).toHaveCount(0)
  if (mode === 'on') await expect(page).toHaveNoViolations()
  await card.getByRole('link', { name: 'See the photos of the Summer trip' }).click()
  await expect(page.getByRole('heading', { name: 'Summer trip', level: 2 })).toBeVisible()
  await expect(page.getByText('Our day at the sea.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Add photos' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Open the picture' }).first().click()
  await expect(page.getByRole('heading', { name: 'Summer trip 1' })).toBeVisible()
  await page.getByRole('link', { name: 'Back to the photos' }).click()
  await expect(page.getByRole('heading', { name: 'Summer trip 2' })).toBeVisible()
})

test('a tutor renames an album, deletes a photo of it, and then the album with its photos', async ({
  page,
  open,
  riverbank,
}) => {
  const { change } = riverbank
  change("insert into albums values (1, 'Summer trip', 'Our day at the sea.', 0, '2026-07-01T09:00:00.000Z', 1)")
  change("update files set albumId = 1 where title in ('QQI Certificate Photo 1', 'QQI Certificate Photo 2')")
  await open('/dashboard/notices', { as: 'aoife' })
  await page.getByRole('link', { name: 'Edit Summer trip' }).click()
  await page.locator('#album').getByLabel('Title').fill('Trip to Howth')
  await page.getByLabel('Hide the album while it has no photos').check()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Album updated', { exact: true }).first()).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Albums', exact: true })).toBeVisible()
  await expect(page).toHaveNoViolations()
  await page.getByRole('link', { name: 'See the photos of the Trip to Howth' }).click()
  await page.getByRole('link', { name: 'Delete QQI Certificate Photo 1' }).click()
  await page.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('heading', { name: 'Trip to Howth', level: 2 })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'QQI Certificate Photo 2' })).toBeVisible()
  await open('/dashboard/notices')
  await page.getByRole('link', { name: 'Delete Trip to Howth' }).click()
  await expectDeleteQuestion(page, 'Trip to Howth')
  await expect(page.getByText('The photo in it is deleted too.')).toBeVisible()
  await expect(page).toHaveNoViolations()
  await page.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Album deleted', { exact: true }).first()).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Trip to Howth' })).toHaveCount(0)
  expect(riverbank.rows("select title from files where title glob 'QQI Certificate Photo [12]'")).toEqual([])
})
