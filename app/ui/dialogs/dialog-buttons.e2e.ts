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

test('a focused field is visible above the buttons, and so are those of the question about unsaved text @scripts', async ({
  page,
  open,
}) => {
  await page.setViewportSize(SMALL)
  await open('/dashboard/board', { as: 'aoife' })
  await page.getByRole('link', { name: 'Add Member' }).first().click()
  const dialog = page.getByRole('dialog', { name: /Member/ })
  await expect(dialog).toBeVisible()
  const fields = dialog.locator('form :is(input:not([type=hidden]), textarea)')
  expect(await fields.count()).toBeGreaterThan(6)
  for (const field of await fields.all()) {
    if (!(await field.isVisible())) continue
    await field.focus()
    const [box, buttons] = [await field.boundingBox(), await dialog.locator('.dialog-buttons').boundingBox()]
    // At least the first lines of a tall field are visible.
    expect(box!.y + Math.min(box!.height, 100)).toBeLessThanOrEqual(buttons!.y)
  }
  await dialog.getByLabel('Name').fill('Bríd Nolan')
  await page.keyboard.press('Escape')
  const questions = page.getByRole('alertdialog').getByRole('button')
  await expect(questions).toHaveCount(2)
  for (const button of await questions.all()) await expect(button).toBeInViewport({ ratio: 1 })
})
