import { expect, type Open, type Page, type Person, test } from '~/test/browser'
import { WHOLE } from '~/test/modes'

// A window of a small laptop: 768 px without the bars of browser and system.
const SMALL = { width: 1366, height: 660 }

/** Every dialog of the product: where it is opened, by which link, and its last button. */
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
  // Pictures, which are only closed.
  { at: '/dashboard/notices', link: /See the photos/, as: 'daniel', last: 'Close' },
  { at: '/dashboard/notices', link: /See the photos/, last: 'Close' },
]

/** Whether all of every button of a dialog's end can be seen and pressed without scrolling. */
async function expectInSight(page: Page, last: string) {
  const dialog = page.getByRole('dialog').first()
  const button =
    last === 'Close' ? dialog.getByRole('button', { name: 'Close' }) : dialog.getByRole('link', { name: last })
  for (const one of [button, ...(last === 'Close' ? [] : [dialog.locator('form button:not([type=button])').last()])]) {
    await expect(one).toBeInViewport({ ratio: 1 })
    // Nothing lies above it.
    await one.click({ trial: true })
  }
  // Nor shows anything below them.
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
  // It ends at the end of the form too, and no field is left below it.
  await dialog.locator('.dialog-body').evaluate((body) => body.scrollTo(0, body.scrollHeight))
  await expectInSight(page, last)
}

test('a dialog shows its buttons', { tag: '@scripts' }, async ({ open }) => {
  for (const dialog of dialogs.filter(({ at }) => !at.includes('/board'))) await expectButtons(open, dialog)
})

test('so do the dialogs of the board', { tag: ['@scripts', WHOLE] }, async ({ open }) => {
  for (const dialog of dialogs.filter(({ at }) => at.includes('/board'))) await expectButtons(open, dialog)
})

test('the question before typed words are lost shows its buttons', { tag: '@scripts' }, async ({ open }) => {
  const page = await open('/dashboard/resources', { as: 'aoife' })
  await page.setViewportSize(SMALL)
  await page.getByRole('link', { name: 'Add Resource' }).click()
  await page.getByRole('dialog').getByLabel('Title').fill('Respite')
  await page.keyboard.press('Escape')
  for (const button of await page.getByRole('alertdialog').getByRole('button').all())
    await expect(button).toBeInViewport({ ratio: 1 })
})

test('what has the focus is above the buttons', { tag: '@scripts' }, async ({ open }) => {
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
    // Of a large one, its first lines.
    expect(box!.y + Math.min(box!.height, 100)).toBeLessThanOrEqual(buttons!.y)
  }
})
