import { expect, type Locator, resizeWindow, test } from '~/test/browser'

const getTops = (tabs: Locator) =>
  tabs.evaluateAll((links) => links.map((link) => Math.round(link.getBoundingClientRect().top)))

test('a tutor’s eight tabs are in one row on a wide page, and in a menu on a phone @journey @once', async ({
  page,
  open,
}) => {
  await open('/dashboard', { as: 'aoife' })
  const tabs = page.getByRole('tablist', { name: 'Portal' }).getByRole('tab')
  await expect(tabs).toHaveCount(8)
  await resizeWindow(page, 1280)
  expect(new Set(await getTops(tabs)).size).toBe(1)
  await resizeWindow(page, 360)
  await expect(tabs).toHaveCount(0)
  const menu = page.getByRole('button', { name: 'Menu' })
  await menu.focus()
  await page.keyboard.press('Enter')
  expect(new Set(await getTops(tabs)).size).toBe(4)
  await page.keyboard.press('Escape')
  await expect(tabs).toHaveCount(0)
  await expect(menu).toBeFocused()
  await page.keyboard.press('Enter')
  await tabs.filter({ hasText: 'Calendar' }).click()
  await expect(page).toHaveURL(/\/dashboard\/calendar$/)
  await expect(page.getByRole('heading', { level: 2, name: /^Calendar - / })).toBeVisible()
  await expect(tabs).toHaveCount(0)
  await expect(page.getByRole('paragraph').filter({ hasText: /^Calendar$/ })).toBeVisible()
})

test('only the open tab has a line under it, also in the reader’s own colours @once', async ({ open }) => {
  const page = await open('/dashboard/profile/people', { as: 'aoife' })
  await page.emulateMedia({ forcedColors: 'active' })
  for (const [list, open] of [
    ['Portal', 'Profile'],
    ['Profile', 'People'],
  ]) {
    const lines = await page
      .getByRole('tablist', { name: list, exact: true })
      .getByRole('tab')
      .evaluateAll((tabs) =>
        tabs.filter((tab) => getComputedStyle(tab).borderBottomWidth !== '0px').map((tab) => tab.textContent),
      )
    expect(lines).toEqual([open])
  }
})
