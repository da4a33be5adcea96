import { expect, findRow, test } from '~/test/browser'

test.beforeEach(({ riverbank }) => riverbank.change('delete from subscribers'))

test('a tutor adds a subscriber, a guardian @once', async ({ page, open, riverbank }) => {
  await open('/dashboard/newsletter/subscribers', { as: 'aoife' })
  await expect(page.getByText('No subscribers yet.', { exact: true })).toBeVisible()
  const form = page.locator('#subscriber')
  const email = form.getByLabel('Email Address')
  await email.fill('maura')
  await form.getByLabel('Name (Optional)').fill('Maura Dunne')
  await expect(form.getByLabel('Student Name')).toBeHidden()
  await form.getByLabel('This person is a parent/guardian').check()
  await form.getByLabel('Student Name').fill('Daniel Okafor')
  await page.getByRole('button', { name: 'Add Subscriber' }).click()
  await expect(email).toHaveAccessibleDescription('Error: Please enter a valid email address')
  await expect(form.getByLabel('Name (Optional)')).toHaveValue('Maura Dunne')
  await expect(form.getByLabel('Student Name')).toHaveValue('Daniel Okafor')
  await expect(page).toHaveNoViolations()

  await email.fill('maura@example.ie')
  await page.getByRole('button', { name: 'Add Subscriber' }).click()
  await expect(page.getByText('The subscriber has been added successfully.', { exact: true })).toBeVisible()
  await expect(email).toHaveValue('')
  await expect(form.getByLabel('Student Name')).toBeHidden()
  await expect(findRow(page, 'maura@example.ie')).toContainText(/Maura Dunne.*Guardian.*\w+ \d+, \d{4}.*Active/s)
  expect(riverbank.rows('select email, name, isGuardian, studentName, active from subscribers')).toEqual([
    { email: 'maura@example.ie', name: 'Maura Dunne', isGuardian: 1, studentName: 'Daniel Okafor', active: 1 },
  ])
})

test('a tutor imports a list, whose names can be shown in another encoding @once', async ({
  page,
  open,
  riverbank,
}) => {
  await open('/dashboard/newsletter/subscribers/import', { as: 'aoife' })
  // A list as a spreadsheet on Windows saves it.
  const text = 'NAME;E-mail;Type\r\n\xc1ine N\xed Bhriain;aine@example.ie;Guardian\r\nWrong;liam(at)example.ie;\r\n'
  const list = { name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from(text, 'latin1') }
  await page.getByLabel('The list', { exact: true }).setInputFiles(list)
  await page.getByLabel('How do you know that they all agreed?').fill('They signed our list.')
  await page.getByRole('button', { name: 'Import the list' }).click()
  await expect(page.getByRole('heading', { name: 'Check the names' })).toBeVisible()
  const aine = page.getByRole('listitem').filter({ hasText: 'aine@example.ie' })
  await expect(aine).toHaveText('Áine Ní Bhriain, aine@example.ie')
  const letters = page.getByLabel('Names in this list')
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
  expect(riverbank.rows('select id from subscribers')).toEqual([])
  await page.getByRole('button', { name: /^Add \d/ }).click()
  await expect(page.getByText('1 person was added.', { exact: true })).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'Line 3' })).toHaveText(
    'Line 3: liam(at)example.ie. Please enter a valid email address',
  )
  await expect(page).toHaveNoViolations()
  await page.getByRole('link', { name: 'See the subscribers' }).click()
  await expect(findRow(page, 'aine@example.ie')).toContainText('Guardian')
})
