import { expect, test } from '~/test/browser'

test('the buttons above the text mark up what is selected, by the keyboard alone', async ({ page, open, mode }) => {
  await open('/dashboard/resources/new', { as: 'aoife' })
  const content = page.getByLabel('Content')
  const toolbar = page.getByRole('group', { name: 'Formatting' })
  if (mode !== 'on') return expect(toolbar).toHaveCount(0)
  await content.fill('The choir')
  await content.press('Shift+Home')
  for (const _ of ['Link', 'List', 'Bold']) await page.keyboard.press('Shift+Tab')
  await expect(toolbar.getByRole('button', { name: 'Bold' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(content).toHaveValue('<strong>The choir</strong>')
  await expect(content).toBeFocused()
  await expect(page.locator('[data-rich-text] strong')).toHaveText('The choir')
  await page.keyboard.press('Control+z')
  await expect(content).toHaveValue('The choir')
  await expect(page).toHaveNoViolations()
})
