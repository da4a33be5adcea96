import { expect, type Page, test } from '~/test/browser'

// A small laptop: 768 px without the bars of browser and system.
const SMALL = { width: 1366, height: 660 }

/** Each kind of dialog: the page, the link that opens it, and its last button. Picture dialogs only have Close. */
const dialogs = [
  { at: '/dashboard/board', link: 'Add Member', last: 'Cancel' },
  { at: '/dashboard/resources', link: /^Delete /, last: 'Cancel' },
  { at: '/dashboard/notices', link: /See the photos/, last: 'Close' },
] as const

/** Expects all of a dialog's final buttons to be visible and pressable without scrolling. */
async function expectInSight(page: Page, last: string) {
  const dialog = page.getByRole('dialog').first()
  const button = dialog.getByRole(last === 'Close' ? 'button' : 'link', { name: last })
  for (const one of [button, ...(last === 'Close' ? [] : [dialog.locator('form button:not([type=button])').last()])]) {
    await expect(one).toBeInViewport({ ratio: 1 })
    // Nothing covers it.
    await one.click({ trial: true })
  }
  // Nothing is visible below the buttons.
  const buttons = dialog.locator('.dialog-buttons')
  if ((await buttons.count()) === 0) return
  const [end, box] = [await buttons.boundingBox(), await dialog.boundingBox()]
  expect(Math.abs(end!.y + end!.height - (box!.y + box!.height))).toBeLessThanOrEqual(4)
}

test('a dialog shows its buttons, also after scrolling @scripts', async ({ page, open }) => {
  await page.setViewportSize(SMALL)
  for (const { at, link, last } of dialogs) {
    await open(at, { as: 'aoife' })
    await page.getByRole('link', { name: link }).first().click()
    const dialog = page.getByRole('dialog').first()
    await expect(dialog).toBeVisible()
    await expectInSight(page, last)
    await dialog.locator('.dialog-body').evaluate((body) => body.scrollTo(0, body.scrollHeight))
    await expectInSight(page, last)
  }
})
