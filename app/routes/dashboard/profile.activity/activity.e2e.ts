import { expect, test } from '~/test/browser'

test('a tutor filters the activity log and shows all entries again', async ({ open }) => {
  const page = await open('/dashboard/profile/activity', { as: 'aoife' })
  const lines = page.getByRole('main').getByRole('list').getByRole('listitem')
  const all = await lines.count()
  expect(all).toBeGreaterThan(1)
  await page.getByText('Search the log').click()
  await page.getByRole('combobox', { name: /^About/ }).selectOption('Newsletters')
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(page).toHaveURL(/about=newsletters/)
  await expect(lines.first()).toContainText(/newsletter|sending/)
  await expect(lines.filter({ hasNotText: /newsletter|sending/ })).toHaveCount(0)
  await expect(page.getByRole('combobox', { name: /^About/ })).toHaveValue('newsletters')
  await page.getByRole('textbox', { name: /^Day/ }).fill('1/9/2001')
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(page.getByText('No entries found.')).toBeVisible()
  await page.getByRole('link', { name: 'Show all entries' }).click()
  await expect(lines).toHaveCount(all)
  await page.getByText('Search the log').click()
  await expect(page.getByRole('textbox', { name: /^Day/ })).toHaveValue('')
})

test('an invalid day is reported next to its field and stays in it @whole', async ({ open }) => {
  const page = await open('/dashboard/profile/activity?day=31+February&person=constructor', { as: 'aoife' })
  await expect(page.getByRole('textbox', { name: /^Day/ })).toHaveAccessibleDescription(/Please enter a day/)
  await expect(page.getByRole('textbox', { name: /^Day/ })).toHaveValue('31 February')
  await expect(page.getByRole('combobox', { name: /^Who/ })).toHaveAccessibleDescription(/Please choose a person/)
})
