import { cardOf, expect, fillIn, type Page, type RunningRiverbank, test } from '~/test/browser'
import { photoWithGps } from '~/test/samples'

const form = (page: Page) => page.locator('#member')

const fill = (page: Page, fields: Record<string, string>) => fillIn(form(page), fields)

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
const rowsOf = ({ rows }: RunningRiverbank) =>
  rows(
    "select name, position, bio, email, linkedIn, startDate, endDate, displayOrder, isCurrent from boardMembers where name like 'Orla%'",
  )

/** Adds her as a member, with a photo, by the form's request. */
async function addOrla(page: Page, riverbank: RunningRiverbank) {
  const photo = { name: 'orla.jpg', mimeType: 'image/jpeg', buffer: await photoWithGps(600, 500) }
  const { name, position, email, linkedIn, startDate } = orla
  await page.request.post('/dashboard/board/new', {
    multipart: { name, position, email, linkedIn, startDate, isCurrent: 'on', photo },
    headers: { 'Sec-Fetch-Site': 'same-origin' },
  })
  expect(rowsOf(riverbank)).toEqual([orla])
}

test('a tutor adds a member with a photo, and the public page shows both', async ({ page, open, riverbank, mode }) => {
  await open('/dashboard/board', { as: 'aoife' })
  await expect(page.getByRole('heading', { name: 'Board & Strategic Planning Management' })).toBeVisible()
  await expect(cardOf(page, 'Gráinne Tuohy').getByText('Current', { exact: true })).toBeVisible()
  await expect(cardOf(page, 'Ravi Menon').getByText('Past', { exact: true })).toBeVisible()
  await expect(page).toHaveNoViolations()

  await page.getByRole('link', { name: 'Add Member' }).click()
  await expect(page.getByRole('heading', { name: 'Add Board Member' })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(mode === 'on' ? 1 : 0)
  await expect(form(page).getByLabel('Display Order')).toHaveValue('0')
  await expect(form(page).getByLabel('Current Member')).toHaveAccessibleDescription(
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
  await form(page)
    .getByLabel('Photo (optional)')
    .setInputFiles({ name: 'orla.jpg', mimeType: 'image/jpeg', buffer: await photoWithGps(600, 500) })
  await page.getByRole('button', { name: 'Create Member' }).click()
  await expect(page.getByText('Board member created successfully', { exact: true })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(rowsOf(riverbank)).toEqual([orla])

  await open('/board')
  const publicCard = cardOf(page, orla.name)
  await expect(publicCard.getByText('2024 - Present')).toBeVisible()
  const photo = publicCard.locator('img')
  await expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(480)
})

test('a tutor makes a member past and removes the photo, and the public page follows @whole', async ({
  page,
  open,
  riverbank,
}) => {
  await open('/dashboard/board', { as: 'aoife' })
  await addOrla(page, riverbank)
  await open('/dashboard/board')
  await page.getByRole('link', { name: `Edit ${orla.name}` }).click()
  await expect(page.getByRole('heading', { name: 'Edit Board Member' })).toBeVisible()
  await fill(page, { 'End Date': '2023-01-31' })
  await form(page).getByLabel('Current Member').uncheck()
  await form(page).getByLabel('Remove Photo').check()
  await expect(page).toHaveNoViolations()
  await page.getByRole('button', { name: 'Update Member' }).click()
  const warning = 'Board member updated successfully. Please check the dates: the end date is before the start date.'
  await expect(page.getByText(warning, { exact: true })).toBeVisible()
  await expect(cardOf(page, orla.name).getByText('Past', { exact: true })).toBeVisible()
  expect(rowsOf(riverbank)).toEqual([{ ...orla, endDate: '2023-01-31', isCurrent: 0 }])
  await open('/board?tab=past')
  const publicCard = cardOf(page, orla.name)
  await expect(publicCard.getByText('2024 - 2023')).toBeVisible()
  await expect(publicCard.locator('img')).toHaveCount(0)
})
