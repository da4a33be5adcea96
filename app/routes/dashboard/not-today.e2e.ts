import { expect, test, waitForHydration } from '~/test/browser'
import { planToday } from '~/test/demo-data'

test('a tutor cancels a session, undoes it, and gives a reason @once', async ({ page, open, riverbank }) => {
  planToday(riverbank, [
    ['00:00', '23:59', 'Drama'],
    ['00:00', '23:58', 'Art'],
  ])
  await open('/dashboard', { as: 'aoife' })
  const morning = page.getByRole('region', { name: /^This (morning|afternoon)$/ })
  await morning.getByText('2 sessions today').click()
  const button = morning.getByRole('button', { name: 'Not on today Drama' })
  await button.click()
  const message = page.locator('[data-success]')
  await expect(message).toContainText(/Drama is off on \w+ \d+/)
  await expect(morning.getByRole('link', { name: '1 off today' })).toBeVisible()
  await waitForHydration(page)
  await expect(page.locator('#undo')).toBeFocused()
  await expect(page).toHaveNoViolations()
  await message.getByRole('button', { name: /^Undo/ }).click()
  await expect(message).toContainText(/Drama is on again/)
  expect(riverbank.rows('select id from sessionChanges')).toEqual([])

  await button.click()
  await message.getByRole('link', { name: 'Give a reason' }).click()
  await expect(page.getByRole('checkbox', { name: 'It is off' })).toBeChecked()
  await page.getByLabel('Reason').fill('Aoife is sick.')
  await page.getByRole('button', { name: 'Save' }).click()
  const drama = page.locator('.week-session').filter({ has: page.getByText('Drama', { exact: true }) })
  await expect(drama).toContainText(/Off on \w+ \d+: Aoife is sick\./)
  // The sheet for the wall shows it too, without the message and the buttons.
  await page.emulateMedia({ media: 'print' })
  await expect(drama.getByText(/^Off on \w+ \d+/)).toBeVisible()
  await expect(message).toBeHidden()
  await expect(page.getByRole('button', { name: /^On again/ })).toBeHidden()
  await page.emulateMedia({ media: null })

  await page.context().clearCookies()
  await open('/dashboard', { as: 'daniel' })
  const today = page.locator('section[aria-labelledby=today]')
  await expect(today).toContainText('Drama is off today.Aoife is sick.')
  await expect(today.locator('li', { hasText: /^Now/ })).toHaveText(/Art/)
})
