import { expect, type Page, test } from '~/test/browser'
import {
  deactivateOtherReaders,
  FAR_FUTURE,
  findChristmasDraft,
  friend,
  guardian,
  listMailStates,
  setSendTime,
} from '~/test/newsletters'

const getSendingSection = (page: Page) => page.getByRole('region', { name: 'Sending' })

test.beforeEach(({ riverbank }) => deactivateOtherReaders(riverbank))

test('a newsletter goes to guardians only, and can be stopped @journey @once', async ({ page, open, riverbank }) => {
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
  await page.getByRole('button', { name: 'Stop sending' }).click()
  await expect(page.getByText('Draft', { exact: true })).toBeVisible()
  expect(listMailStates(riverbank, id)).toEqual([])
})

test('a newsletter goes to everyone, and its page updates the progress @scripts', async ({ page, open, riverbank }) => {
  const { id, address } = findChristmasDraft(riverbank)
  await open(`${address}/send`, { as: 'aoife' })
  await page.getByRole('button', { name: 'Send Newsletter' }).click()
  await expect(getSendingSection(page).getByText('2 waiting', { exact: true })).toBeVisible()
  setSendTime(riverbank, id, new Date().toISOString())
  await expect(getSendingSection(page).getByText('2 saved to the outbox', { exact: true })).toBeVisible({
    timeout: 60_000,
  })
  expect(listMailStates(riverbank, id)).toEqual([guardian, friend].map((email) => ({ email, state: 'sent' })))
  await expect(page.getByRole('button', { name: 'Stop sending' })).toHaveCount(0)
})
