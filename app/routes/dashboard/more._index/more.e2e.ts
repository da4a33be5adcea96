import { findAxeFaults } from '~/test/axe'
import { expect, measurePage, resizeWindow, test } from '~/test/browser'
import { planToday, setDisplay } from '~/test/demo-data'
import { isWholeRun } from '~/test/modes'

const sessions = [
  ['00:00', '23:57', 'Art'],
  ['23:57', '23:58', 'Lunch'],
  ['23:58', '23:59', 'Choir'],
] as const

test('a student chooses only today, finds the rest under More, and chooses more @once', async ({
  page,
  open,
  riverbank,
}) => {
  planToday(riverbank, sessions)
  await open('/dashboard/more/choose', { as: 'daniel' })
  await expect(page.getByRole('button', { name: 'Everything' })).toHaveAttribute('aria-pressed', 'true')
  await expect(page).toHaveNoViolations()
  await page.getByRole('button', { name: 'Today only' }).click()
  await expect(page.getByRole('button', { name: 'Today only' })).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('link', { name: 'Today', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Art' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Lunch' })).toBeVisible()
  await expect(page.getByText('Choir')).toHaveCount(0)
  const tabs = page.getByRole('list', { name: 'Portal' }).or(page.getByRole('tablist'))
  await expect(tabs).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Log Out' })).toBeVisible()

  const more = page.getByRole('link', { name: 'More', exact: true })
  await more.click()
  await page.getByRole('link', { name: 'My files' }).click()
  await page.getByRole('link', { name: /^Open/ }).first().click()
  await page.getByRole('link', { name: 'Back to My Files' }).click()
  await expect(page.getByRole('heading', { name: 'My Personal Files' })).toBeVisible()
  await more.click()
  await page.getByRole('link', { name: 'The whole day' }).click()
  await expect(page.getByText('Choir')).toBeVisible()
  await more.click()
  await page.getByRole('link', { name: 'Choose what you see' }).click()
  await page.getByRole('checkbox', { name: 'Notices', exact: true }).check()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Your pages look like this now.')).toBeVisible()
  await expect(tabs).toContainText(/Today\s*Notices\s*More/)
  expect(riverbank.rows('select parts from shownParts')).toEqual([{ parts: '["notices"]' }])
})

const colours = ['dark', 'black-on-white', 'yellow-on-black']
const displays = isWholeRun ? [...colours, '', '200', '200.plain', 'plain.no-pictures'] : ['dark', '', '200.plain']

test('with only today, displays have no faults and targets of 48 px @once', async ({ page, open, riverbank }) => {
  planToday(riverbank, sessions)
  riverbank.change("insert into shownParts (userId, parts, version) values (2, '[]', 2)")
  for (const path of ['/dashboard', '/dashboard/more'])
    for (const display of displays) {
      setDisplay(riverbank, display)
      await open(path, { as: 'daniel' })
      // Colours are the same at all widths.
      for (const width of colours.includes(display) ? [320] : [320, 1280]) {
        const where = `${path}, ${display} at ${width} px`
        await resizeWindow(page, width)
        if (width === 320) expect(await findAxeFaults(page, { enhanced: true }), where).toEqual([])
        const tooSmall = await page.evaluate(() =>
          [...document.querySelectorAll<HTMLElement>('main a, main button, header a, header button')]
            .filter((one) => one.checkVisibility() && one.getBoundingClientRect().height < 48)
            .map(({ textContent }) => textContent),
        )
        expect(tooSmall, where).toEqual([])
        const size = await measurePage(page)
        expect(size.width, where).toBeLessThanOrEqual(width)
        expect(size.height, where).toBeLessThan(4000)
      }
    }
})
