import { expect, test } from 'vitest'
import { setUpFreshRiverbank } from '~/test/riverbank'
import { describeLastSeen } from './account-contents.server'
import { listStudents } from './accounts.server'
import { closeAccountById } from './close-account.server'
import { addPerson, changePerson, findPerson, listNamesOfPeople, paginatePeople } from './people.server'

setUpFreshRiverbank()

test('changing a person returns the record with its next version and is logged', async ({ db, people }) => {
  const { id } = people.daniel
  const before = await findPerson(db, people.aoife, id)
  const changed = await changePerson(db, people.aoife, id, {
    version: 1,
    patch: { firstName: ' Dan ', lastName: 'Byrne' },
  })
  expect(changed).toEqual({ ...before, firstName: 'Dan', lastName: 'Byrne', name: 'Dan Byrne', version: 2 })
  expect(await findPerson(db, people.aoife, id)).toEqual(changed)
  const log = await db.selectFrom('activity').selectAll().orderBy('id', 'desc').executeTakeFirst()
  expect(log).toMatchObject({ actorName: 'Aoife Brennan', action: 'renamed', noun: 'account', recordId: id })
})

test('an invalid name, a closed account and an unknown person are refused, unlogged', async ({ db, people }) => {
  const { id } = people.daniel
  const activity = () => db.selectFrom('activity').select('id').execute()
  const change = { patch: { firstName: '' } }
  const before = await activity()
  await expect(changePerson(db, people.aoife, id, change)).rejects.toMatchObject({
    kind: 'invalid',
    errors: { firstName: ['First name is required.'] },
  })
  await expect(changePerson(db, people.aoife, 999, change)).rejects.toMatchObject({ kind: 'notFound' })
  expect(await activity()).toEqual(before)
  await closeAccountById(db, people.aoife, id)
  await expect(changePerson(db, people.aoife, id, { patch: {} })).rejects.toMatchObject({ kind: 'conflict' })
})

test('a taken username and a guessable password are reported at once', async ({ db, people }) => {
  const name = { firstName: 'Dan', lastName: 'Byrne' }
  const person = { ...name, role: 'student', username: 'DANIEL', password: 'password1' } as const
  const centre = { name: 'Riverbank', shortName: 'Riverbank' }
  await expect(addPerson(db, people.aoife, person, centre)).rejects.toMatchObject({
    kind: 'invalid',
    errors: {
      username: ['The username DANIEL is already taken.'],
      password: [expect.stringContaining('easy to guess')],
    },
  })
})

test('all lists of people have the same order, and the pages of People are complete', async ({ db, people }) => {
  const names = ['Zoë', 'aidan', 'Łukasz', 'Áine', 'Ewa', ...Array.from({ length: 20 }, (_, at) => `Maria ${at + 10}`)]
  const createdAt = new Date().toISOString()
  const person = { lastName: 'Ó Briain', role: 'student', passwordHash: '', createdAt } as const
  const rows = names.map((firstName, at) => ({
    ...{ ...person, firstName, username: `person.${at}`, closedAt: firstName === 'Ewa' ? createdAt : null },
  }))
  await db.insertInto('users').values(rows).execute()
  const marias = names.slice(5)
  const open = ['aidan', 'Áine', 'Aoife', 'Daniel', 'Łukasz', ...marias, 'Niamh', 'Zoë']
  const pages = [await paginatePeople(db, people.aoife, 1), await paginatePeople(db, people.aoife, 2)]
  expect(pages.map(({ items, ...place }) => [items.length, place])).toEqual([
    [20, { page: 1, pages: 2, found: 28 }],
    [8, { page: 2, pages: 2, found: 28 }],
  ])
  const firstNames = (list: { firstName: string }[]) => list.map(({ firstName }) => firstName)
  expect(firstNames(pages.flatMap(({ items }) => items))).toEqual([...open, 'Ewa'])
  const students = open.filter((name) => name !== 'Aoife')
  expect(firstNames(await listStudents(db, people.aoife))).toEqual(students)
  const all = ['aidan', 'Áine', 'Aoife', 'Daniel', 'Ewa', 'Łukasz', ...marias, 'Niamh', 'Zoë']
  const beginnings = (list: { name: string }[]) => list.map(({ name }) => name.replace(/ (Ó Briain|[A-Z][a-z]+)$/, ''))
  expect(beginnings(await listNamesOfPeople(db, people.aoife))).toEqual(all)
})

test('a person whose log-ins were removed is not said to have never been here', async ({ db, people }) => {
  const { id } = people.daniel
  const describe = () => describeLastSeen(db, people.aoife, id)
  const setCreated = (createdAt: string) => db.updateTable('users').set({ createdAt }).where('id', '=', id).execute()
  await db.deleteFrom('sessions').where('userId', '=', id).execute()
  await setCreated(new Date().toISOString())
  expect(await describe()).toBe('Never')
  await setCreated('2025-09-01T09:00:00.000Z')
  expect(await describe()).toBe('Not in the last 30 days')
  await db.insertInto('restoredAccounts').values({ userId: id, lastSeenAt: '2025-10-01T09:00:00.000Z' }).execute()
  expect(await describe()).toBe('Not in the last 30 days')
  const lastSeenAt = '2099-10-01T23:30:00.000Z'
  await db.updateTable('restoredAccounts').set({ lastSeenAt }).where('userId', '=', id).execute()
  expect(await describe()).toBe('2 October 2099')
})
