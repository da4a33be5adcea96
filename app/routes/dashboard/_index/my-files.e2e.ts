import { delayResponses, expect, findListCard, openDocumentRow, type Page, resizeWindow, test } from '~/test/browser'
import { planToday } from '~/test/demo-data'
import { createPdfPayload, createPicturePayload } from '~/test/samples'

async function upload(page: Page, title: string, file: ReturnType<typeof createPdfPayload>) {
  const form = page.locator('#upload')
  await form.getByLabel('Document Title').fill(title)
  await form.getByLabel('File', { exact: true }).setInputFiles(file)
  await form.getByRole('button', { name: 'Upload Document' }).click()
}

test('a refused upload preserves the input; the next one is stored @mechanism', async ({ open, riverbank }) => {
  const page = await open('/dashboard', { as: 'aoife' })
  const student = page.locator('#upload').getByLabel('Which student is this for?')
  await student.selectOption({ label: 'Niamh Walsh' })
  await upload(
    page,
    'At the coast',
    createPdfPayload('page.pdf', Buffer.from('<!doctype html><script>alert(1)</script>')),
  )
  const alert = page.locator('#upload').getByRole('alert')
  await expect(alert).toContainText('Upload failed')
  await expect(alert).toContainText('Failed to upload file: Only PDF, Word documents, and images are accepted.')
  await expect(page.getByLabel('Document Title')).toHaveValue('At the coast')
  await expect(student.locator('option:checked')).toHaveText('Niamh Walsh')
  await expect(page).toHaveNoViolations()

  await upload(page, 'At the coast', await createPicturePayload('coast.jpg'))
  await expect(page.getByText('Your file has been uploaded successfully.', { exact: true })).toBeVisible()
  await expect(page.getByText('Niamh and all tutors can see it.', { exact: true }).first()).toBeVisible()
  await expect(page.getByLabel('Document Title')).toHaveValue('')
  const row = await openDocumentRow(page, 'At the coast')
  await expect(row.getByRole('img', { name: 'At the coast' })).toBeVisible()
  expect(riverbank.rows("select fileName, studentId, isShared, width from files where title = 'At the coast'")).toEqual(
    [{ fileName: 'coast.jpg', studentId: 3, isShared: 0, width: 600 }],
  )
})

test('‘2 new files for you’ leads to them, with a badge until each is opened @journey @once', async ({
  open,
  riverbank,
}) => {
  planToday(riverbank, [['00:00', '23:59', 'Art']])
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

test('another person’s leftover token is removed @scripts', async ({ open }) => {
  const page = await open('/dashboard', { as: 'aoife' })
  const left = await page.evaluate(() => localStorage.getItem('authToken'))
  await page.context().clearCookies()
  await open('/dashboard', { as: 'daniel' })
  await page.evaluate((token) => localStorage.setItem('authToken', token ?? ''), left)
  await open('/dashboard')
  await expect.poll(() => page.evaluate(() => localStorage.getItem('authToken'))).toBeNull()
})

test('on a phone only the form is shown; it asks for missing fields, and for several students says who will see it @scripts', async ({
  open,
}) => {
  const page = await open('/dashboard?of=shared', { as: 'aoife' })
  await resizeWindow(page, 360)
  const form = page.locator('#upload')
  const title = form.getByLabel('Document Title')
  await expect(title).toBeHidden()
  await page.getByRole('link', { name: 'Upload Document' }).click()
  await expect(title).toBeInViewport()
  await expect(findListCard(page, 'The bus to Howth')).toBeHidden()
  await form.getByRole('button', { name: 'Upload Document' }).click()
  await expect(form.getByText('Please upload a file.').first()).toBeVisible()
  await upload(page, 'Songs for the bus', createPdfPayload('One.pdf'))
  await expect(findListCard(page, 'Songs for the bus')).toBeVisible()
  await expect(title).toBeHidden()
  await page.getByRole('link', { name: 'Upload Document' }).click()
  await expect(title).toHaveValue('')
  await expect(form.getByText('Please upload a file.')).toHaveCount(0)

  await open('/dashboard')
  await resizeWindow(page, 1280)
  await form.getByText('For several students?', { exact: true }).click()
  for (const name of ['Daniel Okafor', 'Niamh Walsh']) await form.getByLabel(name, { exact: true }).check()
  await expect(form.getByText('Who will see it: ')).toHaveText('Who will see it: Daniel, Niamh and all tutors')
  await expect(page).toHaveNoViolations()
  await form.getByLabel('Share with all students').check()
  await expect(form.getByText('Who will see it: ')).toHaveText('Who will see it: Everyone with an account')
  await expect(form.getByLabel('Which student is this for?')).toHaveCount(0)
})
