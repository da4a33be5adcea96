import { expect, test } from '~/test/browser'
import { deactivateOtherReaders, findChristmasDraft, formatDayInAWeek } from '~/test/newsletters'

test.beforeEach(({ riverbank }) => deactivateOtherReaders(riverbank))

test('a newsletter is scheduled for a day and time, and can be cancelled', async ({ page, open, riverbank }) => {
  const { id, address } = findChristmasDraft(riverbank)
  await open(`${address}/send`, { as: 'aoife' })
  await expect(page.getByLabel('Day')).toBeHidden()
  await page.getByRole('radio', { name: 'Later' }).check()
  await expect(page).toHaveNoViolations()
  await page.getByRole('button', { name: 'Send Newsletter' }).click()
  await expect(page.getByLabel('Day')).toHaveAccessibleDescription(/Please enter the day it should go out, for example/)
  await expect(page.getByRole('radio', { name: 'Later' })).toBeChecked()
  await page.getByLabel('Day').fill(formatDayInAWeek())
  await page.getByLabel('Time').fill('09:30')
  await page.getByRole('button', { name: 'Send Newsletter' }).click()
  await expect(page.locator('main').getByText(/^The newsletter will go out on .* at 09:30\.$/)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'This newsletter will go out later' })).toBeVisible()
  await expect(page.getByText(/^Goes out on \d+ \w+ \d{4} at 09:30$/)).toBeVisible()
  await expect(page).toHaveNoViolations()
  expect(riverbank.rows('select status, leavesTo from newsletters where id = ?', id)).toEqual([
    { status: 'draft', leavesTo: 'all' },
  ])

  await page.getByRole('link', { name: 'Send to All Subscribers' }).click()
  await expect(page.getByRole('radio', { name: 'Later' })).toBeChecked()
  await expect(page.getByLabel('Day')).toHaveValue(formatDayInAWeek())
  await page.getByRole('link', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Cancel sending' }).click()
  await expect(page.getByText('Sending cancelled', { exact: true })).toBeVisible()
  await expect(page.getByText('Draft', { exact: true })).toBeVisible()
  expect(riverbank.rows('select leavesAt from newsletters where id = ?', id)).toEqual([{ leavesAt: null }])
})
