import { readFileSync } from 'node:fs'
import { clickDownload, delayResponses, expect, findListCard, openDocumentRow, type Page, test } from '~/test/browser'
import { createPdf } from '~/test/pdfs'
import { createPdfPayload, createPicturePayload, createSamplePdf } from '~/test/samples'

async function upload(page: Page, title: string, file: ReturnType<typeof createPdfPayload>, student?: string) {
  const form = page.locator('#upload')
  await form.getByLabel('Document Title').fill(title)
  if (student) await form.getByLabel('Which student is this for?').selectOption({ label: student })
  await form.getByLabel('File', { exact: true }).setInputFiles(file)
  await form.getByRole('button', { name: 'Upload Document' }).click()
}

test('a tutor uploads a photo for one student @journey', async ({ open, riverbank }) => {
  const page = await open('/dashboard', { as: 'aoife' })
  await upload(page, 'At the coast', await createPicturePayload('coast.jpg'), 'Niamh Walsh')
  await expect(page.getByText('Your file has been uploaded successfully.', { exact: true })).toBeVisible()
  await expect(page.getByText('Niamh and all tutors can see it.', { exact: true }).first()).toBeVisible()
  await expect(page.getByLabel('Document Title')).toHaveValue('')
  const row = await openDocumentRow(page, 'At the coast')
  await expect(row.getByRole('img', { name: 'At the coast' })).toBeVisible()
  await expect(row).toContainText('Niamh has not opened it yet.')
  expect(riverbank.rows("select title, isShared, width from files where fileName = 'coast.jpg'")).toEqual([
    { title: 'At the coast', isShared: 0, width: 600 },
  ])
})

test('a rejected upload says why, preserves the input and stores nothing', async ({ open, riverbank }) => {
  const page = await open('/dashboard', { as: 'aoife' })
  const before = riverbank.rows('select id from files')
  await upload(
    page,
    'A web page',
    createPdfPayload('page.pdf', Buffer.from('<!doctype html><script>alert(1)</script>')),
    'Niamh Walsh',
  )
  const form = page.locator('#upload')
  await expect(form.getByRole('alert')).toContainText('Upload failed')
  await expect(form.getByRole('alert')).toContainText(
    'Failed to upload file: Only PDF, Word documents, and images are accepted.',
  )
  await expect(form.getByLabel('Document Title')).toHaveValue('A web page')
  await expect(page).toHaveNoViolations()

  await upload(page, 'Too large', createPdfPayload('large.pdf', createSamplePdf('x'.repeat(5 * 1024 * 1024))))
  await expect(form.getByRole('alert')).toContainText('File size must be less than 5MB.')
  await expect(form.getByLabel('Document Title')).toHaveValue('Too large')
  await expect(form.getByLabel('Which student is this for?').locator('option:checked')).toHaveText('Niamh Walsh')
  expect(riverbank.rows('select id from files')).toEqual(before)
})

test('Save is blocked while the title is blank @whole', async ({ open, mode }) => {
  const page = await open('/dashboard?edit=1', { as: 'aoife' })
  await page.getByLabel('Title', { exact: true }).fill('   ')
  const save = page.getByRole('button', { name: 'Save' })
  if (mode === 'on') await expect(save).toBeDisabled()
  else {
    await save.click()
    await expect(page.getByRole('alert')).toContainText('Please give the document a title.')
  }
  await expect(page).toHaveNoViolations()
})

