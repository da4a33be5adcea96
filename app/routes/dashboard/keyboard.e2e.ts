import type { Locator } from 'playwright/test'
import { formatLongDate, getToday } from '~/domain/events/days'
import { addTerms, getTermOfDay } from '~/domain/events/term'
import { DEMO_PASSWORD_OF_TESTS, expect, type Page, test, waitForHydration } from '~/test/browser'

// The portal at phone width with the keyboard only: no click and no call of focus().

const isFocused = (target: Locator) => target.evaluate((element) => element === document.activeElement)

/** Presses Tab (or Shift+Tab, to go back) until `target` has the focus. */
async function pressTabUntil(page: Page, target: Locator, key = 'Tab') {
  for (let presses = 0; presses < 200; presses += 1) {
    if (await isFocused(target)) return
    await page.keyboard.press(key)
  }
  throw new Error(`The Tab key never reaches ${target}`)
}

/** Opens a tab: the list of tabs is one Tab stop, and Radix moves the focus a moment after each press of an arrow key. */
async function openTab(page: Page, name: string) {
  const tab = page.getByRole('tab', { name })
  await waitForHydration(page)
  await pressTabUntil(page, page.getByRole('tab', { selected: true }), 'Shift+Tab')
  for (let presses = 0; presses < 8 && !(await isFocused(tab)); presses += 1) {
    const before = await page.evaluateHandle(() => document.activeElement)
    await page.keyboard.press('ArrowRight')
    await page.waitForFunction((element) => document.activeElement !== element, before)
  }
  await page.keyboard.press('Enter')
  await expect(page.getByRole('tab', { selected: true })).toHaveText(name)
}

test('a student logs in, and finds files, a day of the calendar and the photos @scripts', async ({ page, open }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await open('/portal')
  await pressTabUntil(page, page.getByLabel('Username'))
  await page.keyboard.type('demo.student')
  await pressTabUntil(page, page.getByLabel('Password', { exact: true }))
  await page.keyboard.type(DEMO_PASSWORD_OF_TESTS)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/dashboard')
  await pressTabUntil(page, page.getByRole('link', { name: /^Download/ }).first())
  const started = page.waitForEvent('download')
  await page.keyboard.press('Enter')
  expect((await started).suggestedFilename()).toMatch(/\.\w+$/)

  await openTab(page, 'Riverbank Timetable')
  await pressTabUntil(page, page.getByRole('link', { name: /^Download/ }).first())

  await openTab(page, 'Calendar')
  await pressTabUntil(page, page.getByRole('link', { name: /^Term after:/ }))
  await page.keyboard.press('Enter')
  const { month, year } = addTerms(getTermOfDay(getToday()), 1)
  await pressTabUntil(page, page.getByRole('link', { name: new RegExp(`^1 ${month} ${year}`) }))
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowLeft', 'Enter']) await page.keyboard.press(key)
  await expect(page.getByRole('heading', { name: formatLongDate({ day: 14, month, year }) })).toBeVisible()

  await openTab(page, 'Notices')
  const photos = page.getByRole('link', { name: /See the photos/ })
  await pressTabUntil(page, photos)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('img', { name: /^Five students in a row/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(photos).toBeFocused()
})
