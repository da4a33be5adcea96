import { expect, findRow, test } from '~/test/browser'

test.beforeEach(({ riverbank }) => riverbank.change('delete from subscribers'))

test('a tutor imports a list and sees the result of each line', async ({ page, open, riverbank }) => {
  riverbank.change(
    "insert into subscribers (email, active, createdAt, token) values ('gone@example.ie', 0, '2024-06-05T10:00:00.000Z', 'gone')",
  )
  await open('/dashboard/newsletter/subscribers', { as: 'aoife' })
  await page.getByRole('link', { name: 'Import a list (CSV)' }).click()

  const importList = async (name: string, text: string) => {
    await page
      .getByLabel('The list', { exact: true })
      .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text, 'latin1') })
    await page.getByLabel('How do you know that they all agreed?').fill('They signed our list.')
    await page.getByRole('button', { name: 'Import the list' }).click()
  }
  await importList('no-names.csv', 'Phone;Town\r\n01 555;Dublin\r\n')
  await expect(page.getByLabel('The list', { exact: true })).toHaveAccessibleDescription(/We found no email addresses/)
  await expect(page).toHaveNoViolations()

  // A list as a spreadsheet on Windows saves it.
  await importList(
    'list.csv',
    'NAME;E-mail;Type\r\n\xc1ine N\xed Bhriain;aine@example.ie;Guardian\r\n"Byrne; Liam";liam@example.ie;Other\r\nWrong;liam(at)example.ie;\r\nGone;GONE\xa0@example.ie;\r\n',
  )
  await expect(page.getByRole('heading', { name: 'Check the names' })).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'aine@example.ie' })).toHaveText(
    'Áine Ní Bhriain, aine@example.ie',
  )
  const cleaned = page.getByRole('region', { name: 'We tidied these addresses' }).getByRole('listitem')
  await expect(cleaned).toHaveText('Line 5: GONE@example.ie. It was GONE @example.ie')
  // Shows the same list in a Mac's encoding, and then in the correct one again.
  const letters = page.getByLabel('Names in this list')
  const aine = page.getByRole('listitem').filter({ hasText: 'aine@example.ie' })
  for (const [encoding, name] of [
    ['macroman', '¡ine NÌ Bhriain'],
    ['win1252', 'Áine Ní Bhriain'],
  ] as const) {
    await letters.selectOption(encoding)
    await page.getByRole('button', { name: 'Show the names again' }).click()
    await expect(aine).toHaveText(`${name}, aine@example.ie`)
    await expect(letters).toHaveValue(encoding)
  }
  await expect(page).toHaveNoViolations()
  expect(riverbank.rows("select id from subscribers where email <> 'gone@example.ie'")).toEqual([])
  await page.getByRole('button', { name: 'Add 3 people' }).click()
  await expect(page.getByText('2 people were added.', { exact: true })).toBeVisible()
  await expect(page.getByText('Already on the list: 1 line. Not added: 1 line.', { exact: true })).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'Line 4' })).toHaveText(
    'Line 4: liam(at)example.ie. Please enter a valid email address',
  )
  await expect(page.getByRole('listitem').filter({ hasText: 'Line 5' })).toHaveText(
    'Line 5: GONE@example.ie. This address is already on the list.',
  )
  expect(riverbank.rows('select email, name, isGuardian, active from subscribers order by email')).toEqual([
    { email: 'aine@example.ie', name: 'Áine Ní Bhriain', isGuardian: 1, active: 1 },
    { email: 'gone@example.ie', name: null, isGuardian: 0, active: 0 },
    { email: 'liam@example.ie', name: 'Byrne; Liam', isGuardian: 0, active: 1 },
  ])
  await expect(page).toHaveNoViolations()
  await page.getByRole('link', { name: 'See the subscribers' }).click()
  await expect(findRow(page, 'aine@example.ie')).toContainText('Guardian')
})
