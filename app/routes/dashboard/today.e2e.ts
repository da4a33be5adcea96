import { getDublinClock } from '~/domain/week/day'
import { expect, test } from '~/test/browser'
import { planToday } from '~/test/demo-data'

test.beforeEach(({ riverbank }) =>
  planToday(riverbank, [
    ['00:00', '23:58', 'Art', 'art'],
    ['23:58', '23:59', 'Lunch', 'lunch'],
  ]),
)

test('the first screen of a phone shows the next session, which becomes the current one while focus stays @scripts', async ({
  page,
  open,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.clock.install()
  await open('/dashboard', { as: 'daniel' })
  const cards = page.locator('section[aria-labelledby=today] li')
  await expect(cards).toHaveText([/^NowArt.*Until 23:58$/, /^NextLunch.*At 23:58$/])
  await expect(cards.last()).toBeInViewport()
  const week = page.getByRole('link', { name: 'See my week' })
  await week.focus()
  const [hours = 0, minutes = 0] = getDublinClock(new Date()).time.split(':').map(Number)
  await page.clock.fastForward((23 * 60 + 58 - hours * 60 - minutes) * 60_000)
  await expect(cards).toHaveText([/^NowLunch.*Until 23:59$/])
  await expect(week).toBeFocused()
})
