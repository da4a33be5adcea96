import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '~/test/browser'
import { findChristmasDraft } from '~/test/newsletters'

test('a test goes to one address only', async ({ page, open, riverbank }) => {
  const draft = findChristmasDraft(riverbank)
  await open(`${draft.address}/preview`, { as: 'aoife' })
  await page.getByLabel('Email Address').fill('nobody')
  await page.getByRole('button', { name: 'Send a test' }).click()
  await expect(page.getByLabel('Email Address')).toHaveAccessibleDescription(/Please enter a valid email address/)
  await page.getByLabel('Email Address').fill('tutor@example.ie')
  await page.getByRole('button', { name: 'Send a test' }).click()
  await expect(page.getByText('Test saved to the outbox', { exact: true })).toBeVisible()
  await expect(page).toHaveNoViolations()

  const readMails = () =>
    riverbank.rows('select id, email, kind, state from deliveries where newsletterId = ?', draft.id)
  await expect.poll(() => readMails()[0]?.state, { timeout: 30_000 }).toBe('sent')
  expect(readMails()).toEqual([{ id: readMails()[0]?.id, email: 'tutor@example.ie', kind: 'test', state: 'sent' }])
  const mail = readFileSync(join(riverbank.dataDir, 'outbox', `${readMails()[0]?.id}.eml`), 'utf8')
  expect(mail).toContain('tutor@example.ie')
})
