import { expect, type RunningRiverbank, test } from '~/test/browser'

/** A record of the demonstration that two tutors edit at the same time. */
interface Edited {
  noun: string
  table: 'events' | 'files'
  find: string
  address: (id: number) => string
}

const edited: Edited[] = [
  {
    noun: 'event',
    table: 'events',
    find: 'select id, id as rowId, title from events order by id limit 1',
    address: (id) => `/dashboard/calendar/${id}/edit`,
  },
  {
    noun: 'timetable',
    table: 'files',
    find: 'select timetables.id, files.id as rowId, title from timetables join files on files.id = fileId order by files.id limit 1',
    address: (id) => `/dashboard/timetable/${id}/edit`,
  },
  {
    noun: 'document',
    table: 'files',
    find: 'select id, id as rowId, title from files where album is null order by id limit 1',
    address: (id) => `/dashboard?edit=${id}`,
  },
]

/** Somebody else's save, as stored in the database. */
function overtake({ change }: RunningRiverbank, table: Edited['table'], rowId: number, title: string): void {
  change(`update ${table} set title = ?, version = version + 1 where id = ?`, title, rowId)
}

for (const { noun, table, find, address } of edited)
  test(`a tutor whose ${noun} was changed meanwhile is told what changed, and may save anyway`, async ({
    page,
    open,
    riverbank,
  }) => {
    const { id, rowId } = riverbank.rows(find)[0] as { id: number; rowId: number }
    await open(address(id), { as: 'aoife' })
    overtake(riverbank, table, rowId, 'What Orla wrote')
    await page.getByLabel('Title', { exact: true }).first().fill('What Aoife wrote')
    await page.getByRole('button', { name: 'Save', exact: true }).click()

    const told = page.getByRole('alert').filter({ hasText: 'changed this at' })
    await expect(told).toContainText('Now it says:What Orla wrote')
    await expect(told).toContainText('You typed:What Aoife wrote')
    await expect(told.and(page.locator(':focus-within'))).toBeVisible()
    await expect(page).toHaveNoViolations()
    const titleNow = () => riverbank.rows(`select title from ${table} where id = ?`, rowId)
    expect(titleNow()).toEqual([{ title: 'What Orla wrote' }])

    await page.getByRole('button', { name: 'Save Mine Anyway' }).click()
    await expect(page.getByText(new RegExp(`The ${noun} has been updated successfully`)).first()).toBeVisible()
    expect(titleNow()).toEqual([{ title: 'What Aoife wrote' }])
  })
