import { expect, type Locator, measurePage, test } from '~/test/browser'

const getTops = (tabs: Locator) =>
  tabs.evaluateAll((links) => links.map((link) => Math.round(link.getBoundingClientRect().top)))

test('a tutor’s eight tabs are all in view, in one row on a wide page and in two on a phone @journey @once', async ({
  page,
  open,
}) => {
  await open('/dashboard/profile', { as: 'aoife' })
  const tabs = page.locator('[aria-label=Portal] a')
  for (const [width, rows] of [
    [1280, 1],
    [390, 2],
    [360, 2],
    [320, 3],
  ] as const) {
    await page.setViewportSize({ width, height: 640 })
    await expect(tabs).toHaveCount(8)
    for (const tab of await tabs.all()) await expect(tab).toBeInViewport({ ratio: 1 })
    expect(new Set(await getTops(tabs)).size, `rows at ${width} px`).toBe(rows)
    const heights = await tabs.evaluateAll((links) => links.map((link) => link.getBoundingClientRect().height))
    expect(Math.min(...heights)).toBeGreaterThanOrEqual(44)
    expect((await measurePage(page)).width).toBe(width)
    await expect(page.getByRole('button', { name: 'Menu' })).toHaveCount(0)
  }
  await tabs.filter({ hasText: 'Calendar' }).click()
  await expect(page).toHaveURL(/\/dashboard\/calendar$/)
  await expect(page.getByRole('heading', { level: 2, name: /^Calendar - / })).toBeVisible()
})

test('a tutor’s tabs are whole with text twice as large, and work by keyboard @scripts', async ({ page, open }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await open('/dashboard', { as: 'aoife' })
  await page.evaluate(() => (document.documentElement.dataset.text = '200'))
  const tabs = page.getByRole('tablist', { name: 'Portal' }).getByRole('tab')
  await expect(tabs).toHaveCount(8)
  expect((await measurePage(page)).width).toBe(320)
  for (const tab of await tabs.all())
    expect(await tab.evaluate((link) => link.scrollWidth <= link.clientWidth), String(await tab.textContent())).toBe(
      true,
    )
  await tabs.first().focus()
  await page.keyboard.press('End')
  await expect(tabs.last()).toBeFocused()
  await expect(tabs.last()).toBeInViewport()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/dashboard\/profile$/)

  // Only the open tab has a line under it, also in the reader's own colours.
  await open('/dashboard/profile/people')
  await page.emulateMedia({ forcedColors: 'active' })
  for (const [list, name] of [
    ['Portal', 'Profile'],
    ['Profile', 'People'],
  ]) {
    const lines = await page
      .getByRole('tablist', { name: list, exact: true })
      .getByRole('tab')
      .evaluateAll((tabs) =>
        tabs.filter((tab) => getComputedStyle(tab).borderBottomWidth !== '0px').map((tab) => tab.textContent),
      )
    expect(lines).toEqual([name])
  }
})
