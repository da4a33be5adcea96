import { expect, type Locator, resize, test } from '~/test/browser'

const tops = (tabs: Locator) =>
  tabs.evaluateAll((links) => links.map((link) => Math.round(link.getBoundingClientRect().top)))

test('a tutor’s eight tabs stand in one row of a desk, and in the menu of a phone @once', async ({ open }) => {
  const page = await open('/dashboard', { as: 'aoife' })
  const tabs = page.getByRole('tablist', { name: 'Portal' }).getByRole('tab')
  await expect(tabs).toHaveCount(8)
  await resize(page, 1280)
  expect(new Set(await tops(tabs)).size).toBe(1)
  await resize(page, 360)
  await expect(tabs).toHaveCount(0)
  await page.getByRole('button', { name: 'Menu' }).click()
  expect(new Set(await tops(tabs)).size).toBe(4)
  await page.keyboard.press('Escape')
  await expect(tabs).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Menu' })).toBeFocused()
})

test('a tutor goes from tab to tab by the menu of a phone, which says where they are', async ({ open }) => {
  const page = await open('/dashboard', { as: 'aoife' })
  await resize(page, 360)
  const menu = page.getByRole('button', { name: 'Menu' })
  await menu.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('tab', { name: 'Calendar' }).click()
  await expect(page).toHaveURL(/\/dashboard\/calendar$/)
  await expect(page.getByRole('heading', { level: 2, name: /^Calendar - / })).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Calendar' })).toBeHidden()
  await expect(page.getByRole('paragraph').filter({ hasText: /^Calendar$/ })).toBeVisible()
  await menu.click()
  await page.getByRole('link', { name: 'Your password' }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'Your password' })).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Calendar' })).toBeHidden()
})

test('a student has all tabs in sight on a phone, and the way to their password', async ({ open }) => {
  const page = await open('/dashboard', { as: 'daniel' })
  await resize(page, 360)
  await expect(page.getByRole('tab')).toHaveCount(4)
  await expect(page.getByRole('button', { name: 'Menu' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Your password' }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'Your password' })).toBeVisible()
})

test('a tab is as wide as its words on a narrow phone @once', async ({ open }) => {
  const page = await open('/dashboard', { as: 'daniel' })
  await resize(page, 320)
  const tab = page.getByRole('tab', { name: 'Riverbank Timetable' })
  const cut = await tab.evaluate((link) => {
    const words = document.createRange()
    words.selectNodeContents(link)
    return words.getBoundingClientRect().right > link.getBoundingClientRect().right
  })
  expect(cut).toBe(false)
})
