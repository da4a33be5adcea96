import { expect, fillFields, findListCard, type Page, type RunningRiverbank, test } from '~/test/browser'
import { createPhotoWithGps } from '~/test/samples'

const findForm = (page: Page) => page.locator('#member')

const fill = (page: Page, fields: Record<string, string>) => fillFields(findForm(page), fields)

const orla = {
  name: 'Orla Quinn',
  position: 'Director for buildings',
  bio: null,
  email: 'orla@riverbank.example',
  linkedIn: 'https://linkedin.example/in/orla-quinn',
  startDate: '2024-05-01',
  endDate: null,
  displayOrder: 0,
  isCurrent: 1,
}
const readRows = ({ rows }: RunningRiverbank) =>
  rows(
    "select name, position, bio, email, linkedIn, startDate, endDate, displayOrder, isCurrent from boardMembers where name like 'Orla%'",
  )

test('a tutor adds a member with a photo, and the public page shows both', async ({ page, open, riverbank, mode }) => {
  await open('/dashboard/board', { as: 'aoife' })
  await expect(page.getByRole('heading', { name: 'Board & Strategic Planning Management' })).toBeVisible()
  await expect(findListCard(page, 'Gráinne Tuohy').getByText('Current', { exact: true })).toBeVisible()
  await expect(findListCard(page, 'Ravi Menon').getByText('Past', { exact: true })).toBeVisible()

  await page.getByRole('link', { name: 'Add Member' }).click()
  await expect(page.getByRole('heading', { name: 'Add Board Member' })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(mode === 'on' ? 1 : 0)
  await expect(findForm(page).getByLabel('Display Order')).toHaveValue('0')
  await expect(findForm(page).getByLabel('Current Member')).toHaveAccessibleDescription(
    'Is this person currently on the board?',
  )
  await fill(page, {
    Name: orla.name,
    Position: orla.position,
    Email: orla.email,
    'LinkedIn URL': orla.linkedIn,
    'Start Date': orla.startDate,
    'Display Order': '',
  })
  await findForm(page)
    .getByLabel('Photo (optional)')
    .setInputFiles({ name: 'orla.jpg', mimeType: 'image/jpeg', buffer: await createPhotoWithGps(600, 500) })
  await page.getByRole('button', { name: 'Create Member' }).click()
  await expect(page.getByText('Board member created successfully', { exact: true })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(readRows(riverbank)).toEqual([orla])

  await open('/board')
  const publicCard = findListCard(page, orla.name)
  await expect(publicCard.getByText('2024 - Present')).toBeVisible()
  const photo = publicCard.locator('img')
  await expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(480)
})