test('a student sees their own and shared files, read-only', async ({ open }) => {
  const page = await open('/dashboard', { as: 'daniel' })
  await expect(page.getByRole('heading', { name: 'Soup and brown bread' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Choir words for the Christmas concert' })).toBeVisible()
  await expect(page.getByText('For All Students', { exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'In the garden' })).toHaveCount(0)
  await expect(page.getByRole('link', { name: /^(Edit|Delete)/ })).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Upload Document' })).toHaveCount(0)
  const file = await clickDownload(
    page,
    findListCard(page, 'Soup and brown bread').getByRole('link', { name: 'Download' }),
  )
  expect(readFileSync(await file.path(), 'latin1')).toMatch(/^%PDF-/)
})

test('‘2 new files for you’ leads to them, with a badge until they are opened @journey', async ({
  open,
  riverbank,
}) => {
  riverbank.change(
    "update files set openedAt = uploadedAt where title not in ('Daniel’s learning plan', 'Soup and brown bread')",
  )
  // One of them is from an earlier term.
  riverbank.change("update files set uploadedAt = '2026-01-09T10:00:00.000Z' where title = 'Daniel’s learning plan'")
  const page = await open('/dashboard', { as: 'daniel' })
  await page.getByRole('link', { name: '2 new files for you' }).click()
  await expect(page.getByRole('heading', { name: 'My Personal Files' })).toBeInViewport()
  const cards = page.getByRole('region', { name: 'My Personal Files' }).getByRole('listitem')
  const badge = page.getByText('New', { exact: true })
  await expect(cards.nth(0)).toContainText(/New *Soup and brown bread/)
  await expect(cards.nth(1)).toContainText(/New *Daniel’s learning plan/)
  await expect(badge).toHaveCount(2)
  await page.getByRole('link', { name: 'Open Daniel’s learning plan' }).click()
  await expect(page.getByText('1. Cook one new meal every month.').first()).toBeAttached()
  await page.getByRole('link', { name: 'Back to My Files' }).click()
  await expect(badge).toHaveCount(1)
  await expect(page.getByRole('link', { name: '1 new file for you' })).toBeVisible()
})

test('a download after the session has ended leads to the log-in', async ({ open, riverbank }) => {
  const page = await open('/dashboard', { as: 'daniel' })
  riverbank.change('update sessions set endedAt = createdAt')
  await findListCard(page, 'Soup and brown bread').getByRole('link', { name: 'Download' }).click()
  await expect(page).toHaveURL(/\/portal/)
})

test('an upload shows its progress, and preserves the input if it fails @scripts', async ({ open, riverbank }) => {
  const page = await open('/dashboard', { as: 'aoife' })
  const tooLarge = { status: 413, json: { message: 'That is too large to send.' } }
  const release = await delayResponses(page, '**/api/files/upload', tooLarge)
  await upload(page, 'On the bus', createPdfPayload('Bus times.pdf'))
  const form = page.locator('#upload')
  await expect(form.getByRole('progressbar', { name: 'Upload progress' })).toBeVisible()
  await expect(form.getByRole('button', { name: 'Uploading...' })).toBeDisabled()
  await expect(page).toHaveNoViolations()
  release()
  await expect(form.getByRole('alert')).toContainText('Failed to upload file: That is too large to send.')
  await expect(form.getByLabel('Document Title')).toHaveValue('On the bus')

  await page.unroute('**/api/files/upload')
  riverbank.change('update sessions set endedAt = createdAt')
  await form.getByRole('button', { name: 'Upload Document' }).click()
  await expect(page).toHaveURL(/\/portal\?next=/)
  await expect(page.getByText(/Log in on this device before \d\d:\d\d, and what you typed will be there/)).toBeVisible()
  expect(riverbank.rows("select id from files where title = 'On the bus'")).toEqual([])
})

test('another person’s leftover token is removed @scripts @whole', async ({ open }) => {
  const page = await open('/dashboard', { as: 'aoife' })
  const left = await page.evaluate(() => localStorage.getItem('authToken'))
  await page.context().clearCookies()
  await open('/dashboard', { as: 'daniel' })
  await page.evaluate((token) => localStorage.setItem('authToken', token ?? ''), left)
  await open('/dashboard')
  await expect.poll(() => page.evaluate(() => localStorage.getItem('authToken'))).toBeNull()
})

test('several students can open one file uploaded for them @scripts', async ({ open, riverbank }) => {
  const page = await open('/dashboard', { as: 'aoife' })
  const form = page.locator('#upload')
  await form.getByText('For several students?', { exact: true }).click()
  await form.getByLabel('Daniel Okafor', { exact: true }).check()
  await form.getByLabel('Niamh Walsh', { exact: true }).check()
  await expect(form.getByText('Who will see it: ')).toHaveText('Who will see it: Daniel, Niamh and all tutors')
  await form.getByLabel('Share with all students').check()
  await expect(form.getByLabel('Which student is this for?')).toHaveCount(0)
  await form.getByLabel('Share with all students').uncheck()
  await form.getByText('For several students?', { exact: true }).click()
  for (const name of ['Daniel Okafor', 'Niamh Walsh']) await form.getByLabel(name, { exact: true }).check()
  await expect(page).toHaveNoViolations()
  const trip = createPdf([{ lines: ['Trip to Howth', 'Bring your coat'] }])
  await upload(page, 'Trip to Howth', createPdfPayload('trip.pdf', trip))
  await expect(page.getByText('Daniel, Niamh and all tutors can see it.').first()).toBeVisible()
  expect(riverbank.rows("select studentId from files where title = 'Trip to Howth' order by studentId")).toEqual([
    { studentId: 2 },
    { studentId: 3 },
  ])
  await page.context().clearCookies()
  await open('/dashboard', { as: 'niamh' })
  await findListCard(page, 'Trip to Howth').getByRole('link', { name: 'Open Trip to Howth' }).click()
  await expect(page.getByRole('img', { name: 'Trip to Howth' })).toBeVisible()
  await page.getByText('Read as text', { exact: true }).click()
  await expect(page.getByText('Bring your coat')).toBeVisible()
  await expect(page).toHaveNoViolations()
  await page.getByRole('link', { name: 'Back to My Files' }).click()
  await expect(page.getByRole('heading', { name: 'Trip to Howth' })).toBeInViewport()
})

test('a tutor sees who has not opened a shared file; older files fold away @scripts', async ({ open, riverbank }) => {
  riverbank.change("update files set uploadedAt = '2020-01-01T00:00:00.000Z' where title = 'Staying safe online'")
  const page = await open('/dashboard', { as: 'daniel' })
  await expect(page.getByRole('heading', { name: 'Staying safe online' })).toBeHidden()
  await page.getByText('Older files', { exact: true }).click()
  await page.getByRole('link', { name: 'Open Staying safe online' }).click()
  await expect(page.getByRole('link', { name: 'Back to My Files' })).toBeVisible()
  await page.context().clearCookies()
  await open('/dashboard?of=shared', { as: 'aoife' })
  const row = await openDocumentRow(page, 'Staying safe online')
  await expect(row).toContainText('Opened by 1 of 2 students. Not yet by:')
  await expect(row.getByRole('listitem')).toHaveText(['Niamh Walsh'])
})
