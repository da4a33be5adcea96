import { expect, test } from '~/test/browser'

test('the title shows a refused form in the portal, but not on the next page', async ({ page, open, mode }) => {
  await open('/dashboard/newsletter/new', { as: 'aoife' })
  await page.getByLabel('Newsletter Title').fill('June')
  await page.getByRole('button', { name: 'Create Newsletter' }).click()
  await expect(page.getByText('Content must be at least 10 characters').first()).toBeVisible()
  await expect(page).toHaveTitle('Error: Create Newsletter - Riverbank')
  await page
    .getByRole('tab', { name: 'My Files' })
    .or(page.getByRole('link', { name: 'My Files' }))
    .first()
    .click()
  if (mode === 'on') await page.getByRole('button', { name: 'Leave without saving' }).click()
  await expect(page).toHaveTitle('My Files - Riverbank')
})

test.describe('where the server fails', () => {
  test.use({ expectsServerErrors: true })
  test('the title shows a form that could not be saved', async ({ page, open, riverbank }) => {
    riverbank.change(`create trigger full before insert on newsletters begin select raise(abort, 'full'); end`)
    await open('/dashboard/newsletter/new', { as: 'aoife' })
    await page.getByLabel('Newsletter Title').fill('June')
    await page.getByLabel('Newsletter Content').fill('The choir sang in the hall.')
    await page.getByRole('button', { name: 'Create Newsletter' }).click()
    await expect(page.locator('[data-failure]')).toBeVisible()
    await expect(page).toHaveTitle('Error: Create Newsletter - Riverbank')
  })
})

test('titles name the record, the tab, the page of a list and the search', { tag: '@once' }, async ({
  page,
  open,
  riverbank,
}) => {
  await open('/dashboard', { as: 'aoife' })
  const { id } = riverbank.rows("select id from users where username = 'demo.student2'")[0] ?? {}
  for (let number = 1; number <= 60; number += 1)
    riverbank.change(
      "insert into newsletters (title, content, createdAt) select 'Issue', content, createdAt from newsletters limit 1",
    )
  for (const [path, title] of [
    [`/dashboard/profile/people/${id}`, 'Person: Niamh Walsh'],
    [`/dashboard/profile/people/${id}/close`, 'Close account: Niamh Walsh'],
    ['/dashboard/newsletter/subscribers?search=guardian', 'Subscribers: search for ‘guardian’'],
    ['/dashboard/newsletter?page=2', 'Newsletter Management: page 2 of 4'],
    ['/dashboard/calendar?day=2025-10-14', 'Calendar: Tuesday, 14 October 2025'],
    ['/board', 'Directors and plans'],
    ['/board?tab=past', 'Directors and plans: Past Members'],
    ['/board?tab=strategic', 'Directors and plans: Strategic Plans'],
  ] as const) {
    await page.goto(path)
    await expect(page, path).toHaveTitle(`${title} - Riverbank`)
  }
})
