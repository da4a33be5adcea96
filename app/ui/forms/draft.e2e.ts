import { expect, fillFields, type Page, test, waitForHydration } from '~/test/browser'

const findNotice = (page: Page) => page.getByText('We saved what you wrote here before.')
const listDraftKeys = (page: Page) =>
  page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.includes('draft')))

// Use one handler for the whole test: the browser does not always ask, and two handlers can't accept the same question.
test.beforeEach(({ page }) => {
  page.on('dialog', (dialog) => void dialog.accept())
})

async function reload(page: Page) {
  await page.reload()
  await waitForHydration(page)
}

test.describe('a long text @scripts', () => {
  test('is restored after a reload, and removed when it is discarded or saved, and at log-out', async ({
    page,
    open,
  }) => {
    await open('/dashboard/newsletter/new', { as: 'aoife' })
    const form = page.locator('#newsletter')
    const words = { 'Newsletter Title': 'July news', 'Newsletter Content': 'The choir sang.\nWe planted beans.' }
    await fillFields(form, words)
    await reload(page)
    await expect(findNotice(page)).toBeVisible()
    for (const [label, value] of Object.entries(words)) await expect(form.getByLabel(label)).toHaveValue(value)
    await page.getByRole('tab', { name: 'Calendar' }).click()
    await page.getByRole('button', { name: 'Keep editing' }).click()
    await page.getByRole('button', { name: 'Start again' }).click()
    await expect(findNotice(page)).toHaveCount(0)
    for (const label of Object.keys(words)) await expect(form.getByLabel(label)).toHaveValue('')
    await expect(form.getByLabel('Newsletter Title')).toBeFocused()
    expect(await listDraftKeys(page)).toEqual([])
    await page.getByRole('tab', { name: 'Calendar' }).click()
    await expect(page).toHaveURL('/dashboard/calendar')

    await open('/dashboard/newsletter/new')
    await fillFields(form, { 'Newsletter Title': 'July news', 'Newsletter Content': 'The choir sang in the hall.' })
    await reload(page)
    await expect(findNotice(page)).toBeVisible()
    await form.getByRole('button', { name: 'Create Newsletter' }).click()
    await expect(page.getByText('Newsletter created').first()).toBeVisible()
    expect(await listDraftKeys(page)).toEqual([])
    await page.goto('/dashboard/newsletter/new')
    await waitForHydration(page)
    await fillFields(form, { 'Newsletter Title': 'August news' })
    await reload(page)
    expect(await listDraftKeys(page)).toHaveLength(1)
    await page.getByRole('button', { name: 'Log Out' }).click()
    await expect(page).toHaveURL('/')
    expect(await listDraftKeys(page)).toEqual([])
  })

  test('is restored in its dialog, with the version it was based on', async ({ page, open, riverbank }) => {
    const [resource] = riverbank.rows('select id, title, version from resources order by id limit 1')
    await page.clock.install()
    await open('/dashboard/resources', { as: 'aoife' })
    const edit = page.getByRole('link', { name: `Edit ${resource!.title}`, exact: true })
    await edit.click()
    const title = page.locator('#resource').getByLabel('Title')
    await title.fill('Half a new title')
    await page.clock.runFor(1000)
    expect(await listDraftKeys(page)).toHaveLength(1)
    await page.goto('/dashboard/resources').catch(() => undefined)
    riverbank.change('update resources set version = version + 1, title = ? where id = ?', 'Theirs', resource!.id)
    await page.reload()
    await waitForHydration(page)
    await page.getByRole('link', { name: 'Edit Theirs', exact: true }).click()
    await expect(findNotice(page)).toBeVisible()
    await expect(title).toHaveValue('Half a new title')
    await expect(title).toBeFocused()
    await expect(page.locator('#resource input[name=version]')).toHaveValue(String(resource!.version))
    await page.locator('#resource').getByLabel('Description').focus()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Leave without saving' }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    expect(await listDraftKeys(page)).toEqual([])
  })
})
