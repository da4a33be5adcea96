import { expect, test } from '~/test/browser'

const typed = 'We help at home.\nRing us first.\n\nWe have:\n- tea\n- music\n\n1. Ring us\n2. Visit us'
const html =
  '<p>We help at home.<br />Ring us first.</p>\n<p>We have:</p>\n<ul><li>tea</li><li>music</li></ul>\n<ol><li>Ring us</li><li>Visit us</li></ol>'

test('what is typed without tags keeps its paragraphs and lists @whole', async ({
  page,
  open,
  riverbank,
  mode,
  request,
}) => {
  await open('/dashboard/resources/new', { as: 'aoife' })
  await page.getByLabel('Title').fill('Respite')
  await page.getByLabel('Category').selectOption({ label: 'Support Services' })
  await page.getByLabel('Content').fill(typed)
  if (mode !== 'on') await page.getByRole('button', { name: 'Preview' }).click()
  await expect(page.locator('[data-rich-text] li')).toHaveText(['tea', 'music', 'Ring us', 'Visit us'])
  await page.getByRole('button', { name: 'Create Resource' }).click()
  await expect(page.locator('main').getByText('Resource created successfully', { exact: true })).toBeVisible()
  const [{ id } = {}] = riverbank.rows("select id from resources where title = 'Respite' and content = ?", html)
  expect(await (await request.get(`/resources/${id}`)).text()).toContain(html)
})

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
