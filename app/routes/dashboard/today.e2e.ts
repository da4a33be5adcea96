import { createHash, randomBytes } from 'node:crypto'
import { getDublinClock } from '~/domain/week/day'
import {
  expect,
  type Locator,
  type Page,
  type RunningRiverbank,
  submitLogIn,
  test,
  waitForHydration,
} from '~/test/browser'

/** Plans today's sessions for any time of the test: Art until 23:58, then Lunch. */
function planToday({ change }: RunningRiverbank) {
  const weekday = new Intl.DateTimeFormat('en-IE', { weekday: 'long', timeZone: 'Europe/Dublin' }).format(new Date())
  change('delete from weekSessions')
  for (const [from, to, activity, symbol] of [
    ['00:00', '23:58', 'Art', 'art'],
    ['23:58', '23:59', 'Lunch', 'lunch'],
  ])
    change(
      `insert into weekSessions (weekday, "from", "to", activity, symbol, place, isForAll) values (?, ?, ?, ?, ?, 'Room 2', 1)`,
      ...[weekday, from, to, activity, symbol],
    )
}

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
      const place = end.compareDocumentPosition(texts.currentNode)
      if (place & Node.DOCUMENT_POSITION_FOLLOWING && !(place & Node.DOCUMENT_POSITION_CONTAINED_BY)) break
      if (isSeen(texts.currentNode)) words += texts.currentNode.textContent?.match(/[\p{L}\p{N}]\S*/gu)?.length ?? 0
    }
    return words
  }, within)
}

/** Counts a student's steps and the words they read on the way. */
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

test('a student gets from Home to the next session with a password in at most 5 steps and 120 words @journey-off', async ({
  page,
  open,
  riverbank,
  mode,
}) => {
  planToday(riverbank)
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
  test.info().annotations.push({ type: 'way', description: `${counts.acts} acts, ${counts.words} words` })
  expect(counts.acts).toBeLessThanOrEqual(5)
  expect(counts.words).toBeLessThanOrEqual(120)
  if (mode === 'on') await waitForHydration(page)
})

test('a student gets from a card to the next session in at most 4 steps and 120 words @journey-off', async ({
  page,
  open,
  riverbank,
}) => {
  planToday(riverbank)
  const token = randomBytes(32).toString('base64url')
  riverbank.change(
    `insert or replace into signInCards (userId, tokenHash, createdAt, expiresAt)
      select id, ?, '2026-01-01T00:00:00.000Z', '2100-01-01T00:00:00.000Z' from users where username = 'demo.student'`,
    createHash('sha256').update(token).digest('hex'),
  )
  await page.setViewportSize({ width: 360, height: 740 })
  const { counts, read, act } = createCounter()
  await act(() => open(`/card/${token}`))
  const button = page.getByRole('button', { name: 'Log in' })
  await read(button)
  await act(() => button.click())
  await read(findNext(page))
  test.info().annotations.push({ type: 'way', description: `${counts.acts} acts, ${counts.words} words` })
  expect(counts.acts).toBeLessThanOrEqual(4)
  expect(counts.words).toBeLessThanOrEqual(120)
})

test('the current session updates automatically, and focus stays @scripts', async ({ page, open, riverbank }) => {
  planToday(riverbank)
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

test('a student has at most seven choices before the content, each at least 48 px', async ({ page, open }) => {
  for (const path of ['/dashboard', '/dashboard/timetable', '/dashboard/calendar', '/dashboard/notices'])
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 740 })
      await open(path, { as: 'daniel' })
      const choices = await page.evaluate(() => {
        const heading = document.querySelector('[role=tabpanel] h2')!
        return [...document.querySelectorAll<HTMLElement>('a, button, summary, input, select')]
          .filter((one) => heading.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_PRECEDING)
          .filter((one) => one.checkVisibility() && !one.matches('.sr-only'))
          .map((one) => ({ words: one.textContent, height: one.getBoundingClientRect().height }))
      })
      expect(choices.length, `${path} at ${width} px: ${choices.map(({ words }) => words)}`).toBeLessThanOrEqual(7)
      expect(choices.filter(({ height }) => height < 48)).toEqual([])
    }
})

