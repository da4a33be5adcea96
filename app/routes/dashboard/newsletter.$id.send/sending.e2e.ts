import { expect, type Page, test } from '~/test/browser'
import {
  deactivateOtherReaders,
  FAR_FUTURE,
  findChristmasDraft,
  friend,
  guardian,
  LONG_AGO,
  listMailStates,
  setSendTime,
} from '~/test/newsletters'

const getSendingSection = (page: Page) => page.getByRole('region', { name: 'Sending' })
const bothSent = [guardian, friend].map((email) => ({ email, state: 'sent' }))

/** Refreshes the progress: automatically with scripts, with a link without them. */
async function refreshProgress(page: Page, mode: string) {
  if (mode !== 'on') await page.getByRole('link', { name: 'Check progress' }).click()
}

test.beforeEach(({ riverbank }) => deactivateOtherReaders(riverbank))

test('a newsletter goes to guardians only, and can be stopped before its first mail leaves @journey-off', async ({
  page,
  open,
  riverbank,
}) => {
  const { id, title, address } = findChristmasDraft(riverbank)
  await open('/dashboard/newsletter', { as: 'aoife' })
  await page.getByRole('link', { name: `Send ${title}` }).click()
  await expect(page.getByText('You can stop it for 60 seconds after you press the button.')).toBeVisible()
  await expect(page.getByLabel('Everyone')).toHaveAccessibleDescription('It goes to 2 people.')
  await page.getByLabel('Guardians only').check()
  await expect(page.getByLabel('Guardians only')).toHaveAccessibleDescription('It goes to 1 person.')
  await expect(page).toHaveNoViolations()
  await page.getByRole('button', { name: 'Send Newsletter' }).click()
  await expect(page.getByText('The newsletter status has been updated successfully.', { exact: true })).toBeVisible()
  await expect(page).toHaveURL(address)
  setSendTime(riverbank, id, FAR_FUTURE)
  await expect(getSendingSection(page).getByText('1 waiting', { exact: true })).toBeVisible()
  expect(listMailStates(riverbank, id)).toEqual([{ email: guardian, state: 'pending' }])
  await expect(page).toHaveNoViolations()
  await page.getByRole('button', { name: 'Stop sending' }).click()
  await expect(page.getByText('Draft', { exact: true })).toBeVisible()
  expect(listMailStates(riverbank, id)).toEqual([])
})

test('a newsletter goes to everyone, and the page shows its progress @whole', async ({
  page,
  open,
  riverbank,
  mode,
}) => {
  const { id, address } = findChristmasDraft(riverbank)
  await open(address, { as: 'aoife' })
  await page.getByRole('link', { name: 'Send to All Subscribers' }).click()
  await page.getByRole('button', { name: 'Send Newsletter' }).click()
  await expect(getSendingSection(page).getByText('2 waiting', { exact: true })).toBeVisible()
  await expect(page.locator('#attachment')).toHaveCount(0)
  await expect(page.getByRole('link', { name: /^(Edit|Delete|Send)/ })).toHaveCount(0)
  setSendTime(riverbank, id, LONG_AGO)
  await expect.poll(() => listMailStates(riverbank, id), { timeout: 30_000 }).toEqual(bothSent)
  await refreshProgress(page, mode)
  await expect(getSendingSection(page).getByText('2 sent', { exact: true })).toBeVisible({ timeout: 30_000 })
  await expect(page.getByRole('button', { name: 'Stop sending' })).toHaveCount(0)
})
