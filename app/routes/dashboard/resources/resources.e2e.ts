import { expect, expectDeleteQuestion, fillFields, findListCard, type Mode, type Page, test } from '~/test/browser'

const findForm = (page: Page) => page.locator('#resource')

/** Opens a form from the list: a dialog with scripts, otherwise a page. */
async function press(page: Page, mode: Mode, link: string, heading: string) {
  await page.getByRole('link', { name: link, exact: true }).click()
  await expect(page.getByRole('heading', { name: heading, exact: true })).toBeVisible()
  await expect(page.getByRole('dialog', { name: heading })).toHaveCount(mode === 'on' ? 1 : 0)
}

test('a resource sent twice is created once @mechanism', async ({ page, open, riverbank, mode, request }) => {
  await open('/dashboard/resources', { as: 'aoife' })
  await press(page, mode, 'Add Resource', 'Create New Resource')
  await expect(page).toHaveURL('/dashboard/resources/new')
  const typed = '<h1>Where to</h1><p onclick="alert(1)">The <strong>sea</strong>.</p>'
  await fillFields(findForm(page), { Title: 'Day trips', Content: typed })
  await findForm(page).getByLabel('Category').selectOption({ label: 'Community Resources' })
  if (mode !== 'on') await page.getByRole('button', { name: 'Preview' }).click()
  await expect(findForm(page).getByRole('heading', { name: 'Where to' })).toBeVisible()
  await expect(findForm(page).getByLabel('Title')).toHaveValue('Day trips')
  await expect(page).toHaveNoViolations()
  await page.getByRole('button', { name: 'Create Resource' }).dblclick()
  await expect(page.getByText('Resource created successfully', { exact: true })).toBeVisible()
  await expect(page).toHaveURL('/dashboard/resources')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  const card = findListCard(page, 'Day trips')
  await expect(card.getByText('Public', { exact: true })).toBeVisible()
  await expect(card.getByText('Community Resources', { exact: true })).toBeVisible()
  const stored = riverbank.rows("select id, content, category, isPublic from resources where title = 'Day trips'")
  expect(stored).toEqual([{ id: stored[0]?.id, content: typed, category: 'community', isPublic: 1 }])
  const answer = await request.get(`/resources/${stored[0]?.id}`)
  expect(await answer.text()).toContain('<h2>Where to</h2><p>The <strong>sea</strong>.</p>')
})

test('a resource is deleted after a question @mechanism', async ({ page, open, riverbank, mode }) => {
  const title = 'Summer project 2027'
  await open('/dashboard/resources', { as: 'aoife' })
  await press(page, mode, `Delete ${title}`, 'Delete Resource')
  await expectDeleteQuestion(page, title)
  await page.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Resource deleted successfully', { exact: true })).toBeVisible()
  await expect(findListCard(page, title)).toHaveCount(0)
  expect(riverbank.rows('select id from resources where title = ?', title)).toEqual([])
})

test('a refused resource says what is missing @mechanism', async ({ page, open, riverbank, mode }) => {
  await open('/dashboard/resources', { as: 'aoife' })
  await press(page, mode, 'Add Resource', 'Create New Resource')
  await findForm(page).getByLabel('Description (optional)').fill('Kept words')
  await findForm(page).getByLabel('Public').uncheck()
  await page.getByRole('button', { name: 'Create Resource' }).click()
  await expect(findForm(page).getByRole('alert')).toContainText('Please check this form')
  for (const [label, message] of [
    ['Title', 'Title is required'],
    ['Category', 'Category is required'],
    ['Content', 'Content is required'],
  ] as const) {
    await expect(findForm(page).getByLabel(label)).toHaveAttribute('aria-invalid', 'true')
    await findForm(page).getByRole('link', { name: message }).click()
    await expect(findForm(page).getByLabel(label)).toBeFocused()
  }
  await expect(findForm(page).getByLabel('Description (optional)')).toHaveValue('Kept words')
  await expect(findForm(page).getByLabel('Public')).not.toBeChecked()
  expect(riverbank.rows("select id from resources where description = 'Kept words'")).toEqual([])
})

test('a dialog works with the keyboard only, and restores focus and history @scripts', async ({ page, open }) => {
  await open('/dashboard/resources', { as: 'aoife' })
  const add = page.getByRole('link', { name: 'Add Resource' })
  await add.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Create New Resource' })).toBeVisible()
  const steps = await page.evaluate(() => history.length)
  await expect(findForm(page).getByLabel('Title')).toBeFocused()
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflow)).toBe('hidden')
  for (let presses = 0; presses < 12; presses++) {
    await page.keyboard.press('Tab')
    const outside = await page.evaluate(
      () => document.activeElement !== document.body && !document.activeElement?.closest('dialog'),
    )
    expect(outside, `after Tab ${presses + 1}`).toBe(false)
  }
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL('/dashboard/resources')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(add).toBeFocused()
  expect(await page.evaluate(() => history.length)).toBe(steps)

  const remove = page.getByRole('link', { name: 'Delete Summer project 2027', exact: true })
  await remove.click()
  await expect(page.getByRole('heading', { name: 'Delete Resource' })).toBeFocused()
  for (const _ of ['Close', 'Delete', 'Cancel']) await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(remove).toBeFocused()
  expect(await page.evaluate(() => history.length)).toBe(steps)
})
