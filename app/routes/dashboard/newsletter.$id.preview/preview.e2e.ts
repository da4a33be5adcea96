import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '~/test/browser'
import { christmasDraft } from '~/test/newsletters'

test('a tutor sees the mail as it will look, picture and all @whole', async ({ page, open, riverbank, mode }) => {
  const draft = christmasDraft(riverbank)
  await open(draft.address, { as: 'aoife' })
  await page.getByRole('link', { name: 'Preview' }).click()
  const mail = page.frameLocator('iframe[title="How the email will look"]')
  await expect(mail.getByRole('heading', { name: draft.title })).toBeVisible()
  await expect(mail.getByText('Our last day is Friday 18 December. We finish at 13:00.')).toBeVisible()
  await expect(page.locator('pre')).toContainText(
    'Holidays\n\nOur last day is Friday 18 December. We finish at 13:00.\nWe are back on',
  )
  if (mode !== 'off')
    await expect
      .poll(() => mail.getByRole('img').evaluate((image) => (image as HTMLImageElement).naturalWidth))
      .toBeGreaterThan(0)
  await expect(page).toHaveNoViolations()
})

test('a test goes to one address alone', async ({ page, open, riverbank }) => {
  const draft = christmasDraft(riverbank)
  await open(`${draft.address}/preview`, { as: 'aoife' })
  await page.getByLabel('Email Address').fill('nobody')
  await page.getByRole('button', { name: 'Send a test' }).click()
  await expect(page.getByLabel('Email Address')).toHaveAccessibleDescription(/Please enter a valid email address/)
  await page.getByLabel('Email Address').fill('tutor@example.ie')
  await page.getByRole('button', { name: 'Send a test' }).click()
  await expect(page.getByText('Test on its way', { exact: true })).toBeVisible()
  await expect(page).toHaveNoViolations()

  const mails = () => riverbank.rows('select id, email, kind, state from deliveries where newsletterId = ?', draft.id)
  await expect.poll(() => mails()[0]?.state, { timeout: 30_000 }).toBe('sent')
  expect(mails()).toEqual([{ id: mails()[0]?.id, email: 'tutor@example.ie', kind: 'test', state: 'sent' }])
  const mail = readFileSync(join(riverbank.dataDir, 'outbox', `${mails()[0]?.id}.eml`), 'utf8')
  expect(mail).toContain('tutor@example.ie')
})