test('a student’s first screen is at most 4,000 px long on a phone, plain display included', async ({
  page,
  open,
  riverbank,
}) => {
  planToday(riverbank)
  await page.setViewportSize({ width: 360, height: 740 })
  for (const settings of ['', 'plain']) {
    riverbank.change(
      `insert or replace into displaySettings (userId, settings) select id, ? from users where username = 'demo.student'`,
      settings,
    )
    await open('/dashboard', { as: 'daniel' })
    // An ordinary day has two more sessions of 75 px each, below a heading.
    expect(await page.evaluate(() => document.documentElement.scrollHeight), settings).toBeLessThan(3800)
  }
})

test('a long word in the current session is not cut off, on a phone or a desktop', async ({
  page,
  open,
  riverbank,
}) => {
  planToday(riverbank)
  riverbank.change("update weekSessions set activity = 'Photography' where activity = 'Art'")
  for (const path of ['/dashboard', '/dashboard/timetable'])
    for (const width of [320, 360, 1024, 1280]) {
      await page.setViewportSize({ width, height: 740 })
      await open(path, { as: 'daniel' })
      const heading = page.getByRole('heading', { name: 'Photography' })
      const lines = await heading.evaluate((element) => {
        const word = document.createRange()
        word.selectNodeContents(element)
        return word.getClientRects().length
      })
      expect(lines, `${path} at ${width} px`).toBe(1)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    }
})

test('a tutor fills in a week, sees clashes, and copies it', async ({ page, open, riverbank }) => {
  riverbank.change('delete from weekSessions')
  await open('/dashboard/timetable', { as: 'aoife' })
  await page.getByRole('link', { name: 'Weekly timetable', exact: true }).click()
  await page.getByLabel('Whose week?').selectOption({ label: 'Daniel Okafor' })
  await page.getByRole('button', { name: 'Show' }).click()
  await expect(page.getByRole('heading', { name: 'Daniel’s week' })).toBeVisible()
  const form = page.locator('#session')
  const add = page.getByRole('button', { name: 'Add Session' })
  await add.click()
  await expect(form.getByText('Please choose a day of the week.').first()).toBeVisible()
  for (const [from, to, activity] of [
    ['9.30', '11am', 'Art'],
    ['10:30', '12:00', 'Swimming'],
  ] as const) {
    await form.getByLabel('Monday').check()
    await form.getByLabel('From').fill(from)
    await form.getByLabel('To', { exact: true }).fill(to)
    await form.getByLabel('Activity').fill(activity)
    await expect(form.getByLabel('Daniel Okafor')).toBeChecked()
    await add.click()
    await expect(page.locator('.week-session', { hasText: activity }).first()).toBeVisible()
  }
  await expect(form.getByLabel('From')).toHaveValue('12:00')
  await expect(page.locator('.week-session', { hasText: 'Art' }).first()).toContainText('Clashes with Swimming')
  await expect(page).toHaveNoViolations()
  await page.getByRole('group', { name: 'Copy all 2 sessions to' }).getByLabel('Niamh Walsh').check()
  await page.getByRole('button', { name: 'Copy', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Niamh’s week' })).toBeVisible()
  await expect(form.getByLabel('Activity')).toBeHidden()
  await page.getByRole('link', { name: 'Add a session' }).click()
  await expect(form.getByLabel('Activity')).toBeVisible()
  expect(riverbank.rows('select activity, symbol from weekSessions order by id')).toEqual([
    { activity: 'Art', symbol: null },
    { activity: 'Swimming', symbol: null },
    { activity: 'Art', symbol: null },
    { activity: 'Swimming', symbol: null },
  ])
  await open('/dashboard/timetable/week', { as: 'niamh' })
  await expect(page.getByRole('heading', { name: 'My week' })).toBeVisible()
  await expect(page.locator('.week-session')).toHaveCount(2)
  // The activity's symbol on the website.
  await expect(page.locator('.week-session', { hasText: 'Art' }).locator('use')).toHaveAttribute('href', /#art$/)
})
