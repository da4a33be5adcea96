import { countSheets, expect, test } from '~/test/browser'

test('a student who withdraws a yes can undo that from the message @journey', async ({ page, open, riverbank }) => {
  riverbank.change(
    `insert into photoConsents (userId, use, answer, supportedBy, explained, "from", until, recordedAt, byId)
      select id, 'website', 'yes', 'his sister', 'the sheet', '2026-01-01', '2100-01-01', '2026-01-01T00:00:00.000Z', 1
      from users where username = 'demo.student'`,
  )
  await open('/dashboard/photos-of-you', { as: 'daniel' })
  await page.getByRole('button', { name: 'Not any more On the website' }).click()
  await expect(page.getByText('You changed your yes to a no.')).toBeVisible()
  const undo = page.locator('[data-success]').getByRole('button', { name: 'Undo On the website' })
  await expect(undo).toBeInViewport()
  await expect(page).toHaveNoViolations()
  await undo.click()
  await expect(page.getByText('You say yes again to photos on the website.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Not any more On the website' })).toBeVisible()
  await expect(undo).toHaveCount(0)
  expect(
    riverbank.rows(
      `select supportedBy, explained, "from", until, byId from photoConsents where use = 'website' order by id desc limit 1`,
    ),
  ).toEqual([{ supportedBy: 'his sister', explained: 'the sheet', from: '2026-01-01', until: '2100-01-01', byId: 1 }])
})

test('a student says whether a recorded answer is right, in one press each @journey', async ({
  page,
  open,
  riverbank,
}) => {
  riverbank.change("update photoConsents set ownWord = null where use in ('website', 'newsletter') and userId = 2")
  await open('/dashboard', { as: 'daniel' })
  const question = page.getByRole('region', { name: /^You said/ })
  await expect(question).toHaveAccessibleName('You said yes to photos on the website. Is that right?')
  await expect(page).toHaveNoViolations()
  await question.getByRole('button', { name: 'Yes' }).click()
  await expect(page.getByText('You say yes to photos on the website.')).toBeVisible()
  await expect(question).toHaveAccessibleName('You said yes to photos in the newsletter. Is that right?')
  await question.getByRole('button', { name: 'No', exact: true }).click()
  await expect(page).toHaveURL(/photos-of-you/)
  await expect(page.locator('[data-success]').getByRole('button', { name: 'Undo In the newsletter' })).toBeVisible()
  await expect(question).toHaveCount(0)
  await open('/dashboard/profile/people/2/consent', { as: 'aoife' })
  await expect(page.getByText('Not yet confirmed by Daniel')).toHaveCount(0)
})

test('the sheet of photo permissions prints on one sheet of paper', async ({ page, open }) => {
  await open('/dashboard/profile/people/2/consent/sheet', { as: 'aoife' })
  await expect(page.getByText('Who helped me:')).toBeVisible()
  expect(await countSheets(page)).toBe(1)
})
