import {
  expect,
  expectDeleteQuestion,
  findListCard,
  type Mode,
  type Page,
  type RunningRiverbank,
  test,
} from '~/test/browser'

const findForm = (page: Page) => page.locator('#resource')

/** Opens a form from the list: a dialog with scripts, otherwise a page. */
async function press(page: Page, mode: Mode, link: string, heading: string) {
  await page.getByRole('link', { name: link, exact: true }).click()
  await expect(page.getByRole('heading', { name: heading, exact: true })).toBeVisible()
  await expect(page.getByRole('dialog', { name: heading })).toHaveCount(mode === 'on' ? 1 : 0)
}

const title = 'Day trips'
const content = '<h2>Where to</h2><p>The <strong>sea</strong>.</p>'
const readDayTrips = ({ rows }: RunningRiverbank) =>
  rows(
    "select id, title, description, content, category, isPublic from resources where title in ('Day trips', 'Days out')",
  )

/** Adds a public resource through the API. Returns its id. */
async function addDayTrips(page: Page): Promise<number> {
  const data = { title, content, category: 'community' }
  const answer = await page.request.post('/api/resources', { data, headers: { 'Sec-Fetch-Site': 'same-origin' } })
  expect(answer.status()).toBe(201)
  return (await answer.json()).id
}

test('a tutor creates a resource, and the public page shows it at once', async ({
  page,
  open,
  riverbank,
  mode,
  request,
}) => {
  await open('/dashboard/resources', { as: 'aoife' })
  await expect(page.getByText('Create and manage resources for families', { exact: true })).toBeVisible()
  await expect(findListCard(page, 'Summer project 2027').getByText('Private', { exact: true })).toBeVisible()

  await press(page, mode, 'Add Resource', 'Create New Resource')
  await expect(page).toHaveURL('/dashboard/resources/new')
  await expect(findForm(page).getByLabel('Public')).toBeChecked()
  await expect(findForm(page).getByLabel('Content')).toHaveAccessibleDescription(
    'You can use basic HTML tags for formatting',
  )
  await findForm(page).getByLabel('Title').fill(title)
  await findForm(page).getByLabel('Category').selectOption({ label: 'Community Resources' })
  const typed = '<h1>Where to</h1><p onclick="alert(1)">The <strong>sea</strong>.</p>'
  await findForm(page).getByLabel('Content').fill(typed)
  if (mode !== 'on') await page.getByRole('button', { name: 'Preview' }).click()
  await expect(findForm(page).getByRole('heading', { name: 'Where to' })).toBeVisible()
  await expect(findForm(page).getByLabel('Title')).toHaveValue(title)
  await page.getByText('Formatting help', { exact: true }).click()
  await expect(page.getByText('blockquote', { exact: true })).toBeVisible()
  await expect(page).toHaveNoViolations()
  await page.getByRole('button', { name: 'Create Resource' }).click()
  await expect(page.getByText('Resource created successfully', { exact: true })).toBeVisible()
  await expect(page).toHaveURL('/dashboard/resources')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(findListCard(page, title).getByText('Public', { exact: true })).toBeVisible()
  await expect(findListCard(page, title).getByText('Community Resources', { exact: true })).toBeVisible()
  const id = Number(readDayTrips(riverbank)[0]?.id)
  const stored = { id, title, description: null, content: typed, category: 'community', isPublic: 1 }
  expect(readDayTrips(riverbank)).toEqual([stored])
  expect(await (await request.get('/resources')).text()).toContain(title)
  expect(await (await request.get(`/resources/${id}`)).text()).toContain(content)
})

test('a resource is deleted after a question @journey', async ({ page, open, riverbank, mode }) => {
  await open('/dashboard/resources', { as: 'aoife' })
  await addDayTrips(page)
  await open('/dashboard/resources')
  await press(page, mode, `Delete ${title}`, 'Delete Resource')
  await expectDeleteQuestion(page, title)
  await page.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Resource deleted successfully', { exact: true })).toBeVisible()
  await expect(findListCard(page, title)).toHaveCount(0)
  expect(readDayTrips(riverbank)).toEqual([])
})

test('a rejected resource says what is missing, preserves the input and stores nothing @journey', async ({
  page,
  open,
  riverbank,
  mode,
}) => {
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
