import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { addDemoBoard } from '~/demo/board'
import { migrate } from '~db/migrate'
import { openDatabase } from '~db/open'
import type { Database, NewRow } from '~db/schema'
import { listCurrentMembers, listPastMembers } from './board.server'
import { yearsOnBoard } from './years'

let db: Database
beforeEach(async () => {
  db = openDatabase(':memory:')
  await migrate(db)
})
afterEach(() => db.destroy())

async function add(...members: Partial<NewRow<'boardMembers'>>[]) {
  await db
    .insertInto('boardMembers')
    .values(
      members.map((member) => ({ name: 'Bríd Nolan', position: 'Director', isCurrent: 1, displayOrder: 0, ...member })),
    )
    .execute()
}
const namesOf = (members: { name: string }[]) => members.map(({ name }) => name)

describe('the board', () => {
  it('keeps past members apart from current ones', async () => {
    await add({ name: 'Bríd Nolan' }, { name: 'Colm Daly', isCurrent: 0 })
    expect(namesOf(await listCurrentMembers(db))).toEqual(['Bríd Nolan'])
    expect(namesOf(await listPastMembers(db))).toEqual(['Colm Daly'])
  })

  it('is in its display order, then by name as Irish readers sort', async () => {
    await add(
      { name: 'Zoe Hart', displayOrder: 1 },
      { name: 'Áine Byrne', displayOrder: 1 },
      { name: 'bernard Coyle', displayOrder: 1 },
      { name: 'Tom Quinn', displayOrder: 0.5 },
    )
    const inOrder = ['Tom Quinn', 'Áine Byrne', 'bernard Coyle', 'Zoe Hart']
    expect(namesOf(await listCurrentMembers(db))).toEqual(inOrder)
  })

  it('gives whole records, with yes and no for isCurrent', async () => {
    await add({ bio: 'A life in adult education.', email: 'brid@riverbank.example', startDate: '2019-05-01' })
    expect(await listCurrentMembers(db)).toEqual([
      {
        id: 1,
        name: 'Bríd Nolan',
        position: 'Director',
        bio: 'A life in adult education.',
        profileImage: null,
        linkedIn: null,
        email: 'brid@riverbank.example',
        isCurrent: true,
        startDate: '2019-05-01',
        endDate: null,
        displayOrder: 0,
        version: 1,
      },
    ])
  })

  it('of the demonstration has people in both lists', async () => {
    await addDemoBoard(db)
    expect((await listCurrentMembers(db)).length).toBeGreaterThan(3)
    expect((await listPastMembers(db)).length).toBeGreaterThan(1)
  })
})

describe('the years of a member', () => {
  it.each([
    ['a current one without an end', true, '2021-03-01', null, '2021 - Present'],
    ['a current one whose term has an end', true, '2021-03-01', '2027-03-01', '2021 - 2027'],
    ['a past one', false, '2012-01-09', '2018-12-31', '2012 - 2018'],
    ['a past one without an end', false, '2012-01-09', null, '2012'],
    ['only an end', false, null, '2018-12-31', '2018'],
    ['no dates', true, null, null, null],
    ['dates with a time', true, '2021-12-31T23:59:59.000Z', null, '2021 - Present'],
  ])('%s', (_, isCurrent, startDate, endDate, years) => {
    expect(yearsOnBoard({ isCurrent, startDate, endDate })).toBe(years)
  })
})
