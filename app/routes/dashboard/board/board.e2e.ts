import { expect, fillFields, findListCard, test } from '~/test/browser'
import { createPhotoWithGps } from '~/test/samples'

test('a tutor adds a member with a photo, whom the public sees @once', async ({ page, open, riverbank }) => {
  await open('/dashboard/board', { as: 'aoife' })
  await expect(findListCard(page, 'Gráinne Tuohy').getByText('Current', { exact: true })).toBeVisible()
  await expect(findListCard(page, 'Ravi Menon').getByText('Past', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'Add Member' }).click()
  await expect(page.getByRole('heading', { name: 'Add Board Member' })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(1)
  const form = page.locator('#member')
  await expect(form.getByLabel('Display Order')).toHaveValue('0')
  const orla = {
    Name: 'Orla Quinn',
    Position: 'Director for buildings',
    Email: 'orla@riverbank.example',
    'LinkedIn URL': 'https://linkedin.example/in/orla-quinn',
    'Start Date': '2024-05-01',
    'Display Order': '',
  }
  await fillFields(form, orla)
  const photo = { name: 'orla.jpg', mimeType: 'image/jpeg', buffer: await createPhotoWithGps(600, 500) }
  await form.getByLabel('Photo (optional)').setInputFiles(photo)
  await expect(page).toHaveNoViolations()
  await page.getByRole('button', { name: 'Create Member' }).click()
  await expect(page.getByText('Board member created successfully', { exact: true })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(
    riverbank.rows('select email, linkedIn, startDate, displayOrder from boardMembers where name = ?', orla.Name),
  ).toEqual([{ email: orla.Email, linkedIn: orla['LinkedIn URL'], startDate: orla['Start Date'], displayOrder: 0 }])
  await open('/board')
  const card = findListCard(page, orla.Name)
  await expect(card.getByText('2024 - Present')).toBeVisible()
  await expect.poll(() => card.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(480)
})
