import { expect, type Open, type Page, type Person, test } from '~/test/browser'
import { FULL_RUN_ONLY } from '~/test/modes'

// A small laptop: 768 px without the bars of browser and system.
const SMALL = { width: 1366, height: 660 }

/** Every dialog: the page, the link that opens it, and its last button. */
const dialogs: { at: string; link: string | RegExp; as?: Person; last?: string }[] = [
  { at: '/dashboard/resources', link: 'Add Resource' },
  { at: '/dashboard/resources', link: /^Edit / },
  { at: '/dashboard/resources', link: /^Delete / },
  { at: '/dashboard/board', link: 'Add Member' },
  { at: '/dashboard/board', link: /^Edit / },
  { at: '/dashboard/board', link: /^Delete / },
  { at: '/dashboard/board/plans', link: 'Add Plan' },
  { at: '/dashboard/board/plans', link: /^Edit / },
  { at: '/dashboard/board/plans', link: /^Delete / },
  // Picture dialogs only have Close.
  { at: '/dashboard/notices', link: /See the photos/, as: 'daniel', last: 'Close' },
  { at: '/dashboard/notices', link: /See the photos/, last: 'Close' },
]

/** Expects all of a dialog's final buttons to be visible and pressable without scrolling. */
async function expectInSight(page: Page, last: string) {
  const dialog = page.getByRole('dialog').first()
  const button =
    last === 'Close' ? dialog.getByRole('button', { name: 'Close' }) : dialog.getByRole('link', { name: last })
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

async function expectButtons(open: Open, { at, link, as = 'aoife', last = 'Cancel' }: (typeof dialogs)[number]) {
  const page = await open(at, { as })
  await page.setViewportSize(SMALL)
  await page.getByRole('link', { name: link }).first().click()
  const dialog = page.getByRole('dialog').first()
  await expect(dialog).toBeVisible()
  await expectInSight(page, last)
  // The buttons stay visible after scrolling to the end of the form.
  await dialog.locator('.dialog-body').evaluate((body) => body.scrollTo(0, body.scrollHeight))
  await expectInSight(page, last)
}

test('a dialog shows its buttons', { tag: '@scripts' }, async ({ open }) => {
  for (const dialog of dialogs.filter(({ at }) => !at.includes('/board'))) await expectButtons(open, dialog)
})

test('the board’s dialogs show their buttons too', { tag: ['@scripts', FULL_RUN_ONLY] }, async ({ open }) => {
  for (const dialog of dialogs.filter(({ at }) => at.includes('/board'))) await expectButtons(open, dialog)
})

test('the question about unsaved text shows its buttons', { tag: '@scripts' }, async ({ open }) => {
  const page = await open('/dashboard/resources', { as: 'aoife' })
  await page.setViewportSize(SMALL)
  await page.getByRole('link', { name: 'Add Resource' }).click()
  await page.getByRole('dialog').getByLabel('Title').fill('Respite')
  await page.keyboard.press('Escape')
  for (const button of await page.getByRole('alertdialog').getByRole('button').all())
    await expect(button).toBeInViewport({ ratio: 1 })
})

test('a focused field is visible above the buttons', { tag: '@scripts' }, async ({ open }) => {
  const page = await open('/dashboard/board', { as: 'aoife' })
  await page.setViewportSize(SMALL)
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
})
