import { expect, findListCard, type Page, type RunningRiverbank, test } from '~/test/browser'

test.beforeEach(({ riverbank }) => {
  riverbank.change('delete from enquiries')
  for (const [name, day, suspected] of [
    ['Maura Dunne', '18', 0],
    ['Liam Byrne', '19', 0],
    ['Cheap Watches', '20', 1],
  ] as const)
    riverbank.change(
      'insert into enquiries (name, email, phone, subject, message, suspected, createdAt) values (?, ?, ?, ?, ?, ?, ?)',
      name,
      `${name.toLowerCase().replace(' ', '.')}@example.ie`,
      '087 555 0101',
      'visit',
      'May we visit the art group?\nIn spring?',
      suspected,
      `2026-11-${day}T10:00:00.000Z`,
    )
})

const listNames = (page: Page) => page.getByRole('main').getByRole('listitem').getByRole('heading')

/** Expects no entry of the activity log to name an enquiry's author. */
function expectNoNamesInActivity({ rows }: RunningRiverbank) {
  const [log] = rows("select group_concat(title) as titles from activity where noun = 'enquiry'")
  expect(log?.titles).toBeTruthy()
  expect(log?.titles).not.toMatch(/Liam|Maura|Cheap/)
}

test('a tutor reads enquiries and marks one as answered, and as not', async ({ page, open, riverbank }) => {
  await open('/dashboard/profile', { as: 'aoife' })
  await page.getByRole('link', { name: '2 enquiries to answer' }).click()
  await expect(listNames(page)).toHaveText(['Liam Byrne', 'Maura Dunne'])
  const liam = findListCard(page, 'Liam Byrne')
  await expect(liam.getByRole('link', { name: 'liam.byrne@example.ie' })).toHaveAttribute(
    'href',
    'mailto:liam.byrne@example.ie',
  )
  await expect(liam.getByRole('link', { name: '087 555 0101' })).toHaveAttribute('href', 'tel:0875550101')
  await expect(liam).toContainText('Arrange a Visit · 19 November 2026, 10:00')
  await expect(liam).toContainText('May we visit the art group?\nIn spring?')
  await expect(liam).toContainText('Not sent to the office: email is not set up.')

  await page.getByRole('button', { name: 'Mark as answered (Liam Byrne)' }).click()
  await expect(page.getByText('The enquiry is marked as answered.', { exact: true })).toBeVisible()
  await expect(listNames(page)).toHaveText(['Maura Dunne', 'Liam Byrne'])
  await expect(liam).toContainText(/Marked as answered on .* by Aoife Brennan\./)
  await expect(page.getByText('1 to answer, 1 answered', { exact: true })).toBeVisible()
  expect(riverbank.rows('select name, answeredBy from enquiries where answeredAt is not null')).toEqual([
    { name: 'Liam Byrne', answeredBy: 1 },
  ])
  await expect(page).toHaveNoViolations()
  await page.getByRole('button', { name: 'Mark as not answered (Liam Byrne)' }).click()
  await expect(listNames(page)).toHaveText(['Liam Byrne', 'Maura Dunne'])
  expectNoNamesInActivity(riverbank)
})
