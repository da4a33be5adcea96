import { expect, fillSiteForm, openDetails, type Page, type Person, test } from '~/test/browser'
import { siteForms } from '~/test/forms'
import { JOURNEY } from '~/test/modes'
import { listScreens, resolveAddress, type Screen } from '~/test/screens'
import { checkLooks, checkTabOrder, checkText, FaultCollector, isFullRun } from './measures'

/** Empties all typed fields, which makes a form with required fields invalid. */
async function emptyFields(page: Page, form: string): Promise<void> {
  await page.locator(`${form} :is(input, textarea)`).evaluateAll((fields) => {
    for (const field of fields as HTMLInputElement[])
      if (!/hidden|checkbox|radio|file/.test(field.type) && !field.readOnly) {
        field.value = ''
        field.dispatchEvent(new Event('input', { bubbles: true }))
      }
  })
}

for (const siteForm of siteForms) {
  const { name, as, at, form, fields, files, button, countQuery } = siteForm
  const open = async (opened: (path: string, who?: { as: Person }) => Promise<Page>, path: string) => {
    const page = await opened(path, as && { as })
    return { page, button: page.locator(form).getByRole('button', { name: button }).first() }
  }

  // The short form has only the families' form; the tests of the other forms end with axe.
  if ((fields || files) && (isFullRun || name === 'Send Us a Message'))
    test(`‘${name}’ when refused`, async ({ open: opened, riverbank }) => {
      const { page, button } = await open(opened, typeof at === 'string' ? at : at(riverbank))
      await openDetails(page.locator(form))
      const needed = await page.locator(`${form} [aria-required=true]`).count()
      await emptyFields(page, form)
      // Without required fields it would be saved; some forms have nothing to save then, and their button says so.
      if (needed > 0 && (await button.isEnabled())) {
        await button.click()
        await expect(page.locator('[aria-invalid=true], [role=alert]').first()).toBeVisible()
      }
      const faults = new FaultCollector()
      await checkLooks(page, faults)
      await checkText(page, faults)
      // A toast covers part of the page for a while; Esc dismisses it from anywhere (WCAG 2.4.11).
      await page.keyboard.press('Escape')
      await expect(page.getByRole('region', { name: 'Notification' }).getByRole('listitem')).toHaveCount(0)
      if (isFullRun) await checkTabOrder(page, faults)
      expect(faults.found).toEqual([])
    })

  // The test of each flow ends with axe.
  if (!isFullRun) continue
  test(`‘${name}’ when saved`, async ({ open: opened, riverbank }) => {
    const { page, button } = await open(opened, typeof at === 'string' ? at : at(riverbank))
    await fillSiteForm(page.locator(form), siteForm)
    const count = () => Number(riverbank.rows(countQuery)[0]?.n)
    const before = count()
    await button.click()
    await expect.poll(count).not.toBe(before)
    await page.waitForLoadState('networkidle')
    const faults = new FaultCollector()
    await checkLooks(page, faults)
    expect(faults.found).toEqual([])
  })
}

/** All tables whose rows are shown in lists. */
const records = [
  'newsletterAttachments',
  'deliveries',
  'newsletters',
  'subscribers',
  'timetables',
  'files',
  'events',
  'resources',
  'boardMembers',
  'strategicPlans',
  'enquiries',
  'activity',
]

/** The screens with most lists of families and students; in the full run all screens that are not about one record. */
const isOfList = ({ path, as }: Screen) =>
  !/[:\d]/.test(path) && (isFullRun || (as !== 'aoife' && /^\/(dashboard|resources)$/.test(path)))

for (const { path, as } of listScreens().filter(isOfList))
  test(`${path} as ${as ?? 'a visitor'} when there is nothing yet`, {
    tag: path === '/dashboard' ? JOURNEY : [],
  }, async ({ open, riverbank }) => {
    for (const table of records) riverbank.change(`delete from ${table}`)
    const page = await open(resolveAddress(riverbank, path), as && { as })
    const faults = new FaultCollector()
    await checkLooks(page, faults)
    await checkText(page, faults)
    expect(faults.found).toEqual([])
  })

type Act = (page: Page) => Promise<unknown>
/** The dialogs over lists: their page and link. Those `inShort` are one of each kind. */
const dialogs: { at: string; link: string | RegExp; as?: Person; act?: Act; inShort?: true }[] = [
  ...['resources', 'board', 'board/plans'].flatMap((list) =>
    [/^Add /, /^Edit /].map((link) => ({ at: `/dashboard/${list}`, link })),
  ),
  { at: '/dashboard/resources', link: /^Delete /, inShort: true },
  { at: '/dashboard/board', link: /^Delete / },
  { at: '/dashboard/notices', link: /See the photos/, as: 'daniel', inShort: true },
  {
    at: '/dashboard/resources',
    link: 'Add Resource',
    inShort: true,
    act: async function closedUnsaved(page) {
      await page.getByRole('dialog').getByLabel('Title').fill('Respite')
      await page.keyboard.press('Escape')
      await expect(page.getByRole('alertdialog')).toBeVisible()
    },
  },
  {
    at: '/dashboard/resources',
    link: 'Add Resource',
    inShort: true,
    act: async function refused(page) {
      await page.getByRole('dialog').getByRole('button', { name: 'Create Resource' }).click()
      await expect(page.locator('dialog [aria-invalid=true]').first()).toBeVisible()
    },
  },
]

for (const { at, link, as = 'aoife', act } of dialogs.filter(({ inShort }) => isFullRun || inShort))
  test(`the dialog of ‘${link}’ at ${at} as ${as} ${act?.name ?? ''} @scripts`, {
    tag: act?.name === 'refused' ? JOURNEY : [],
  }, async ({ open }) => {
    const page = await open(at, { as })
    await page.getByRole('link', { name: link }).first().click()
    await expect(page.getByRole('dialog').first()).toBeVisible()
    await act?.(page)
    const faults = new FaultCollector()
    await checkLooks(page, faults)
    await checkTabOrder(page, faults, true)
    await checkText(page, faults)
    expect(faults.found).toEqual([])
  })
