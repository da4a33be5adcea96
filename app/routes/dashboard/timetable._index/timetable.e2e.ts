import { readFileSync } from 'node:fs'
import { clickDownload, expect, findListCard, test } from '~/test/browser'

test('a student sees their own and general timetables, and downloads one @once', async ({ open }) => {
  const page = await open('/dashboard', { as: 'daniel' })
  await page.getByRole('tab', { name: 'Riverbank Timetable' }).click()
  await expect(page.getByRole('heading', { name: 'Daniel’s week' })).toBeVisible()
  await expect(page.getByText('7 September 2026 to 18 December 2026')).toBeVisible()
  await expect(findListCard(page, 'The week in pictures').getByText('For All Students')).toBeVisible()
  await expect(page.getByRole('img', { name: /^Six drawings\. Monday: / })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'About Your Timetable' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Niamh’s week' })).toHaveCount(0)
  await expect(page.getByRole('link', { name: /^(Edit|Delete)/ })).toHaveCount(0)
  const file = await clickDownload(page, findListCard(page, 'Daniel’s week').getByRole('link', { name: 'Download' }))
  expect(file.suggestedFilename()).toBe('My week.pdf')
  expect(readFileSync(await file.path(), 'latin1')).toMatch(/^%PDF-/)
  await expect(page.getByText('Downloading Daniel’s week', { exact: true })).toBeVisible()
})
