import type { Locator } from 'playwright/test'
import { formatLongDate, getToday } from '~/domain/events/days'
import { addTerms, getTermOfDay } from '~/domain/events/term'
import { DEMO_PASSWORD_OF_TESTS, expect, type Page, test, waitForHydration } from '~/test/browser'

// The portal at phone width with the keyboard only: no click and no call of focus().

const isFocused = (place: Locator) => place.evaluate((element) => element === document.activeElement)

/** Presses Tab (or Shift+Tab, to go back) until `place` has the focus. */
async function pressTabUntil(page: Page, place: Locator, key = 'Tab') {
  for (let presses = 0; presses < 200; presses += 1) {
    if (await isFocused(place)) return
    await page.keyboard.press(key)
  }
  throw new Error(`The Tab key never reaches ${place}`)
}

async function logInByKeyboard(page: Page, username: string) {
  await pressTabUntil(page, page.getByLabel('Username'))
  await page.keyboard.type(username)
  await pressTabUntil(page, page.getByLabel('Password', { exact: true }))
  await page.keyboard.type(DEMO_PASSWORD_OF_TESTS)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/dashboard')
}

/** Presses the arrow key until `tab` has the focus; Radix moves it a moment after each press. */
async function pressArrowUntil(page: Page, tab: Locator) {
  for (let presses = 0; presses < 8 && !(await isFocused(tab)); presses += 1) {
    const before = await page.evaluateHandle(() => document.activeElement)
    await page.keyboard.press('ArrowRight')
    await page.waitForFunction((element) => document.activeElement !== element, before)
  }
}

/** Opens a tab: with the arrow keys if scripts run (one tab stop), otherwise with the Tab key. */
async function openTab(page: Page, mode: string, name: string) {
  const tab = page.getByRole('tab', { name })
  if (mode === 'on') {
    await waitForHydration(page)
    await pressTabUntil(page, page.getByRole('tab', { selected: true }), 'Shift+Tab')
    await pressArrowUntil(page, tab)
  } else await pressTabUntil(page, tab, 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('tab', { selected: true })).toHaveText(name)
}

test.beforeEach(async ({ page, open }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await open('/portal')
})

test('a student finds files, a day of the calendar and the photos @journey-off', async ({ page, mode }) => {
  await logInByKeyboard(page, 'demo.student')
  await pressTabUntil(page, page.getByRole('link', { name: /^Download/ }).first())
  const started = page.waitForEvent('download')
  await page.keyboard.press('Enter')
  expect((await started).suggestedFilename()).toMatch(/\.\w+$/)

  await openTab(page, mode, 'Riverbank Timetable')
  await pressTabUntil(page, page.getByRole('link', { name: /^Download/ }).first())

  await openTab(page, mode, 'Calendar')
  await pressTabUntil(page, page.getByRole('link', { name: /^Term after:/ }))
  await page.keyboard.press('Enter')
  const { month, year } = addTerms(getTermOfDay(getToday()), 1)
  const start = mode === 'on' ? 1 : 14
  await pressTabUntil(page, page.getByRole('link', { name: new RegExp(`^${start} ${month} ${year}`) }))
  if (mode === 'on') for (const key of ['ArrowDown', 'ArrowDown', 'ArrowLeft']) await page.keyboard.press(key)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: formatLongDate({ day: 14, month, year }) })).toBeVisible()

  await openTab(page, mode, 'Notices')
  const photos = page.getByRole('link', { name: /See the photos/ })
  await pressTabUntil(page, photos)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('img', { name: /^Five students in a row/ })).toBeVisible()
  if (mode === 'on') {
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(photos).toBeFocused()
  }
})
