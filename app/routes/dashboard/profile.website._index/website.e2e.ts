import { expect, type Page, test } from '~/test/browser'

const WEBSITE_EDITOR = '/dashboard/profile/website'

/** Presses one of an unfolded item's buttons. */
const pressItemButton = (page: Page, item: string, button: string) =>
  page.getByRole('button', { name: `${button} ‘${item}’` }).click()
/** Presses ‘Publish’, at the end of a part's form. */
const pressPublish = (page: Page) => page.getByRole('button', { name: 'Publish', exact: true }).click()

test.beforeEach(async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 780 })
})

test('a tutor opens a part of a page from Profile, changes it, and everyone sees it @journey', async ({
  open,
  page,
}) => {
  await open('/dashboard/profile', { as: 'aoife' })
  await page.getByRole('tab', { name: 'Website' }).click()
  await expect(page.getByRole('heading', { name: 'Website', level: 2 })).toBeVisible()
  await expect(page.getByText('Example words: 8 of 8 parts.').first()).toBeVisible()
  await page.getByRole('link', { name: 'Edit About', exact: true }).click()
  await expect(page).toHaveTitle(/^Edit page: About - /)
  await page.getByRole('link', { name: 'Edit ‘Your story’' }).click()
  await page.getByLabel('Heading').fill('How Hazelwood began & grew')
  await expect(page).toHaveNoViolations()
  await pressPublish(page)
  await expect(page.getByText('Everyone can see ‘Your story’ now.').first()).toBeVisible()
  await expect(page.getByText(/^Last changed .* by Aoife/)).toBeVisible()
  await page.getByRole('link', { name: 'See the page' }).click()
  await expect(page.getByRole('heading', { name: 'How Hazelwood began & grew' })).toBeVisible()
})

test('adding, moving and removing items keeps everything typed, and Publish shows it', async ({ open, page }) => {
  await open(`${WEBSITE_EDITOR}/about/story`, { as: 'aoife' })
  await page.getByLabel('Heading').fill('Typed before')
  await page.getByRole('button', { name: 'Add a year' }).click()
  await expect(page.locator('[data-changed]')).toHaveText('Please fill in the new year.')
  await expect(page.getByLabel('Heading')).toHaveValue('Typed before')
  const added = page.locator('details').nth(4)
  await expect(added.locator('summary')).toHaveText('Year 5')
  await added.getByLabel('Year').fill('2026')
  await added.getByLabel('Title').fill('A new roof')
  await added.getByLabel('What happened').fill('The hall was dry at last.')
  await expect(page).toHaveNoViolations()
  // Without scripts the button names the item as it was when the page loaded.
  await added.getByRole('button', { name: /^Move up/ }).click()
  await expect(page.locator('[data-changed]')).toHaveText('‘2026: A new roof’ is now number 4 of 5.')
  await pressItemButton(page, '2026: A new roof', 'Move up')
  await expect(page.locator('[data-changed]')).toHaveText('‘2026: A new roof’ is now number 3 of 5.')
  const first = page.locator('summary').first()
  const gone = (await first.innerText()).trim()
  if (
    !(await page
      .locator('details')
      .first()
      .evaluate((one: HTMLDetailsElement) => one.open))
  )
    await first.click()
  await pressItemButton(page, gone, 'Remove')
  await expect(page.locator('[data-changed]')).toContainText(`‘${gone}’ will be removed when you press ‘Publish’.`)
  await expect(page.locator('details')).toHaveCount(4)
  await expect(page.getByLabel('Heading')).toHaveValue('Typed before')
  await pressPublish(page)
  await expect(page.getByText('Everyone can see').first()).toBeVisible()
  await open('/about')
  await expect(page.getByRole('heading', { name: 'Typed before' })).toBeVisible()
  await expect(page.getByText('The hall was dry at last.')).toBeVisible()
})

test('an error in a folded item is reported, linked and opened @whole', async ({ open, page }) => {
  await open(`${WEBSITE_EDITOR}/about/story`, { as: 'aoife' })
  const second = page.locator('details').nth(1)
  await second.locator('summary').click()
  await second.getByLabel('Title').fill('')
  await second.locator('summary').click()
  await page.getByLabel('Heading').fill('x'.repeat(61))
  await pressPublish(page)
  await expect(page).toHaveTitle(/^Error: /)
  await expect(page.getByRole('link', { name: 'Heading: Please use at most 60 characters.' })).toBeVisible()
  await expect(page.getByLabel('Heading')).toHaveValue('x'.repeat(61))
  await expect(second.getByLabel('Title')).toBeVisible()
  await expect(page).toHaveNoViolations()
  await page.getByRole('link', { name: 'Year 2, Title: Please fill in ‘Title’.' }).click()
  await expect(second.getByLabel('Title')).toBeFocused()
})

test('a preview shows a draft to its tutor only; the draft is then published or discarded', async ({
  open,
  page,
  mode,
}) => {
  await open(`${WEBSITE_EDITOR}/about/intro`, { as: 'aoife' })
  await page.getByLabel('Heading').fill('Not for everybody yet')
  await page.getByRole('button', { name: 'Preview' }).click()
  await page.waitForURL('**/about?preview')
  await expect(page.getByRole('heading', { name: 'Not for everybody yet' })).toBeVisible()
  await page.getByRole('link', { name: 'Back to the editor' }).click()
  await expect(page.getByText('Only you can see these changes: The top of the page.')).toBeVisible()
  await expect(page).toHaveNoViolations()
  await page.getByRole('link', { name: 'Edit ‘The top of the page’' }).click()
  await expect(page.getByText('This is not published yet.')).toBeVisible()
  await expect(page.getByLabel('Heading')).toHaveValue('Not for everybody yet')
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await expect(page.getByText('This is not published yet.')).toHaveCount(0)
  await expect(page.getByLabel('Heading')).not.toHaveValue('Not for everybody yet')

  await page.getByLabel('Heading').fill('For everybody')
  await page.getByRole('button', { name: 'Preview' }).click()
  await page.waitForURL('**/about?preview')
  await open(`${WEBSITE_EDITOR}/about`)
  await page.getByRole('region', { name: 'Not published yet' }).getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText('Everyone can see your changes to ‘About’ now.').first()).toBeVisible()
  await page.context().clearCookies()
  if (mode === 'on') await page.evaluate(() => localStorage.clear())
  await open('/about')
  await expect(page.getByRole('heading', { name: 'For everybody' })).toBeVisible()
})

test('moved and removed items count as unsaved @whole', { tag: '@scripts' }, async ({ open, page }) => {
  await open(`${WEBSITE_EDITOR}/about/story`, { as: 'aoife' })
  await page.locator('summary').first().click()
  await page.getByRole('button', { name: /^Move down/ }).click()
  await expect(page.getByRole('button', { name: /^Move down/ }).first()).toBeFocused()
  await page.getByRole('link', { name: 'Cancel' }).click()
  await expect(page.getByRole('alertdialog', { name: 'You have not saved this.' })).toBeVisible()
})
