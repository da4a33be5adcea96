import { expect, findRow, test } from '~/test/browser'

test('a tutor adds a subscriber, a guardian @once', async ({ page, open, riverbank }) => {
  riverbank.change('delete from subscribers')
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
