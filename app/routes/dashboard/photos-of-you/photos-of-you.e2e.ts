import { expect, test } from '~/test/browser'

test('a student says that a recorded yes is wrong, and undoes that @mechanism', async ({ page, open, riverbank }) => {
  const answer = { supportedBy: 'his sister', explained: 'the sheet', from: '2026-01-01', until: '2100-01-01', byId: 1 }
  riverbank.change("update photoConsents set ownWord = null where use in ('website', 'newsletter') and userId = 2")
  riverbank.change(
    `insert into photoConsents (userId, use, answer, supportedBy, explained, "from", until, byId, recordedAt)
      values (2, 'website', 'yes', ?, ?, ?, ?, ?, '2026-01-01T00:00:00.000Z')`,
    ...Object.values(answer),
  )
  await open('/dashboard', { as: 'daniel' })
  const question = page.getByRole('region', { name: /^You said/ })
  await expect(question).toHaveAccessibleName('You said yes to photos on the website. Is that right?')
  await question.getByRole('button', { name: 'No', exact: true }).click()
  await expect(page).toHaveURL(/photos-of-you/)
  await expect(page.getByText('You changed your yes to a no.')).toBeVisible()
  const undo = page.locator('[data-success]').getByRole('button', { name: 'Undo On the website' })
  await expect(undo).toBeInViewport()
  await expect(page).toHaveNoViolations()
  await undo.click()
  await expect(page.getByText('You say yes again to photos on the website.')).toBeVisible()
  await expect(undo).toHaveCount(0)
  expect(
    riverbank.rows(
      `select supportedBy, explained, "from", until, byId from photoConsents where use = 'website' order by id desc limit 1`,
    ),
  ).toEqual([answer])
})
