import { readFileSync } from 'node:fs'
import { clickDownload, expect, findListCard, type Page, test } from '~/test/browser'
import { createPdfPayload } from '~/test/samples'

async function fillTimetable(page: Page, title: string, [start, end]: [string, string], student: string) {
  const form = page.locator('#timetable')
  await form.getByLabel('Title').fill(title)
  await form.getByLabel('Description (optional)').fill('Bring your boots.')
  await form.getByLabel('Start date (optional)').fill(start)
  await form.getByLabel('End date (optional)').fill(end)
  await form.getByLabel('Which student is this for?').selectOption({ label: student })
}

test('a student sees their own and general timetables, and downloads one', async ({ open, mode }) => {
  const page = await open('/dashboard', { as: 'daniel' })
  await page.getByRole('tab', { name: 'Riverbank Timetable' }).click()
  await expect(page.getByRole('heading', { name: 'Daniel’s week' })).toBeVisible()
  await expect(page.getByText('7 September 2026 to 18 December 2026')).toBeVisible()
  await expect(findListCard(page, 'The week in pictures').getByText('For All Students')).toBeVisible()
  await expect(page.getByRole('img', { name: /^Six drawings\. Monday: / })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'About Your Timetable' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Niamh’s week' })).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Add Timetable' })).toHaveCount(0)
  await expect(page.getByRole('link', { name: /^(Edit|Delete)/ })).toHaveCount(0)

  const file = await clickDownload(page, findListCard(page, 'Daniel’s week').getByRole('link', { name: 'Download' }))
  expect(file.suggestedFilename()).toBe('My week.pdf')
  expect(readFileSync(await file.path(), 'latin1')).toMatch(/^%PDF-/)
  if (mode === 'on') {
    await expect(page.getByText('Download started', { exact: true })).toBeVisible()
    await expect(page.getByText('Downloading Daniel’s week', { exact: true })).toBeVisible()
  }
})

test('a tutor adds a timetable for one student, and sees an error for dates in the wrong order', async ({ open }) => {
  const page = await open('/dashboard/timetable', { as: 'aoife' })
  await fillTimetable(page, 'Spring term', ['2027-03-26', '2027-01-11'], 'Niamh Walsh')
  await page.getByLabel('File', { exact: true }).setInputFiles(createPdfPayload('Spring.pdf'))
  await page.getByRole('button', { name: 'Add Timetable' }).click()
  await expect(page.getByText('Timetable added', { exact: true })).toBeVisible()
  await expect(
    page
      .locator('main')
      .getByText(
        'The timetable has been added successfully. Its end date is before its start date. Please check the dates.',
        { exact: true },
      ),
  ).toBeVisible()
  await expect(
    findListCard(page, 'Spring term').getByText('For Niamh Walsh, not opened yet', { exact: true }),
  ).toBeVisible()
  await expect(page.getByLabel('Title')).toHaveValue('')
})
