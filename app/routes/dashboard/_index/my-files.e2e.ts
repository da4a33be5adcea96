import { readFileSync } from 'node:fs'
import { expect, expectDeleteQuestion, expectNoViolations, type Page, test } from '~/test/browser'
import { pdf, picture } from '~/test/samples'

const pdfFile = (name = 'Bus times.pdf', buffer = pdf()) => ({ name, mimeType: 'application/pdf', buffer })
const cardOf = (page: Page, title: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title, exact: true }) })

async function upload(page: Page, title: string, file: ReturnType<typeof pdfFile>, student?: string) {
  const form = page.locator('#upload')
  await form.getByLabel('Document Title').fill(title)
  if (student) await form.getByLabel('Which student is this for?').selectOption({ label: student })
  await form.getByLabel('File', { exact: true }).setInputFiles(file)
  await form.getByRole('button', { name: 'Upload Document' }).click()
}

test('a tutor uploads a photo for one student, changes its words, downloads it and deletes it', async ({
  logInAs,
  riverbank,
  mode,
}) => {
  const page = await logInAs('demo.tutor')
  const photo = { name: 'coast.jpg', mimeType: 'image/jpeg', buffer: await picture(1200, 900).jpeg().toBuffer() }
  await upload(page, 'At the coast', photo, 'Niamh Walsh')
  await expect(page.getByText('Your file has been uploaded successfully.', { exact: true })).toBeVisible()
  await expect(page.getByLabel('Document Title')).toHaveValue('')
  await expect(
    page.getByRole('region', { name: 'Niamh Walsh' }).getByRole('img', { name: 'At the coast' }),
  ).toBeVisible()

  await cardOf(page, 'At the coast').getByRole('link', { name: 'Edit' }).click()
  await page.getByLabel('Title', { exact: true }).fill(' Niamh at the coast ')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('The document has been updated successfully.', { exact: true })).toBeVisible()
  expect(riverbank.rows("select title, isShared, width from files where fileName = 'coast.jpg'")).toEqual([
    { title: 'Niamh at the coast', isShared: 0, width: 1200 },
  ])

  const card = cardOf(page, 'Niamh at the coast')
  const download = page.waitForEvent('download')
  await card.getByRole('link', { name: 'Download' }).click()
  expect((await download).suggestedFilename()).toBe('coast.jpg')
  if (mode === 'on') await expect(page.getByText('Downloading Niamh at the coast', { exact: true })).toBeVisible()

  await card.getByRole('link', { name: 'Delete' }).click()
  await expectDeleteQuestion(page, 'Niamh at the coast')
  await expectNoViolations(page, mode)
  await page.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('The document has been deleted successfully.', { exact: true })).toBeVisible()
  expect(riverbank.rows("select id from files where fileName = 'coast.jpg'")).toEqual([])
})

test('a refused upload says why, keeps the words and stores nothing', async ({ logInAs, riverbank, mode }) => {
  const page = await logInAs('demo.tutor')
  const before = riverbank.rows('select id from files')
  await upload(
    page,
    'A web page',
    pdfFile('page.pdf', Buffer.from('<!doctype html><script>alert(1)</script>')),
    'Niamh Walsh',
  )
  const form = page.locator('#upload')
  await expect(form.getByRole('alert')).toContainText('Upload failed')
  await expect(form.getByRole('alert')).toContainText(
    'Failed to upload file: Only PDF, Word documents, and images are accepted.',
  )
  await expect(form.getByLabel('Document Title')).toHaveValue('A web page')
  await expectNoViolations(page, mode)

  await upload(page, 'Too large', pdfFile('large.pdf', pdf('x'.repeat(5 * 1024 * 1024))))
  await expect(form.getByRole('alert')).toContainText('File size must be less than 5MB.')
  await expect(form.getByLabel('Document Title')).toHaveValue('Too large')
  await expect(form.getByLabel('Which student is this for?').locator('option:checked')).toHaveText('Niamh Walsh')
  expect(riverbank.rows('select id from files')).toEqual(before)
})

test('Save is blocked while the title is blank', async ({ logInAs, open, mode }) => {
  await logInAs('demo.tutor')
  const page = await open('/dashboard?edit=1')
  await page.getByLabel('Title', { exact: true }).fill('   ')
  const save = page.getByRole('button', { name: 'Save' })
  if (mode === 'on') await expect(save).toBeDisabled()
  else {
    await save.click()
    await expect(page.getByRole('alert')).toContainText('Please give the document a title.')
  }
  await expectNoViolations(page, mode)
})

test('a student finds their own files and the shared ones, and can only read them', async ({ logInAs, mode }) => {
  const page = await logInAs('demo.student')
  await expect(page.getByRole('heading', { name: 'Soup and brown bread' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Choir words for the Christmas concert' })).toBeVisible()
  await expect(page.getByText('For All Students', { exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'In the garden' })).toHaveCount(0)
  await expect(page.getByRole('link', { name: /^(Edit|Delete)/ })).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Upload Document' })).toHaveCount(0)
  const download = page.waitForEvent('download')
  await cardOf(page, 'Soup and brown bread').getByRole('link', { name: 'Download' }).click()
  expect(readFileSync(await (await download).path(), 'latin1')).toMatch(/^%PDF-/)
  await expectNoViolations(page, mode)
})

for (const kept of ['the token and the cookie', 'the cookie alone'])
  test(`a download after the session has ended leads to the log-in, with ${kept}`, async ({
    logInAs,
    riverbank,
    mode,
  }) => {
    const page = await logInAs('demo.student')
    if (mode === 'on' && kept === 'the cookie alone') await page.evaluate(() => localStorage.clear())
    riverbank.change('update sessions set endedAt = createdAt')
    await cardOf(page, 'Soup and brown bread').getByRole('link', { name: 'Download' }).click()
    await expect(page).toHaveURL(/\/portal/)
  })

test('an upload shows how far it is, and keeps the words when it fails @scripts', async ({
  logInAs,
  riverbank,
  mode,
}) => {
  const page = await logInAs('demo.tutor')
  let letGo = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route('**/api/files/upload', async (route) => {
    await held
    await route.fulfill({ status: 413, json: { message: 'That is too large to send.' } })
  })
  await upload(page, 'On the bus', pdfFile())
  const form = page.locator('#upload')
  await expect(form.getByRole('progressbar', { name: 'Document sent' })).toBeVisible()
  await expect(form.getByRole('button', { name: 'Uploading...' })).toBeDisabled()
  await expectNoViolations(page, mode)
  letGo()
  await expect(form.getByRole('alert')).toContainText('Failed to upload file: That is too large to send.')
  await expect(form.getByLabel('Document Title')).toHaveValue('On the bus')

  await page.unroute('**/api/files/upload')
  riverbank.change('update sessions set endedAt = createdAt')
  await form.getByRole('button', { name: 'Upload Document' }).click()
  await expect(page).toHaveURL(/\/portal\?next=/)
  await expect(page.getByText('What you typed is kept', { exact: false })).toBeVisible()
  expect(riverbank.rows("select id from files where title = 'On the bus'")).toEqual([])
})

test('another person’s token that was left behind is forgotten @scripts', async ({ logInAs, open }) => {
  const page = await logInAs('demo.tutor')
  const left = await page.evaluate(() => localStorage.getItem('authToken'))
  await page.context().clearCookies()
  await logInAs('demo.student')
  await page.evaluate((token) => localStorage.setItem('authToken', token ?? ''), left)
  await open('/dashboard')
  await expect.poll(() => page.evaluate(() => localStorage.getItem('authToken'))).toBeNull()
})
