import { expect, test } from '~/test/browser'

test('on a phone the menu opens without scripts and closes when a link is chosen @journey', async ({ page, open }) => {
  await page.setViewportSize({ width: 360, height: 800 })
  await open('/contact')
  const menu = page.getByRole('banner').getByRole('button', { name: 'Menu' })
  const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
  await expect(links).toHaveCount(0)
  await menu.click()
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
  await links.filter({ hasText: 'Directors' }).click()
  await expect(page).toHaveURL('/board')
  await expect(links).toHaveCount(0)
})

test('the menu opens over the page, and Esc and Close return the focus to its button', async ({ page, open }) => {
  await page.setViewportSize({ width: 360, height: 800 })
  for (const path of ['/about', '/contact']) {
    await open(path)
    const menu = page.getByRole('banner').getByRole('button', { name: 'Menu' })
    const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
    const title = page.getByRole('heading', { level: 1, includeHidden: true })
    const before = await title.boundingBox()
    await menu.focus()
    await page.keyboard.press('Enter')
    await expect(links).toHaveCount(9)
    expect(await title.boundingBox()).toEqual(before)
    for (const name of ['Close', 'Home']) {
      await page.keyboard.press('Tab')
      await expect(page.locator(':focus')).toHaveText(name)
    }
    await page.keyboard.press('Escape')
    await expect(links).toHaveCount(0)
    await expect(menu).toBeFocused()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Close' }).click()
    await expect(links).toHaveCount(0)
    await expect(menu).toBeFocused()
  }
})

test('the Tab key reaches every board tab, and each has an address of its own', async ({ page, open, mode }) => {
  await open('/board')
  const tabs = page.getByRole('tab')
  await expect(tabs).toHaveText(['Current Board', 'Past Members', 'Strategic Plans'])
  await tabs.nth(0).focus()
  await page.keyboard.press(mode === 'on' ? 'ArrowRight' : 'Tab')
  await expect(tabs.nth(1)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/board?tab=past')
  await expect(page.getByRole('tab', { selected: true })).toHaveText('Past Members')
  await page.goBack()
  await expect(page).toHaveURL('/board')
})

test('the footer helps to unsubscribe, and is short where visitors do one thing @once', async ({ page, open }) => {
  const footer = page.getByRole('contentinfo')
  await open('/about')
  await expect(footer.getByRole('button', { name: 'Subscribe' })).toBeVisible()
  await footer.getByRole('link', { name: 'Unsubscribe' }).click()
  await expect(page).toHaveURL('/unsubscribe')
  for (const path of ['/unsubscribe', '/portal', '/card', '/settings', '/away/unknown']) {
    await page.goto(path)
    await expect(footer.getByRole('link', { name: '020 910 0100' })).toBeVisible()
    await expect(footer.getByRole('link', { name: 'Accessibility' })).toBeVisible()
    await expect(footer.getByRole('button')).toHaveCount(0)
    await expect(footer.getByRole('navigation')).toHaveCount(0)
  }
})
