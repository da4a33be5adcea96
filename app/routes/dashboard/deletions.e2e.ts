import { cardOf, expect, expectDeleteQuestion, test } from '~/test/browser'
import { christmasDraft } from '~/test/newsletters'

/** Records of the demonstration: the list that each is deleted from, the link, if it is not ‘Delete’ and the name, and what is said then. */
const records = [
  { list: '/dashboard/board', table: 'boardMembers', name: 'Paul Hennessy', said: 'Board member deleted successfully' },
  {
    list: '/dashboard/board/plans',
    table: 'strategicPlans',
    name: 'Open doors',
    said: 'Strategic plan deleted successfully',
  },
  {
    list: '/dashboard/calendar?day=2025-10-14',
    table: 'events',
    name: 'Online Safety talk',
    said: 'The event has been deleted successfully.',
  },
  {
    list: '/dashboard?of=2',
    table: 'files',
    name: 'Soup and brown bread',
    said: 'The document has been deleted successfully.',
  },
  {
    list: '/dashboard/timetable',
    table: 'files',
    name: 'Daniel’s week',
    said: 'The timetable has been deleted successfully.',
  },
  {
    list: '/dashboard/notices/qqi',
    table: 'files',
    name: 'QQI Certificate Photo 1',
    said: 'The photo has been deleted successfully.',
  },
  {
    list: ':draft',
    table: 'newsletterAttachments',
    name: 'The choir at practice',
    said: 'The attachment has been deleted successfully.',
  },
  {
    list: ':draft',
    table: 'newsletters',
    name: 'Christmas at Riverbank',
    link: 'Delete draft',
    said: 'The draft has been deleted successfully.',
  },
]

test('each kind of record is deleted after a question, and is gone', async ({ page, open, riverbank }) => {
  const draft = christmasDraft(riverbank).address
  await open('/dashboard/profile', { as: 'aoife' })
  for (const { list, table, name, link = `Delete ${name}`, said } of records) {
    const title = table === 'boardMembers' ? 'name' : 'title'
    const left = () => riverbank.rows(`select id from ${table} where ${title} = ?`, name).length
    const before = left()
    await page.goto(list.replace(':draft', draft))
    const way = page.getByRole('link', { name: link, exact: true }).first()
    if (!(await way.isVisible())) await cardOf(page, name).locator('summary').first().click()
    await way.click()
    await expectDeleteQuestion(page, name)
    // The question is one piece, on all of them.
    if (table === 'boardMembers') await expect(page).toHaveNoViolations()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await expect(page.getByText(said, { exact: true })).toBeVisible()
    expect(left(), name).toBe(before - 1)
  }
})

test('an enquiry is deleted for good after a question, and the log does not name its author', async ({
  page,
  open,
  riverbank,
}) => {
  await open('/dashboard/profile/enquiries?spam', { as: 'aoife' })
  const [{ name } = {}] = riverbank.rows('select name from enquiries where suspected = 1')
  await page.getByRole('link', { name: `Delete the enquiry from ${name}` }).click()
  await expectDeleteQuestion(page, `Enquiry from ${name}`)
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page.getByText('The enquiry has been deleted for good.', { exact: true })).toBeVisible()
  expect(riverbank.rows('select id from enquiries where name = ?', String(name))).toEqual([])
  const [log] = riverbank.rows("select title from activity where noun = 'enquiry' order by id desc")
  expect(log?.title).not.toContain(name)
})
