import { expect, type Page, type Person, test, unfold } from '~/test/browser'
import { siteForms } from '~/test/forms'
import { addressIn, type Screen, screens } from '~/test/screens'
import { Faults, isWhole, looksWell, readsWell, walksWell } from './measures'

/** Empties every field that is typed into, which makes a form with required fields invalid. */
async function empty(page: Page, form: string): Promise<void> {
  await page.locator(`${form} :is(input, textarea)`).evaluateAll((fields) => {
    for (const field of fields as HTMLInputElement[])
      if (!/hidden|checkbox|radio|file/.test(field.type) && !field.readOnly) {
        field.value = ''
        field.dispatchEvent(new Event('input', { bubbles: true }))
      }
  })
}

for (const { name, as, at, form, fill, press, saved } of siteForms) {
  const open = async (opened: (path: string, who?: { as: Person }) => Promise<Page>, path: string) => {
    const page = await opened(path, as && { as })
    return { page, button: page.locator(form).getByRole('button', { name: press }).first() }
  }

  // In the short form the one that families send; others end with axe in their own spec.
  if (fill && (isWhole || name === 'Send Us a Message'))
    test(`‘${name}’ when it is refused`, async ({ open: opened, riverbank }) => {
      const { page, button } = await open(opened, typeof at === 'string' ? at : await at(riverbank))
      await unfold(page.locator(form))
      const needed = await page.locator(`${form} [aria-required=true]`).count()
      await empty(page, form)
      // Where nothing is required it would be saved; some have nothing to save then, and their button says so.
      if (needed > 0 && (await button.isEnabled())) {
        await button.click()
        await expect(page.locator('[aria-invalid=true], [role=alert]').first()).toBeVisible()
      }
      const faults = new Faults()
      await looksWell(page, faults)
      await readsWell(page, faults)
      // A toast lies over the page for a while; Esc takes it away from wherever the focus is (WCAG 2.4.11).
      await page.keyboard.press('Escape')
      await expect(page.getByRole('region', { name: 'Notification' }).getByRole('listitem')).toHaveCount(0)
      if (isWhole) await walksWell(page, faults)
      expect(faults.found).toEqual([])
    })

  // Each flow's own spec ends with axe.
  if (!isWhole) continue
  test(`‘${name}’ when it is done`, async ({ open: opened, riverbank }) => {
    const { page, button } = await open(opened, typeof at === 'string' ? at : await at(riverbank))
    await fill?.(page.locator(form), page)
    const count = () => Number(riverbank.rows(saved)[0]?.n)
    const before = count()
    await button.click()
    await expect.poll(count).not.toBe(before)
    await page.waitForLoadState('networkidle')
    const faults = new Faults()
    await looksWell(page, faults)
    expect(faults.found).toEqual([])
  })
}

/** Every table whose rows are shown in lists. */
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

/** Where families and students find most lists; in the whole form every screen that is of no record. */
const isOfList = ({ path, as }: Screen) =>
  !/[:\d]/.test(path) && (isWhole || (as !== 'aoife' && /^\/(dashboard|resources)$/.test(path)))

for (const { path, as } of screens().filter(isOfList))
  test(`${path} as ${as ?? 'a visitor'} when there is nothing yet`, async ({ open, riverbank }) => {
    for (const table of records) riverbank.change(`delete from ${table}`)
    const page = await open(addressIn(riverbank, path), as && { as })
    const faults = new Faults()
    await looksWell(page, faults)
    await readsWell(page, faults)
    expect(faults.found).toEqual([])
  })

type Act = (page: Page) => Promise<unknown>
/** The dialogs over a list: where they are opened, and by which link. Those `inShort` are one of each kind. */
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

for (const { at, link, as = 'aoife', act } of dialogs.filter(({ inShort }) => isWhole || inShort))
  test(`the dialog of ‘${link}’ at ${at} as ${as} ${act?.name ?? ''} @scripts`, async ({ open }) => {
    const page = await open(at, { as })
    await page.getByRole('link', { name: link }).first().click()
    await expect(page.getByRole('dialog').first()).toBeVisible()
    await act?.(page)
    const faults = new Faults()
    await looksWell(page, faults)
    await walksWell(page, faults, true)
    await readsWell(page, faults)
    expect(faults.found).toEqual([])
  })
