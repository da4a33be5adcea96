import { expect, type Page, resize, test } from '~/test/browser'

const screens = [
  { path: '/', heading: /.+/, scripts: false },
  { path: '/about', heading: /.+/, scripts: false },
  { path: '/programmes', heading: /.+/, scripts: false },
  { path: '/achievements', heading: /.+/, scripts: false },
  { path: '/resources', heading: 'Resources for Families', scripts: false },
  { path: '/board', heading: 'Directors', scripts: true },
  { path: '/board?tab=past', heading: 'Directors', scripts: true },
  { path: '/board?tab=strategic', heading: 'Directors', scripts: true },
  { path: '/events', heading: 'Coming events', scripts: false },
  { path: '/news', heading: 'Riverbank News', scripts: false },
  { path: '/news/1', heading: 'Autumn at Riverbank', scripts: false },
  { path: '/contact', heading: 'Contact Us', scripts: true },
  { path: '/portal', heading: 'Student Portal', scripts: true },
  { path: '/login', heading: 'Student Portal', scripts: true },
  { path: '/privacy', heading: 'Privacy Policy', scripts: false },
  { path: '/terms', heading: 'Terms of Service', scripts: false },
  { path: '/accessibility', heading: 'Accessibility', scripts: false },
  { path: '/no/such/page', heading: 'Page Not Found', scripts: false },
] as const

/** But for the one that reads aloud, which is a plain script (ui/listen). */
const scriptCount = (page: Page) => page.locator('script:not(.listen > script), link[rel=modulepreload]').count()

for (const scripts of [true, false])
  test(`every public page ${scripts ? 'with' : 'without'} scripts is whole and has no violations`, {
    tag: scripts ? [] : ['@once'],
  }, async ({ page, open, mode }) => {
    for (const { path, heading } of screens.filter((screen) => screen.scripts === scripts)) {
      await open(path)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
      await expect(page.getByText(/Loading/)).toHaveCount(0)
      expect((await scriptCount(page)) > 0, path).toBe(scripts)
      for (const width of mode === 'off' ? [] : [320, 1280]) {
        await resize(page, width)
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
        expect(overflow, `sideways scrolling of ${path} at ${width} px`).toBeLessThanOrEqual(0)
      }
      await expect(page).toHaveNoViolations()
    }
  })

test('Save-Data: on is answered without scripts everywhere, and with no pictures but the logo and the first', {
  tag: '@once',
}, async ({ riverbank, browser }) => {
  const saving = await browser.newPage({ baseURL: riverbank.url, extraHTTPHeaders: { 'Save-Data': 'on' } })
  for (const { path } of screens) {
    await saving.goto(path)
    expect(await scriptCount(saving), path).toBe(0)
    expect(await saving.locator('img').count(), `pictures of ${path}`).toBeLessThanOrEqual(2)
  }
  await saving.close()
})

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

test('the menu opens over the page, and Esc and Close give the focus back to its button', async ({ page, open }) => {
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
