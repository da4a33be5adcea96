import { expect, type Page, test } from '~/test/browser'

// Runs on the test's own clock: nothing here waits.

const toast = (page: Page) => page.getByRole('region', { name: 'Notification' }).getByRole('listitem')

/** Downloads a document, which shows a toast. */
async function take(page: Page, title: string) {
  await page.getByRole('link', { name: `Download ${title}` }).click()
  await expect(toast(page)).toContainText(`Downloading ${title}`)
}
const SOUP = 'Soup and brown bread'
const PLAN = 'Daniel’s learning plan'

test.beforeEach(async ({ page, open }) => {
  await page.clock.install()
  await open('/dashboard', { as: 'daniel' })
  await pause(page)
})

/** From here on only fastForward moves the clock. A page that is opened needs it to hydrate. */
async function pause(page: Page) {
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000))
}

test('a toast goes after 5000 ms, and a new one takes the place of the old', async ({ page }) => {
  await take(page, PLAN)
  await page.clock.fastForward(3000)
  await take(page, SOUP)
  await expect(toast(page)).toHaveCount(1)
  await page.clock.fastForward(4900)
  await expect(toast(page)).toHaveCount(1)
  await page.clock.fastForward(200)
  await expect(toast(page)).toHaveCount(0)
})

test('a toast waits while the pointer or the focus is on it, is reached by F8, and dismissed by its button', async ({
  page,
}) => {
  await take(page, SOUP)
  await toast(page).hover()
  await page.clock.fastForward(20_000)
  await expect(toast(page)).toHaveCount(1)
  await page.mouse.move(0, 0)
  await page.keyboard.press('F8')
  await expect(page.getByRole('region', { name: 'Notification' }).locator(':focus')).toHaveCount(1)
  await page.clock.fastForward(20_000)
  await expect(toast(page)).toHaveCount(1)
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await expect(toast(page)).toHaveCount(0)
})

test('a toast is swiped away to the right, from 50 px on', async ({ page }) => {
  await take(page, SOUP)
  const box = await toast(page).boundingBox()
  const swipe = async (distance: number) => {
    await page.mouse.move(box!.x + 60, box!.y + 20)
    await page.mouse.down()
    await page.mouse.move(box!.x + 60 + distance, box!.y + 20, { steps: 5 })
    await page.mouse.up()
  }
  await swipe(40)
  await expect(toast(page)).toHaveCount(1)
  await swipe(60)
  await expect(toast(page)).toHaveCount(0)
})

const standing = (page: Page) => page.locator('#main').getByText(`Downloading ${SOUP}`)

test('the words of a toast are told once: by it, then at the end of the page until the next action', async ({
  page,
}) => {
  await take(page, SOUP)
  await expect(standing(page)).toHaveCount(0)
  await page.clock.fastForward(5100)
  await expect(toast(page)).toHaveCount(0)
  await expect(standing(page)).toBeVisible()
  // A live region's role would announce it a second time.
  const live = page.locator('#main').locator('[role=status], [role=alert]')
  await expect(live.filter({ hasText: 'Downloading' })).toHaveCount(0)
  await page.clock.fastForward(60_000)
  await expect(standing(page)).toBeVisible()
  await page.getByRole('tab', { name: 'Calendar' }).click()
  await expect(page).toHaveURL('/dashboard/calendar')
  await expect(standing(page)).toHaveCount(0)
})

test.describe('over a dialog', () => {
  test.use({ failing: true })
  test('a toast lies above it, is reached by F8 and gives the focus back', async ({ page, open, riverbank }) => {
    riverbank.change(
      `create trigger full before insert on resources when new.title = 'No room' begin select raise(abort, 'full'); end`,
    )
    await page.clock.resume()
    await open('/dashboard/resources', { as: 'aoife' })
    await pause(page)
    await page.getByRole('link', { name: 'Add Resource' }).click()
    const form = page.locator('#resource')
    await form.getByLabel('Title').fill('No room')
    await form.getByLabel('Category').selectOption('support')
    await form.getByLabel('Content').fill('Words')
    await form.getByRole('button', { name: 'Create Resource' }).click()
    await expect(toast(page)).toContainText('Failed to create resource')
    const box = await toast(page).boundingBox()
    const isOnTop = ({ x, y }: { x: number; y: number }) =>
      Boolean(document.elementFromPoint(x, y)?.closest('[role=region][aria-label*=Notification]'))
    expect(await page.evaluate(isOnTop, { x: box!.x + 40, y: box!.y + box!.height / 2 })).toBe(true)
    await form.getByLabel('Title').focus()
    for (const way of ['Dismiss', 'Esc']) {
      await page.keyboard.press('F8')
      await expect(page.getByRole('region', { name: 'Notification' }).locator(':focus')).toHaveCount(1)
      await page.getByRole('button', { name: 'Dismiss' }).focus()
      await page.keyboard.press(way === 'Esc' ? 'Escape' : 'Enter')
      await expect(toast(page)).toHaveCount(0)
      await expect(form.getByLabel('Title')).toBeFocused()
      await expect(page.getByRole('dialog')).toBeVisible()
      await expect(page.getByRole('alertdialog')).toHaveCount(0)
      if (way === 'Esc') break
      await form.getByRole('button', { name: 'Create Resource' }).click()
      await expect(toast(page)).toContainText('Failed to create resource')
      await form.getByLabel('Title').focus()
    }
  })
})
