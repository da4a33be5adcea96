import { expect, fillFields, type Page, submitLogIn, test } from '~/test/browser'

/** Logs out in another tab of the same browser. */
async function logOutInAnotherTab(page: Page) {
  const other = await page.context().newPage()
  await other.goto('/dashboard')
  await other.getByRole('button', { name: 'Log Out' }).click()
  await expect(other).toHaveURL('/')
  await other.close()
}

const forms = {
  'a page': {
    begin: (page: Page) => page.goto('/dashboard/newsletter/new'),
    form: '#newsletter',
    fields: { 'Newsletter Title': 'July news', 'Newsletter Content': 'The choir sang.\nWe planted beans.' },
    save: 'Create Newsletter',
    saved: 'Newsletter created',
  },
  'a dialog': {
    begin: async (page: Page) => {
      await page.goto('/dashboard/board')
      await page.getByRole('link', { name: 'Add Member' }).click()
    },
    form: 'form:has([name=position])',
    fields: { Name: 'Maura Daly', Position: 'Secretary', Biography: 'Maura has been with us since 1999.' },
    save: 'Create Member',
    saved: 'Board member created successfully',
  },
}

for (const [where, { begin, form, fields, save, saved }] of Object.entries(forms))
  test(`what is typed in ${where} survives a log-out in another tab${where === 'a page' ? ' @journey' : ''}`, async ({
    page,
    open,
    mode,
  }) => {
    await open('/dashboard', { as: 'aoife' })
    const requested: string[] = []
    page.on('dialog', (dialog) => {
      requested.push(dialog.type())
      void dialog.dismiss()
    })
    await begin(page)
    await fillFields(page.locator(form), fields)
    await logOutInAnotherTab(page)
    await page.locator(form).getByRole('button', { name: save }).click()
    await expect(page).toHaveURL(/\/portal\?next=/)
    await expect(
      page.getByText(/Log in on this device before \d\d:\d\d, and what you typed will be there/).first(),
    ).toBeVisible()
    await submitLogIn(page, 'demo.tutor')
    await expect(page.locator(form).getByText(/^Typed today at \d\d:\d\d$/)).toBeVisible()
    for (const [label, value] of Object.entries(fields))
      await expect(page.locator(form).getByLabel(label, { exact: true })).toHaveValue(value)
    if (mode === 'on') {
      await page.locator('html[data-scripts=run]').waitFor({ state: 'attached' })
      // Nothing is saved yet.
      await page.getByRole('tab', { name: 'Calendar' }).click()
      await page.getByRole('button', { name: 'Keep editing' }).click()
    }
    await page.locator(form).getByRole('button', { name: save }).click()
    await expect(page.getByText(saved).first()).toBeVisible()
    expect(requested).toEqual([])
  })

test('what the next person types after a log-out is not restored on any other device @whole', async ({
  page,
  open,
  browser,
  baseURL,
}) => {
  const { begin, form, fields, save } = forms['a page']
  await open('/dashboard', { as: 'aoife' })
  await begin(page)
  await logOutInAnotherTab(page)
  await fillFields(page.locator(form), fields)
  await page.locator(form).getByRole('button', { name: save }).click()
  await expect(page.getByText(/Log in on this device before/).first()).toBeVisible()

  const elsewhere = await browser.newContext({ baseURL })
  const other = await elsewhere.newPage()
  await other.goto('/portal?next=%2Fdashboard%2Fnewsletter%2Fnew')
  await submitLogIn(other, 'demo.tutor')
  await expect(other.locator(form).getByLabel('Newsletter Title')).toHaveValue('')
  await elsewhere.close()
})
