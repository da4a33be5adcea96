import { expect, type Locator, type Page, test } from '~/test/browser'

const grounds = (page: Page) => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
const YELLOW_ON_BLACK = 'rgb(0, 0, 0)'
const DARK = 'rgb(15, 28, 31)'
const USUAL = 'rgb(252, 249, 243)'

async function choose(page: Page, what: (form: Locator) => Promise<unknown>) {
  const form = page.locator('#settings')
  await what(form)
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Every page looks like this now.')).toBeVisible()
}

test('a visitor gets larger text in other colours on every page, and no one else does @once', async ({
  page,
  open,
  browser,
  riverbank,
}) => {
  await open('/about')
  expect(await grounds(page)).toBe(USUAL)
  await page.getByRole('link', { name: 'Text size and colours' }).click()
  await choose(page, async (form) => {
    await form.getByLabel('Largest').check()
    await form.getByLabel('Yellow on black').check()
    await form.getByLabel('Plain pages').check()
  })
  await expect(page.locator('#settings').getByLabel('Yellow on black')).toBeChecked()
  await expect(page).toHaveNoViolations()

  // The server renders the first page, and takes the second from its cache.
  for (const _ of [1, 2]) {
    await page.goto('/about')
    expect(await grounds(page)).toBe(YELLOW_ON_BLACK)
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
    const other = await browser.newContext({ baseURL: riverbank.url })
    const others = await other.newPage()
    await others.goto('/about')
    expect(await grounds(others)).toBe(USUAL)
    await other.close()
  }
  await page.goto('/settings')
  await choose(page, (form) => form.getByLabel('Normal colours').check())
  await page.goto('/about')
  expect(await grounds(page)).toBe(USUAL)
})

test('settings saved while logged in follow the account, and are not stored on the device @once', async ({
  page,
  open,
  browser,
  riverbank,
}) => {
  await open('/settings', { as: 'aoife' })
  await choose(page, async (form) => {
    await form.getByLabel('Dark').check()
    await form.getByLabel('Messages stay').check()
  })
  await open('/dashboard', { as: 'aoife' })
  expect(await grounds(page)).toBe(DARK)

  const other = await browser.newContext({ baseURL: riverbank.url })
  await other.addCookies(await page.context().cookies())
  const tablet = await other.newPage()
  await tablet.goto('/dashboard')
  expect(await grounds(tablet)).toBe(DARK)
  await tablet.getByRole('button', { name: 'Log Out' }).click()
  // The message is no toast, which would disappear.
  await expect(tablet.getByText('You have been successfully logged out.')).toHaveCount(1)
  await tablet.goto('/about')
  expect(await grounds(tablet)).toBe(USUAL)
  await other.close()
})

test('a sample follows the choices before they are saved, and a device may ask for contrast @once', async ({
  page,
  open,
  riverbank,
}) => {
  riverbank.change(
    "insert or replace into displaySettings (userId, settings) select id, '200' from users where username = 'demo.student'",
  )
  await open('/settings', { as: 'daniel' })
  const form = page.locator('#settings')
  const sample = form.locator('.sample')
  const look = () =>
    sample.getByText('Monday').evaluate((line) => {
      const { fontSize } = getComputedStyle(line)
      return [fontSize, getComputedStyle(line.closest('.sample')!).backgroundColor]
    })
  expect((await look())[0]).toBe('36px')
  await form.getByLabel('Normal', { exact: true }).check()
  expect(await look()).toEqual(['18px', USUAL])
  await form.getByLabel('Yellow on black').check()
  expect(await look()).toEqual(['18px', YELLOW_ON_BLACK])

  // A device that asks for more contrast gets it, unless other colours are chosen.
  await page.context().clearCookies()
  await page.emulateMedia({ contrast: 'more' })
  await page.goto('/about')
  expect(await grounds(page)).toBe('rgb(255, 255, 255)')
  await page.emulateMedia({ contrast: 'more', colorScheme: 'dark' })
  expect(await grounds(page)).toBe(DARK)
})
