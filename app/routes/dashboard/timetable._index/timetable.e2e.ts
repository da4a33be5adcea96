import { readFileSync } from 'node:fs'
import { cardOf, download, expect, type Open, openedRow, type Page, type RunningRiverbank, test } from '~/test/browser'
import { pdf, picture } from '~/test/samples'

const pdfFile = (buffer = pdf(), name = 'Spring.pdf') => ({ name, mimeType: 'application/pdf', buffer })

async function fillTimetable(page: Page, title: string, [start, end]: [string, string], student: string) {
  const form = page.locator('#timetable')
  await form.getByLabel('Title').fill(title)
  await form.getByLabel('Description (optional)').fill('Bring your boots.')
  await form.getByLabel('Start date (optional)').fill(start)
  await form.getByLabel('End date (optional)').fill(end)
  await form.getByLabel('Which student is this for?').selectOption({ label: student })
}

test('a student finds their own timetables and the general ones, and takes one home', async ({ open, mode }) => {
  const page = await open('/dashboard', { as: 'daniel' })
  await page.getByRole('tab', { name: 'Riverbank Timetable' }).click()
  await expect(page.getByRole('heading', { name: 'Daniel’s week' })).toBeVisible()
  await expect(page.getByText('7 September 2026 - 18 December 2026')).toBeVisible()
  await expect(cardOf(page, 'The week in pictures').getByText('For All Students')).toBeVisible()
  await expect(page.getByRole('img', { name: /^Six drawings\. Monday: / })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'About Your Timetable' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Niamh’s week' })).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Add Timetable' })).toHaveCount(0)
  await expect(page.getByRole('link', { name: /^(Edit|Delete)/ })).toHaveCount(0)

  const file = await download(page, cardOf(page, 'Daniel’s week').getByRole('link', { name: 'Download' }))
  expect(file.suggestedFilename()).toBe('My week.pdf')
  expect(readFileSync(await file.path(), 'latin1')).toMatch(/^%PDF-/)
  if (mode === 'on') {
    await expect(page.locator('main').getByText('Download started', { exact: true })).toBeVisible()
    await expect(page.locator('main').getByText('Downloading Daniel’s week', { exact: true })).toBeVisible()
  }
  await expect(page).toHaveNoViolations()
})

const activity = ({ rows }: RunningRiverbank) =>
  rows("select action, noun from activity where title like 'Spring%' and action <> 'looked at' order by id")

/** Adds a timetable for Niamh by the API, and opens the list. */
async function openWithTimetable(open: Open) {
  const page = await open('/dashboard/timetable', { as: 'aoife' })
  const answer = await page.request.post('/api/timetables', {
    multipart: { title: 'Spring term', studentId: 3, startDate: '2027-01-11', endDate: '2027-03-26', file: pdfFile() },
    headers: { 'Sec-Fetch-Site': 'same-origin' },
  })
  expect(answer.status()).toBe(201)
  return open('/dashboard/timetable')
}

test('a tutor adds a timetable for one student, and is told of dates the wrong way round', async ({ open }) => {
  const page = await open('/dashboard/timetable', { as: 'aoife' })
  await expect(page).toHaveNoViolations()
  await fillTimetable(page, 'Spring term', ['2027-03-26', '2027-01-11'], 'Niamh Walsh')
  await page.getByLabel('File', { exact: true }).setInputFiles(pdfFile())
  await page.getByRole('button', { name: 'Add Timetable' }).click()
  await expect(page.locator('main').getByText('Timetable added', { exact: true })).toBeVisible()
  await expect(
    page
      .locator('main')
      .getByText(
        'The timetable has been added successfully. But its end date is before its start date. Please check the dates.',
        { exact: true },
      ),
  ).toBeVisible()
  await expect(cardOf(page, 'Spring term').getByText('For Niamh Walsh', { exact: true })).toBeVisible()
  await expect(page.getByLabel('Title')).toHaveValue('')
})

test('a tutor gives a timetable to all, with a new file @whole', async ({ open, riverbank }) => {
  const page = await openWithTimetable(open)
  await (await openedRow(page, 'Spring term')).getByRole('link', { name: 'Edit' }).click()
  await expect(page.getByLabel('Start date (optional)')).toHaveValue('11 January 2027')
  await expect(page.getByLabel('Which student is this for?').locator('option:checked')).toHaveText('Niamh Walsh')
  await expect(page).toHaveNoViolations()
  await fillTimetable(page, 'Spring in pictures', ['2027-01-11', '2027-03-26'], 'All students')
  const jpeg = await picture(900, 600).jpeg().toBuffer()
  await page.getByLabel('New file (optional)').setInputFiles(pdfFile(jpeg, 'Spring.jpg'))
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(
    page.locator('main').getByText('The timetable has been updated successfully.', { exact: true }),
  ).toBeVisible()
  await expect(cardOf(page, 'Spring in pictures').getByText(/^For All Students/)).toBeVisible()
  const row = await openedRow(page, 'Spring in pictures')
  await expect(row.getByRole('img', { name: 'Spring in pictures' })).toBeVisible()
  await expect(page).toHaveNoViolations()
  expect(
    riverbank.rows(
      `select title, description, fileName, isShared, studentId, startDate, endDate
      from files join timetables on fileId = files.id where title like 'Spring%'`,
    ),
  ).toEqual([
    {
      title: 'Spring in pictures',
      description: 'Bring your boots.',
      fileName: 'Spring.jpg',
      isShared: 1,
      studentId: null,
      startDate: '2027-01-11',
      endDate: '2027-03-26',
    },
  ])
  expect(activity(riverbank)).toEqual(['added', 'moved'].map((action) => ({ action, noun: 'timetable' })))
})

test('a refused timetable says why, keeps the words and stores nothing @whole', async ({ open, riverbank }) => {
  const page = await open('/dashboard/timetable', { as: 'aoife' })
  const before = riverbank.rows('select id from files')
  await fillTimetable(page, 'S', ['2027-01-11', '26 March 2027'], 'Niamh Walsh')
  await page.getByRole('button', { name: 'Add Timetable' }).click()
  const form = page.locator('#timetable')
  await expect(form.getByLabel('Title')).toHaveAccessibleDescription('Error: Title must be at least 2 characters.')
  await expect(form.getByLabel('File', { exact: true })).toHaveAccessibleDescription(/Error: Please upload a file\./)
  await expect(page).toHaveNoViolations()

  await fillTimetable(page, 'Spring', ['2027-01-11', '26 March 2027'], 'Niamh Walsh')
  await form.getByLabel('File', { exact: true }).setInputFiles(pdfFile(Buffer.from('<!doctype html>')))
  await page.getByRole('button', { name: 'Add Timetable' }).click()
  await expect(form.getByRole('alert')).toContainText('Upload failed')
  await expect(form.getByRole('alert')).toContainText(
    'Failed to upload file: Only PDF, Word documents, and images are accepted.',
  )
  await expect(form.getByLabel('Title')).toHaveValue('Spring')
  await expect(form.getByLabel('End date (optional)')).toHaveValue('26 March 2027')
  await expect(form.getByLabel('Which student is this for?').locator('option:checked')).toHaveText('Niamh Walsh')
  expect(riverbank.rows('select id from files')).toEqual(before)
  await expect(page).toHaveNoViolations()
})
