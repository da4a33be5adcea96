import {
  addAccountWithSession,
  clickDownload,
  expect,
  findListCard,
  openDocumentRow,
  type RunningRiverbank,
  test,
} from '~/test/browser'
import { createPdfPayload } from '~/test/samples'

// A tutor chooses whose files to see, and who an upload is for.

/** Adds documents 'Sheet 1' to 'Sheet {count}' for a student, or for everyone. */
function addSheets(riverbank: RunningRiverbank, count: number, studentId: number | null) {
  riverbank.change(
    `insert into files (title, fileName, fileType, size, storageKey, isShared, studentId, uploadedBy, uploadedAt)
    with recursive counted(number) as (select 1 union all select number + 1 from counted where number < ?)
    select 'Sheet ' || number, 'sheet.pdf', 'application/pdf', 1, 'sheet ' || number, ?, ?, 1, '2020-01-01T00:00:00.000Z' from counted`,
    count,
    studentId ? 0 : 1,
    studentId,
  )
}

test('a tutor chooses a student by keyboard, and the upload is for that student', async ({ open, riverbank }) => {
  addAccountWithSession(riverbank, {
    username: 'other.daniel',
    role: 'student',
    firstName: 'Daniel',
    lastName: 'Okafor',
  })
  const page = await open('/dashboard', { as: 'aoife' })
  const choice = page.getByRole('navigation', { name: 'Whose files' })
  await choice.locator('summary').focus()
  await page.keyboard.press('Enter')
  await choice.getByRole('link', { name: 'Daniel Okafor (other.daniel)' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Daniel Okafor (other.daniel)' })).toBeVisible()
  await expect(page.getByText('No personal files available yet.', { exact: true })).toBeVisible()
  const form = page.locator('#upload')
  await expect(form.getByLabel('Which student is this for?').locator('option:checked')).toHaveText(
    'Daniel Okafor (other.daniel)',
  )
  await expect(page).toHaveNoViolations()
  await form.getByLabel('Document Title').fill('Bus pass')
  await form.getByLabel('File', { exact: true }).setInputFiles(createPdfPayload('pass.pdf'))
  await form.getByRole('button', { name: 'Upload Document' }).click()
  await expect(findListCard(page, 'Bus pass')).toBeVisible()
  expect(
    riverbank.rows("select username from users where id = (select studentId from files where title = 'Bus pass')"),
  ).toEqual([{ username: 'other.daniel' }])
  await choice.getByRole('link', { name: /^Tutors only/ }).click()
  await expect(page.getByRole('heading', { name: 'Notes for the November team meeting' })).toBeVisible()
  await expect(findListCard(page, 'Bus pass')).toHaveCount(0)
  await expect(form.getByLabel('Which student is this for?').locator('option:checked')).toHaveText('No student')
  await page.goBack()
  await expect(findListCard(page, 'Bus pass')).toBeVisible()
})

test('a search finds students by name and documents by title @journey-off', async ({ open, riverbank }) => {
  addSheets(riverbank, 18, 3)
  const page = await open('/dashboard', { as: 'aoife' })
  const search = async (text: string) => {
    await page.getByLabel('Search names and titles').fill(text)
    await page.getByRole('button', { name: 'Search', exact: true }).click()
  }
  await search('SHEET')
  await expect(page.getByText('18 files have ‘SHEET’ in the title.', { exact: true })).toBeVisible()
  await expect(findListCard(page, 'Sheet 18')).toContainText('Niamh Walsh')
  await page.getByRole('link', { name: 'Next page' }).click()
  await expect(findListCard(page, 'Sheet 1')).toBeVisible()
  await expect(page).toHaveNoViolations()
  await search('<script>')
  await expect(page.getByText('No file has ‘<script>’ in its title.', { exact: true })).toBeVisible()
  await search('niamh')
  await page.getByRole('main').getByRole('link', { name: 'Niamh Walsh (19)' }).click()
  await expect(page.getByRole('heading', { name: 'Niamh Walsh', exact: true })).toBeVisible()
})

test('a tutor sees when a student first opened a document @whole', async ({ open, riverbank }) => {
  const page = await open('/dashboard', { as: 'daniel' })
  // The list's pictures are shown by now.
  await expect(page.getByRole('img').first()).toBeVisible()
  expect(riverbank.rows('select id from files where openedAt is not null')).toEqual([])
  await clickDownload(page, findListCard(page, 'Soup and brown bread').getByRole('link', { name: 'Download' }))
  await page
    .getByRole('link', { name: /Open the picture$/ })
    .first()
    .click()
  await expect(page).toHaveURL(/\/dashboard\/files\/\d+$/)
  await expect(page.getByRole('link', { name: 'Back to My Files' })).toBeVisible()
  riverbank.change("update files set openedAt = '2026-09-03T13:05:00.000Z' where openedAt is not null")
  await page.context().clearCookies()
  await open('/dashboard?of=2', { as: 'aoife' })
  for (const [title, words] of [
    ['Soup and brown bread', 'Daniel opened it on 3 September 2026 at 14:05.'],
    ['My painting of the river', 'Daniel opened it on 3 September 2026 at 14:05.'],
    ['Daniel’s learning plan', 'Daniel has not opened it yet.'],
  ] as const)
    await expect(await openDocumentRow(page, title)).toContainText(words)
  await expect(page).toHaveNoViolations()
})
