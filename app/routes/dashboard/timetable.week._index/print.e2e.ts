import { countSheets, expect, type Page, type RunningRiverbank, test } from '~/test/browser'
import { weekdays } from '~db/choices'

const activities = [
  ...['Literacy & Numeracy', 'Creative Writing and Storytelling', 'Lunch', 'Digital Photography', 'Communication'],
  ...['Bus home', 'Music & Choir', 'Independent Living Skills', 'Work Experience'],
]
const places = ['Room 2', 'Computer room', 'Dining room', 'The garden', 'Main hall']
const people = ['Aoife', 'Bernadette', 'Colm', 'Aoife and Bernie']

/** Plans `rows` sessions for each day from Monday to Friday, each activity at another time every day. */
function planWeek({ change }: RunningRiverbank, rows: number) {
  const formatTime = (minutes: number) =>
    [9 + Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':')
  change('delete from weekSessions')
  for (const [day, weekday] of weekdays.slice(0, 5).entries())
    for (let row = 0; row < rows; row++)
      change(
        `insert into weekSessions (weekday, "from", "to", activity, symbol, place, withWhom, isForAll)
          values (?, ?, ?, ?, 'art', ?, ?, 1)`,
        ...[weekday, formatTime(row * 45), formatTime(row * 45 + 45), activities[(row + day) % activities.length]],
        ...[places[(row + day) % places.length], people[(row + 2 * day) % people.length]],
      )
}

/** The texts of the sheet that are smaller than 11 pt, cut off, or have a word on two lines. */
const findFaults = (page: Page) =>
  page.evaluate(() => {
    const faults: string[] = []
    const texts = document.createTreeWalker(document.querySelector('.week-sheet')!, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) {
      const text = texts.currentNode
      const element = text.parentElement!
      if (!element.checkVisibility() || element.closest('.sr-only, .no-print') || !text.textContent?.trim()) continue
      if (Number.parseFloat(getComputedStyle(element).fontSize) < (11 * 96) / 72 - 0.01)
        faults.push(`small: ${text.textContent}`)
      if (element.scrollWidth > element.clientWidth + 1) faults.push(`cut: ${text.textContent}`)
      for (const { index, 0: word } of text.textContent.matchAll(/\S+/g)) {
        const range = document.createRange()
        range.setStart(text, index)
        range.setEnd(text, index + word.length)
        if (range.getClientRects().length > 1) faults.push(`broken: ${word}`)
      }
    }
    return faults
  })

/** The width of a sheet without its margins, in CSS pixels. */
const PORTRAIT = Math.floor(((210 - 14) * 96) / 25.4)
const LANDSCAPE = Math.floor(((297 - 14) * 96) / 25.4)

test('a week fits on one sheet, with few sessions a day or many @once', async ({ page, open, riverbank }) => {
  for (const [rows, width] of [
    [9, PORTRAIT],
    [5, LANDSCAPE],
  ] as const) {
    planWeek(riverbank, rows)
    for (const person of ['daniel', 'aoife'] as const) {
      await page.context().clearCookies()
      await page.setViewportSize({ width: 1280, height: 800 })
      await open('/dashboard/timetable/week', { as: person })
      expect(await countSheets(page), person).toBe(1)
      await page.setViewportSize({ width, height: 1000 })
      await page.emulateMedia({ media: 'print' })
      await expect(page.locator('.week-session')).toHaveCount(rows * 5)
      await expect(page.locator('.week-session').first()).toContainText('With Aoife')
      expect(await findFaults(page), person).toEqual([])
      await page.emulateMedia({ media: null })
    }
  }
})
