import { expect, resizeWindow, test } from '~/test/browser'

test('on a phone the menu opens over the page without scripts, and closes by a link, Esc and Close @mechanism', async ({
  page,
  open,
}) => {
  await page.setViewportSize({ width: 360, height: 800 })
  await open('/contact')
  const menu = page.getByRole('banner').getByRole('button', { name: 'Menu' })
  const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
  const title = page.getByRole('heading', { level: 1, includeHidden: true })
  const before = await title.boundingBox()
  await expect(links).toHaveCount(0)
  await menu.focus()
  await page.keyboard.press('Enter')
  await expect(links).toHaveText([
    'Home',
    'About',
    'Activities',
    'Achievements',
    'Resources',
    'Directors',
    'Contact Us',
    /\d{3} \d{4}$/,
    'Student Portal',
  ])
  await expect(links.filter({ hasText: 'Contact Us' })).toHaveAttribute('aria-current', 'page')
  expect(await title.boundingBox()).toEqual(before)
  for (const name of ['Close', 'Home']) {
    await page.keyboard.press('Tab')
    await expect(page.locator(':focus')).toHaveText(name)
  }
  await page.keyboard.press('Escape')
  await expect(links).toHaveCount(0)
  await expect(menu).toBeFocused()
  await menu.click()
  await page.getByRole('button', { name: 'Close' }).click()
  await expect(links).toHaveCount(0)
  await expect(menu).toBeFocused()
  await menu.click()
  await links.filter({ hasText: 'Directors' }).click()
  await expect(page).toHaveURL('/board')
  await expect(links).toHaveCount(0)
})

test('the keyboard reaches every board tab, and each has an address of its own @scripts', async ({ page, open }) => {
  await open('/board')
  const tabs = page.getByRole('tab')
  await expect(tabs).toHaveText(['Current Board', 'Past Members', 'Strategic Plans'])
  await tabs.nth(0).focus()
  await page.keyboard.press('ArrowRight')
  await expect(tabs.nth(1)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/board?tab=past')
  await expect(page.getByRole('tab', { selected: true })).toHaveText('Past Members')
  await page.goBack()
  await expect(page).toHaveURL('/board')
})

test('the activities are one grid, each with its length, and how to reach us begins with the address @once', async ({
  page,
  open,
}) => {
  await open('/programmes')
  const grid = page.getByRole('region', { name: 'A Week in Riverbank' }).getByRole('list')
  await expect(grid).toHaveCount(1)
  const cards = grid.getByRole('listitem')
  await expect(cards).toHaveCount(16)
  await expect(cards.filter({ hasText: /^\s*[^.]+?(?:All year|\d+ weeks)/ })).toHaveCount(16)
  await expect(cards.first()).toContainText('Active Healthy Me')
  await expect(cards.last()).toContainText('Work Experience')
  for (const [width, columns] of [
    [360, 1],
    [768, 2],
    [1280, 2],
  ] as const) {
    await resizeWindow(page, width)
    const lefts = await cards.evaluateAll((all) => all.map((card) => Math.round(card.getBoundingClientRect().x)))
    expect(new Set(lefts).size, `columns at ${width} px`).toBe(columns)
  }
  await open('/contact')
  for (const width of [360, 1280]) {
    await resizeWindow(page, width)
    const headings = page.getByRole('region', { name: 'How to reach us' }).getByRole('heading', { level: 3 })
    await expect(headings).toHaveText(['Address', 'Phone', 'Email', 'Opening hours'])
    const tops = await headings.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().y))
    expect(tops).toEqual(tops.toSorted((one, other) => one - other))
  }
})

test('a family goes from Home to the week, and reads and prints a resource @once', async ({ page, open }) => {
  await open('/')
  await page.getByRole('main').getByRole('link', { name: 'See the week' }).click()
  await expect(page).toHaveURL('/programmes')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Resources' }).click()
  const title = 'A break for carers: how respite works'
  await page.getByRole('link', { name: title }).click()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await expect(page.getByRole('heading', { level: 2, name: 'How to ask for it' })).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('navigation').first()).toBeHidden()
  await page.emulateMedia({ media: 'screen' })
  await page.getByRole('main').getByRole('link', { name: 'Resources for Families' }).click()
  await expect(page).toHaveURL('/resources')
})
