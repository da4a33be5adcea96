import { expect, test } from '~/test/browser'

test('the toolbar formats the selected text, with the keyboard only', async ({ page, open, mode }) => {
  await open('/dashboard/resources/new', { as: 'aoife' })
  const content = page.getByLabel('Content')
  const toolbar = page.getByRole('group', { name: 'Formatting' })
  if (mode !== 'on') return expect(toolbar).toHaveCount(0)
  await content.fill('The choir')
  await content.press('Shift+Home')
  for (const _ of ['Link', 'List', 'Bold']) await page.keyboard.press('Shift+Tab')
  await expect(toolbar.getByRole('button', { name: 'Bold' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(content).toHaveValue('**The choir**')
  await expect(content).toBeFocused()
  await expect(page.locator('[data-rich-text] strong')).toHaveText('The choir')
  await page.keyboard.press('Control+z')
  await expect(content).toHaveValue('The choir')
  await expect(page).toHaveNoViolations()
})

test('a text box shows the input, and its preview shows the result', async ({ page, open, mode }) => {
  const [typed, html] = [
    'Ring **us**\n\n- tea\n- [cake](https://a.ie)',
    /<p>Ring <strong>us<.strong><.p>\s*<ul>\s*<li>tea</,
  ]
  const resource = {
    title: 'Days out',
    content: '<p>Ring <b>us</b></p><ul><li>tea</li><li>cake</li></ul>',
    category: 'support',
  }
  await open('/dashboard/resources', { as: 'aoife' })
  const sent = { data: resource, headers: { 'Sec-Fetch-Site': 'same-origin' } }
  const { id } = await (await page.request.post('/api/resources', sent)).json()
  await open(`/dashboard/resources/${id}/edit`)
  const content = page.getByLabel('Content')
  await expect(content).toHaveValue(resource.content)
  await content.fill(typed)
  if (mode === 'on') await expect(page.locator('[data-rich-text] li a')).toHaveText('cake')
  await page.getByRole('button', { name: 'Update Resource' }).click()
  await expect(page.getByText('Resource updated successfully').first()).toBeVisible()
  const all = await (await page.request.get('/api/resources')).json()
  const stored = all.find((one: { id: number }) => one.id === id)
  expect(stored.content).toMatch(html)
  await open(`/dashboard/resources/${id}/edit`)
  await expect(content).toHaveValue(typed)
  await open('/dashboard/profile/website/home/events')
  for (const box of await page.locator('#section textarea, #section input').all())
    expect(await box.inputValue()).not.toMatch(/[{}]|<p>/)
})
