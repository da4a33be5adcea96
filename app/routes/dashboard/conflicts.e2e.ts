import { expect, test } from '~/test/browser'

/** Records of the demonstration that two tutors edit at the same time: what is edited of each, and the message once it is saved. */
const edited = [
  { noun: 'event', table: 'events', address: '/dashboard/calendar/:id/edit' },
  {
    noun: 'timetable',
    table: 'files',
    address: '/dashboard/timetable/:id/edit',
    find: 'select timetables.id, files.id as rowId from timetables join files on files.id = fileId order by files.id',
  },
  {
    noun: 'document',
    table: 'files',
    address: '/dashboard?edit=:id',
    find: 'select id, id as rowId from files where album is null order by id',
  },
  {
    noun: 'photo',
    table: 'files',
    address: '/dashboard/notices/qqi/:id',
    find: "select id, id as rowId from files where album = 'qqi' order by id",
    column: 'alt',
    label: 'What does the picture show? (Optional)',
  },
  {
    noun: 'board member',
    table: 'boardMembers',
    address: '/dashboard/board/:id/edit',
    column: 'position',
    label: 'Position',
    save: 'Update Member',
    said: 'Board member updated successfully',
  },
  {
    noun: 'plan',
    table: 'strategicPlans',
    address: '/dashboard/board/plans/:id/edit',
    save: 'Update Plan',
    said: 'Strategic plan updated successfully',
  },
]

test('a tutor whose record was changed meanwhile is told what changed, and may save anyway', async ({
  page,
  open,
  riverbank,
}) => {
  await open('/dashboard/profile', { as: 'aoife' })
  for (const { noun, table, address, find, column = 'title', label = 'Title', save = 'Save', said } of edited) {
    const [{ id, rowId } = {}] = riverbank.rows(find ?? `select id, id as rowId from ${table} order by id`)
    await page.goto(address.replace(':id', String(id)))
    riverbank.change(
      `update ${table} set ${column} = 'What Orla wrote', version = version + 1 where id = ?`,
      Number(rowId),
    )
    await page.getByLabel(label, { exact: true }).first().fill('What Aoife wrote')
    await page.getByRole('button', { name: save, exact: true }).click()

    const told = page.getByRole('alert').filter({ hasText: 'changed this at' })
    await expect(told).toContainText('Now it says:What Orla wrote')
    await expect(told).toContainText('You typed:What Aoife wrote')
    await expect(told.and(page.locator(':focus-within'))).toBeVisible()
    // What tells it is one piece, on all of them.
    if (noun === 'event') await expect(page).toHaveNoViolations()
    const now = () => riverbank.rows(`select ${column} as now from ${table} where id = ?`, Number(rowId))
    expect(now(), noun).toEqual([{ now: 'What Orla wrote' }])

    await page.getByRole('button', { name: 'Save Mine Anyway' }).click()
    await expect(page.getByText(said ?? `The ${noun} has been updated successfully.`).first()).toBeVisible()
    expect(now(), noun).toEqual([{ now: 'What Aoife wrote' }])
  }
})
