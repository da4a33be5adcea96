import { expect, test } from 'vitest'
import { listPlaces } from '~/domain/files/lists.server'
import { setUpFreshRiverbank } from '~/test/riverbank'
import { listStudents } from './accounts.server'
import {
  addPerson,
  changePerson,
  closeAccountById,
  findPerson,
  listNamesOfPeople,
  paginatePeople,
} from './people.server'
import { erasePerson } from './personal-data.server'

const riverbank = setUpFreshRiverbank()

test('changing a person returns the record with its next version and is logged', async () => {
  const { db, people } = riverbank
  const { id } = people.daniel
  const before = await findPerson(db, id)
  const changed = await changePerson(db, people.aoife, id, {
    version: 1,
    patch: { firstName: ' Dan ', lastName: 'Byrne' },
  })
  expect(changed).toEqual({ ...before, firstName: 'Dan', lastName: 'Byrne', version: 2 })
  expect(await findPerson(db, id)).toEqual(changed)
  const log = await db.selectFrom('activity').selectAll().orderBy('id', 'desc').executeTakeFirst()
  expect(log).toMatchObject({ actorName: 'Aoife Brennan', action: 'renamed', noun: 'account', recordId: id })
})

test('two simultaneous changes of different fields are both saved', async () => {
  const { db, people } = riverbank
  const { id } = people.daniel
  await Promise.all([
    changePerson(db, people.aoife, id, { patch: { firstName: 'Dan' } }),
    changePerson(db, people.aoife, id, { patch: { lastName: 'Byrne' } }),
  ])
  expect(await findPerson(db, id)).toMatchObject({ firstName: 'Dan', lastName: 'Byrne', version: 3 })
})

test('an invalid name, a closed account and an unknown person are refused, and nothing is logged', async () => {
  const { db, people } = riverbank
  const { id } = people.daniel
  const activity = () => db.selectFrom('activity').select('id').execute()
  const change = { patch: { firstName: '' } }
  const before = await activity()
  await expect(changePerson(db, people.aoife, id, change)).rejects.toMatchObject({
    status: 400,
    errors: { firstName: ['First name is required.'] },
  })
  await expect(changePerson(db, people.aoife, 999, change)).rejects.toMatchObject({ status: 404 })
  expect(await activity()).toEqual(before)
  await closeAccountById(db, people.aoife, id)
  await expect(changePerson(db, people.aoife, id, { patch: {} })).rejects.toMatchObject({ status: 409 })
})

test('an erased person is not found, whatever their row contains', async () => {
  const { db, uploads, people } = riverbank
  await erasePerson(db, uploads, people.aoife, people.daniel.id)
  const row = db.selectFrom('users').select(['erasedAt', 'closedAt']).where('id', '=', people.daniel.id)
  expect(await row.executeTakeFirst()).toEqual({ erasedAt: expect.any(String), closedAt: expect.any(String) })
  await db.updateTable('users').set({ username: 'somebody' }).where('id', '=', people.daniel.id).execute()
  expect(await findPerson(db, people.daniel.id)).toBeNull()
  expect((await paginatePeople(db, 1)).items.map(({ username }) => username)).toEqual(['aoife', 'niamh'])
})

test('a taken username and a guessable password are reported at once', async () => {
  const { db, people } = riverbank
  const name = { firstName: 'Dan', lastName: 'Byrne' }
  const person = { ...name, role: 'student', username: 'DANIEL', password: 'password1' } as const
  const centre = { name: 'Riverbank', shortName: 'Riverbank' }
  await expect(addPerson(db, people.aoife, person, centre)).rejects.toMatchObject({
    status: 400,
    errors: {
      username: ['The username DANIEL is already taken.'],
      password: [expect.stringContaining('easy to guess')],
    },
  })
})

test('all lists of people have the same order, and the pages of People make up the whole list', async () => {
  const { db, people } = riverbank
  const names = ['Zoë', 'aidan', 'Łukasz', 'Áine', 'Ewa', ...Array.from({ length: 20 }, (_, at) => `Maria ${at + 10}`)]
  for (const [at, firstName] of names.entries())
    await db
      .insertInto('users')
      .values({
        ...{ firstName, lastName: 'Ó Briain', role: 'student', username: `person.${at}`, passwordHash: '' },
        ...{ createdAt: new Date().toISOString(), closedAt: firstName === 'Ewa' ? new Date().toISOString() : null },
      })
      .execute()
  const marias = names.slice(5)
  const open = ['aidan', 'Áine', 'Aoife', 'Daniel', 'Łukasz', ...marias, 'Niamh', 'Zoë']
  const pages = [await paginatePeople(db, 1), await paginatePeople(db, 2)]
  expect(pages.map(({ items, ...place }) => [items.length, place])).toEqual([
    [20, { page: 1, pages: 2, found: 28 }],
    [8, { page: 2, pages: 2, found: 28 }],
  ])
  const firstNames = (list: { firstName: string }[]) => list.map(({ firstName }) => firstName)
  expect(firstNames(pages.flatMap(({ items }) => items))).toEqual([...open, 'Ewa'])
  const students = open.filter((name) => name !== 'Aoife')
  expect(firstNames(await listStudents(db))).toEqual(students)
  const all = ['aidan', 'Áine', 'Aoife', 'Daniel', 'Ewa', 'Łukasz', ...marias, 'Niamh', 'Zoë']
  const beginnings = (list: { name: string }[]) => list.map(({ name }) => name.replace(/ (Ó Briain|[A-Z][a-z]+)$/, ''))
  expect(beginnings(await listNamesOfPeople(db))).toEqual(all)
  const ewa = pages[1]!.items.at(-1)!
  const shared = { fileName: 'a.pdf', fileType: 'application/pdf', size: 1, storageKey: 'ewa', isShared: 0 } as const
  const uploaded = { uploadedBy: people.aoife.id, uploadedAt: new Date().toISOString(), title: 'Week' }
  await db
    .insertInto('files')
    .values({ ...shared, ...uploaded, studentId: ewa.id })
    .execute()
  const places = beginnings(await listPlaces(db, people.aoife)).slice(2)
  expect(places).toEqual(all.filter((name) => name !== 'Aoife'))
})
