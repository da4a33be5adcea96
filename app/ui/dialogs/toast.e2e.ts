import { expect, type Page, test } from '~/test/browser'

// Uses a fake clock, so no test waits.

const toast = (page: Page) => page.getByRole('region', { name: 'Notification' }).getByRole('listitem')

async function downloadDocument(page: Page, title: string) {
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

/** Stops the clock; only fastForward moves it. Pages need a running clock to hydrate. */
async function pause(page: Page) {
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000))
}

test('a toast disappears after 5000 ms unless hovered or focused; a new one replaces it, a button or a swipe dismisses it @scripts', async ({
  page,
}) => {
  await downloadDocument(page, PLAN)
  await page.clock.fastForward(3000)
  await downloadDocument(page, SOUP)
  await expect(toast(page)).toHaveCount(1)
  await page.clock.fastForward(4900)
  await expect(toast(page)).toHaveCount(1)
  await page.clock.fastForward(200)
  await expect(toast(page)).toHaveCount(0)

  await downloadDocument(page, SOUP)
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

  // By a swipe of 50 px to the right.
  await downloadDocument(page, SOUP)
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

const findMessage = (page: Page) => page.locator('#main').getByText(`Downloading ${SOUP}`)

test('a toast’s text appears once: in it, then at the end of the page until the next action @scripts', async ({
  page,
}) => {
  await downloadDocument(page, SOUP)
  await expect(findMessage(page)).toHaveCount(0)
  await page.clock.fastForward(5100)
  await expect(toast(page)).toHaveCount(0)
  await expect(findMessage(page)).toBeVisible()
  // A live region would announce it again.
  const live = page.locator('#main').locator('[role=status], [role=alert]')
  await expect(live.filter({ hasText: 'Downloading' })).toHaveCount(0)
  await page.clock.fastForward(60_000)
  await expect(findMessage(page)).toBeVisible()
  await downloadDocument(page, PLAN)
  await page.getByRole('tab', { name: 'Calendar' }).click()
  await expect(page).toHaveURL('/dashboard/calendar')
  await expect(findMessage(page)).toHaveCount(0)
  await expect(toast(page)).toHaveCount(0)
})

test('a toast covers no control of a phone’s screen, at the top, further down or at 400 % zoom @scripts', async ({
  page,
}) => {
  for (const [width, height, top] of [
    [360, 740, 0],
    [360, 740, 900],
    [320, 256, 0],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.evaluate((top) => window.scrollTo(0, top), top)
    // Those in view before: a toast moves the page down, and what was above the screen comes in under it.
    const shown = await page.evaluateHandle(() =>
      [...document.querySelectorAll<HTMLElement>('.page :is(a, button, summary, input)')].filter((one) => {
        const box = one.getBoundingClientRect()
        return one.checkVisibility() && !one.matches('.sr-only') && box.top >= 0 && box.bottom <= innerHeight
      }),
    )
    // Press by script, since Playwright scrolls to the element it presses.
    await page.getByRole('link', { name: `Download ${SOUP}` }).evaluate((link: HTMLElement) => link.click())
    await expect(toast(page)).toContainText(`Downloading ${SOUP}`)
    const { y, height: room } = (await toast(page).boundingBox())!
    expect(y).toBeGreaterThanOrEqual(0)
    expect(y + room).toBeLessThanOrEqual(height)
    expect(await shown.evaluate(({ length }) => length)).toBeGreaterThan(0)
    const covered = await shown.evaluate((controls) =>
      controls
        .map((one) => ({ one, box: one.getBoundingClientRect() }))
        .filter(({ box }) => document.elementFromPoint(box.x + box.width / 2, box.y + 2)?.closest('.toasts'))
        .map(({ one }) => one.textContent),
    )
    expect(covered, `${width} px, scrolled by ${top}`).toEqual([])
    await page.clock.fastForward(5100)
    await expect(toast(page)).toHaveCount(0)
  }
})

test.describe('over a dialog', () => {
  test.use({ expectsServerErrors: true })
  test('a toast appears above it, is focused with F8 and returns the focus @scripts', async ({
    page,
    open,
    riverbank,
  }) => {
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
