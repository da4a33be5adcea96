import { expect, findListCard, type Page, submitLogIn, test, waitForHydration } from '~/test/browser'

/** Features missing from Chrome 80 or Safari 14.1, the oldest browsers that run our scripts (ui/README.md), by object. */
const missingFeatures: Record<string, string[]> = {
  window: [
    'structuredClone',
    'requestIdleCallback',
    'AggregateError',
    'WeakRef',
    'FinalizationRegistry',
    'SubmitEvent',
  ],
  'Array.prototype': ['at', 'findLast', 'findLastIndex', 'toReversed', 'toSorted', 'toSpliced', 'with'],
  'String.prototype': ['at', 'replaceAll', 'isWellFormed', 'toWellFormed'],
  Object: ['hasOwn', 'groupBy'],
  Map: ['groupBy'],
  Promise: ['any', 'withResolvers', 'try'],
  AbortSignal: ['timeout', 'any'],
  Intl: ['Segmenter'],
  URL: ['canParse', 'parse'],
  'Crypto.prototype': ['randomUUID'],
  'Document.prototype': ['startViewTransition'],
  'Element.prototype': ['checkVisibility', 'replaceChildren'],
  'HTMLElement.prototype': ['showPopover', 'hidePopover', 'togglePopover', 'popover', 'inert'],
  'HTMLDialogElement.prototype': ['show', 'showModal', 'close', 'requestClose'],
  'HTMLFormElement.prototype': ['requestSubmit'],
  'HTMLInputElement.prototype': ['showPicker'],
  'SubmitEvent.prototype': ['submitter'],
}

async function removeNewFeatures(page: Page): Promise<void> {
  await page.addInitScript((all) => {
    for (const [owner, names] of Object.entries(all).reverse()) {
      const path = owner === 'window' ? [] : owner.split('.')
      const target = path.reduce((within, name) => Reflect.get(within, name), window as object)
      for (const name of names) Reflect.deleteProperty(target, name)
    }
  }, missingFeatures)
}

async function openTab(page: Page, name: string): Promise<void> {
  const tab = page.getByRole('tablist', { name: 'Portal' }).getByRole('tab', { name })
  await tab.click()
  await expect(tab).toHaveAttribute('data-state', 'active')
  await expect(page.getByRole('main').getByRole('heading', { level: 2 }).first()).toBeVisible()
}

test.describe('in an older browser, with scripts', { tag: '@scripts' }, () => {
  test('a student logs in, answers a question, opens the calendar and a file', async ({ page, logInByForm }) => {
    await removeNewFeatures(page)
    await logInByForm('demo.student')
    await page.getByRole('button', { name: 'Bowling' }).click()
    await expect(page.getByText('You said: Bowling.')).toBeVisible()
    await waitForHydration(page)
    await openTab(page, 'Calendar')
    await page.getByRole('link', { name: /^Term after:/ }).click()
    await expect(page).toHaveURL(/term=/)
    await openTab(page, 'Notices')
    await page.getByRole('link', { name: 'See the photos' }).click()
    await expect(page).toHaveURL('/dashboard/notices/qqi')
    await openTab(page, 'My Files')
    await findListCard(page, 'Soup and brown bread').getByRole('link', { name: 'Open Soup and brown bread' }).click()
    await expect(page.getByRole('img', { name: 'Soup and brown bread' })).toBeVisible()
    await page.getByRole('button', { name: 'Log Out' }).click()
    await expect(page.getByText('You have been successfully logged out.').first()).toBeVisible()
  })

  test('a form over a list opens as a page, which asks before unsaved text is lost', async ({ page, open }) => {
    await removeNewFeatures(page)
    await open('/dashboard/resources', { as: 'aoife' })
    await page.getByRole('link', { name: 'Add Resource' }).click()
    await expect(page).toHaveURL('/dashboard/resources/new')
    const title = page.locator('#resource').getByLabel('Title')
    const cancel = page.locator('#resource').getByRole('link', { name: 'Cancel' })
    await title.fill('Respite')
    const question = page.waitForEvent('dialog').then(async (dialog) => {
      await dialog.dismiss()
      return dialog.message()
    })
    await cancel.click()
    expect(await question).toBe(
      'You have not saved this. If you leave now, you will lose what you wrote. Leave without saving?',
    )
    await expect(title).toHaveValue('Respite')
    page.once('dialog', (dialog) => dialog.accept())
    await cancel.click()
    await expect(page).toHaveURL('/dashboard/resources')
    await page.getByRole('link', { name: 'Delete Summer project 2027', exact: true }).click()
    await expect(page).toHaveURL(/\/delete$/)
    await page.getByRole('button', { name: 'Delete' }).click()
    await expect(page).toHaveURL('/dashboard/resources')
    await expect(page.getByRole('heading', { name: 'Summer project 2027' })).toHaveCount(0)
  })
})

test('an even older browser gets the portal without scripts', { tag: '@scripts' }, async ({ riverbank, browser }) => {
  const context = await browser.newContext({ baseURL: riverbank.url })
  const page = await context.newPage()
  // Remix can't read a page's data without TextEncoderStream (Firefox before 113, Safari before 14.1).
  await page.addInitScript(() => Reflect.deleteProperty(window, 'TextEncoderStream'))
  await page.goto('/portal')
  await submitLogIn(page, 'demo.student')
  await expect(page).toHaveURL('/dashboard')
  for (const tab of ['Calendar', 'My Files']) {
    await page.getByRole('tab', { name: tab }).click()
    await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
    await page.waitForLoadState('networkidle')
    await expect(page.getByRole('heading', { name: 'Something went wrong' })).toHaveCount(0)
    await expect(page.locator('html')).not.toHaveAttribute('data-scripts')
  }
  await context.close()
})
