import { getDublinClock } from '~/domain/week/day'
import { expect, type Locator, type Page, submitLogIn, test, waitForHydration } from '~/test/browser'
import { addSignInCard, planToday } from '~/test/demo-data'

test.beforeEach(({ riverbank }) =>
  planToday(riverbank, [
    ['00:00', '23:58', 'Art', 'art'],
    ['23:58', '23:59', 'Lunch', 'lunch'],
  ]),
)

/** Counts the words from the top of the page, or of `within`, to the end of `target`. Leaves out the demonstration's notice. */
async function countWordsTo(target: Locator, within = 'body'): Promise<number> {
  await target.waitFor()
  return target.evaluate((end, top) => {
    const start = document.querySelector(top) ?? document.body
    const texts = document.createTreeWalker(start, NodeFilter.SHOW_TEXT)
    const isSeen = (text: Node) => {
      const element = text.parentElement
      const box = element?.getBoundingClientRect()
      return (
        element?.checkVisibility({ visibilityProperty: true }) &&
        box &&
        box.width > 1 &&
        box.height > 1 &&
        !element.closest('.sr-only, aside, script, style, noscript')
      )
    }
    let words = 0
    while (texts.nextNode()) {
      const index = end.compareDocumentPosition(texts.currentNode)
      if (index & Node.DOCUMENT_POSITION_FOLLOWING && !(index & Node.DOCUMENT_POSITION_CONTAINED_BY)) break
      if (isSeen(texts.currentNode)) words += texts.currentNode.textContent?.match(/[\p{L}\p{N}]\S*/gu)?.length ?? 0
    }
    return words
  }, within)
}

function createCounter() {
  const counts = { acts: 0, words: 0 }
  return {
    counts,
    read: async (target: Locator, within?: string) => {
      counts.words += await countWordsTo(target, within)
    },
    act: async (what: () => Promise<unknown>) => {
      counts.acts += 1
      await what()
    },
  }
}

const findNext = (page: Page) => page.locator('section[aria-labelledby=today] li', { hasText: /^Next/ }).first()

test('a student logs in and sees the next session in 5 steps and 120 words @once', async ({ page, open, mode }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await open('/')
  const { counts, read, act } = createCounter()
  const menu = page.getByRole('banner').getByRole('button', { name: 'Menu' })
  await read(menu)
  await act(() => menu.click())
  const portal = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Student Portal' })
  await read(portal, 'nav[aria-label=Main]')
  await act(() => portal.click())
  await read(page.getByRole('button', { name: 'Log In' }))
  // A username, a password and a button.
  counts.acts += 2
  await act(() => submitLogIn(page, 'demo.student'))
  await page.waitForURL('**/dashboard')
  await read(findNext(page))
  await expect(findNext(page)).toBeInViewport()
  expect(counts.acts).toBeLessThanOrEqual(5)
  expect(counts.words).toBeLessThanOrEqual(120)
  if (mode === 'on') await waitForHydration(page)
})

test('a card leads a student to the next session in 4 steps and 120 words @once', async ({ page, open, riverbank }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  const { counts, read, act } = createCounter()
  await act(() => open(addSignInCard(riverbank)))
  const button = page.getByRole('button', { name: 'Log in' })
  await read(button)
  await act(() => button.click())
  await read(findNext(page))
  expect(counts.acts).toBeLessThanOrEqual(4)
  expect(counts.words).toBeLessThanOrEqual(120)
})

test('the current session updates automatically, and focus stays @scripts', async ({ page, open }) => {
  await page.clock.install()
  await open('/dashboard', { as: 'daniel' })
  const cards = page.locator('section[aria-labelledby=today] li')
  await expect(cards).toHaveText([/^NowArt.*Until 23:58$/, /^NextLunch.*At 23:58$/])
  const week = page.getByRole('link', { name: 'See my week' })
  await week.focus()
  const [hours = 0, minutes = 0] = getDublinClock(new Date()).time.split(':').map(Number)
  await page.clock.fastForward((23 * 60 + 58 - hours * 60 - minutes) * 60_000)
  await expect(cards).toHaveText([/^NowLunch.*Until 23:59$/])
  await expect(week).toBeFocused()
})
