import { expect, test } from '~/test/browser'

test('a tutor narrows the activity log down, and goes back to all of it', async ({ open }) => {
  const page = await open('/dashboard/profile/activity', { as: 'aoife' })
  const lines = page.getByRole('main').getByRole('list').getByRole('listitem')
  const all = await lines.count()
  expect(all).toBeGreaterThan(1)
  await page.getByText('Look for something').click()
  await page.getByRole('combobox', { name: /^About/ }).selectOption('Newsletters')
  await page.getByRole('button', { name: 'Show' }).click()
  await expect(page).toHaveURL(/about=newsletters/)
  await expect(lines.first()).toContainText(/newsletter|sending/)
  await expect(lines.filter({ hasNotText: /newsletter|sending/ })).toHaveCount(0)
  await expect(page.getByRole('combobox', { name: /^About/ })).toHaveValue('newsletters')
  await page.getByRole('textbox', { name: /^Day/ }).fill('1/9/2001')
  await page.getByRole('button', { name: 'Show' }).click()
  await expect(page.getByText('We found nothing like that.')).toBeVisible()
  await page.getByRole('link', { name: 'Show everything' }).click()
  await expect(lines).toHaveCount(all)
  await page.getByText('Look for something').click()
  await expect(page.getByRole('textbox', { name: /^Day/ })).toHaveValue('')
})

test('a day that is none is told beside its field, and stays in it @whole', async ({ open }) => {
  const page = await open('/dashboard/profile/activity?day=31+February&person=constructor', { as: 'aoife' })
  await expect(page.getByRole('textbox', { name: /^Day/ })).toHaveAccessibleDescription(/Please enter a day/)
  await expect(page.getByRole('textbox', { name: /^Day/ })).toHaveValue('31 February')
  await expect(page.getByRole('combobox', { name: /^Who/ })).toHaveAccessibleDescription(/Please choose a person/)
})
