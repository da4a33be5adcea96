import { expect, test, waitForHydration } from '~/test/browser'
import { planToday } from '~/test/demo-data'

test('a tutor cancels a session, and undoes it with the next press @once', async ({ page, open, riverbank }) => {
  planToday(riverbank, [
    ['00:00', '23:59', 'Drama'],
    ['00:00', '23:58', 'Art'],
  ])
  await open('/dashboard', { as: 'aoife' })
  const morning = page.getByRole('region', { name: /^This (morning|afternoon)$/ })
  await morning.getByText('2 sessions today').click()
  await morning.getByRole('button', { name: 'Not on today Drama' }).click()
  const message = page.locator('[data-success]')
  await expect(message).toContainText(/Drama is off on \w+ \d+/)
  await expect(morning.getByRole('link', { name: '1 off today' })).toBeVisible()
  await waitForHydration(page)
  await expect(page.locator('#undo')).toBeFocused()
  await expect(page).toHaveNoViolations()
  await message.getByRole('button', { name: /^Undo/ }).click()
  await expect(message).toContainText(/Drama is on again/)
  expect(riverbank.rows('select id from sessionChanges')).toEqual([])
})
