import { delayResponses, expect, fillFields, type Page, test, waitForHydration } from '~/test/browser'

const findQuestion = (page: Page) => page.getByRole('alertdialog', { name: 'You have not saved this.' })
const findKeepButton = (page: Page) => findQuestion(page).getByRole('button', { name: 'Keep editing' })
const findLeaveButton = (page: Page) => findQuestion(page).getByRole('button', { name: 'Leave without saving' })

const words = { Title: 'Respite in July', 'Description (optional)': 'Two weekends' }

async function startInDialog(page: Page) {
  await page.getByRole('link', { name: 'Add Resource' }).click()
  const form = page.locator('#resource')
  await fillFields(form, words)
  return form
}

async function expectAllThere(page: Page) {
  for (const [label, value] of Object.entries(words))
    await expect(page.locator('#resource').getByLabel(label, { exact: true })).toHaveValue(value)
}

test.describe('unsaved text is protected @scripts', () => {
  const ways: Record<string, (page: Page) => Promise<unknown>> = {
    Esc: (page) => page.keyboard.press('Escape'),
    Close: (page) => page.getByRole('button', { name: 'Close' }).click(),
    Cancel: (page) => page.locator('#resource').getByRole('link', { name: 'Cancel' }).click(),
    Back: (page) => page.evaluate(() => history.back()),
  }
  test('in a dialog, from Esc, Close, Cancel and Back, also after a refusal', async ({ page, open }) => {
    await open('/dashboard/resources', { as: 'aoife' })
    for (const [way, go] of Object.entries(ways)) {
      const form = await startInDialog(page)
      if (way === 'Back') {
        await form.getByRole('button', { name: 'Create Resource' }).click()
        await expect(form.getByRole('alert')).toBeVisible()
      }
      for (const answer of way === 'Esc' ? ['button', 'Esc'] : ['button']) {
        await page.locator('#resource').getByLabel('Title').focus()
        await go(page)
        await expect(findKeepButton(page)).toBeFocused()
        await expect(page.getByText('If you leave now, you will lose what you wrote.')).toBeVisible()
        if (answer === 'Esc') await page.keyboard.press('Escape')
        else await findKeepButton(page).click()
        await expect(findQuestion(page)).toHaveCount(0)
        await expectAllThere(page)
        expect(
          await page.evaluate(() => document.querySelector('dialog:modal')?.contains(document.activeElement)),
        ).toBe(true)
        if (way === 'Esc' || way === 'Back') await expect(page.locator('#resource').getByLabel('Title')).toBeFocused()
      }
      await go(page)
      await findLeaveButton(page).click()
      await expect(page).toHaveURL('/dashboard/resources')
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await expect(page.getByRole('link', { name: 'Add Resource' })).toBeFocused()
      expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflow)).not.toBe('hidden')
    }
  })

  test('on a page, from a tab, a link and Back, and in a dialog without an address', async ({ page, open }) => {
    await open('/dashboard/newsletter', { as: 'aoife' })
    await page.getByRole('tab', { name: 'Create Newsletter' }).click()
    const title = page.getByLabel('Newsletter Title')
    await title.fill('July news')
    const ways = [
      () => page.getByRole('tab', { name: 'Calendar' }).click(),
      () => page.getByRole('link', { name: 'My settings' }).click(),
      () => page.evaluate(() => history.back()),
    ]
    for (const go of ways) {
      await go()
      await expect(findKeepButton(page)).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(findQuestion(page)).toHaveCount(0)
      await expect(title).toHaveValue('July news')
      await expect(page).toHaveURL('/dashboard/newsletter/new')
    }
    await page.getByRole('tab', { name: 'Calendar' }).click()
    await findLeaveButton(page).click()
    await expect(page).toHaveURL('/dashboard/calendar')

    // A chosen file, in a dialog without an address.
    await page.getByRole('tab', { name: 'Notices' }).click()
    await page.getByRole('link', { name: 'See the photos' }).click()
    const photos = page.getByLabel('Photos', { exact: true })
    await photos.setInputFiles({ name: 'hall.png', mimeType: 'image/png', buffer: Buffer.from('a picture') })
    await page.keyboard.press('Escape')
    await findKeepButton(page).click()
    await expect(page.getByText('Selected: hall.png')).toBeVisible()
    await page.getByRole('button', { name: 'Close' }).click()
    await findLeaveButton(page).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  test('from a reload, a full navigation and closing the page, if typed before the scripts run', async ({ page }) => {
    const letGo = await delayResponses(page, '**/*.js')
    await page.goto('/contact', { waitUntil: 'commit' })
    await fillFields(page.locator('#enquiry'), { Name: 'Maura Daly', Message: 'May we come and see you?' })
    letGo()
    await waitForHydration(page)
    const requested: string[] = []
    page.on('dialog', (dialog) => {
      requested.push(dialog.type())
      void dialog.dismiss()
    })
    await page.evaluate(() => location.reload())
    await expect.poll(() => requested).toHaveLength(1)
    await page.evaluate(() => location.assign('/about'))
    await expect.poll(() => requested).toHaveLength(2)
    await page.close({ runBeforeUnload: true })
    await expect.poll(() => requested).toEqual(['beforeunload', 'beforeunload', 'beforeunload'])
    await expect(page.locator('#enquiry').getByLabel('Message')).toHaveValue('May we come and see you?')
  })
})

test.describe('there is no question @scripts', () => {
  test('when the text was deleted again, or after a save, with or without a redirect', async ({ page, open }) => {
    await open('/dashboard/profile/people/3', { as: 'aoife' })
    await page.getByLabel('First name').fill(' Neve ')
    await page.getByRole('button', { name: 'Save name' }).click()
    await expect(page.getByText('This person is now called Neve Walsh.').first()).toBeVisible()
    await page.getByRole('tab', { name: 'Resources' }).click()
    const form = await startInDialog(page)
    await fillFields(form, { Title: '', 'Description (optional)': '' })
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await startInDialog(page)
    await form.getByLabel('Category').selectOption('support')
    await form.getByLabel('Content').fill('Ring us.')
    await form.getByRole('button', { name: 'Create Resource' }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page.getByRole('heading', { name: 'Respite in July' })).toBeVisible()
    await page.getByRole('tab', { name: 'Calendar' }).click()
    await expect(page).toHaveURL('/dashboard/calendar')
    await expect(findQuestion(page)).toHaveCount(0)
  })
})
