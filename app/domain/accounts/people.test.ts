import { expect, test } from 'vitest'
import { addAbsence, readAbsentOn } from '~/domain/absences/absences.server'
import { newAbsence } from '~/domain/absences/schema'
import { findByPassword } from '~/domain/accounts/accounts.server'
import { formatIsoDay, getToday } from '~/domain/events/days'
import { lowerHashCost } from '~/test/hash-cost'
import { setUpFreshRiverbank } from '~/test/riverbank'
import { describeLastSeen } from './account-contents.server'
import { listStudents } from './accounts.server'
import { closeAccountById } from './close-account.server'
import { addPerson, changePerson, listNamesOfPeople, paginatePeople } from './people.server'
import { erasePerson } from './personal-data.server'
import { newPeople } from './schema'
import { addPeople, parseNames, suggestPassword, suggestUsername } from './several-people.server'

lowerHashCost()
const riverbank = setUpFreshRiverbank()
const { aoife } = riverbank.people
const centre = { name: 'Riverbank Centre', shortName: 'Riverbank' }

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
const advice = 'Is this another person? Tick ‘Add the second one with its own username’.'
const add = (names: string, addsTwins?: 'on') =>
  addPeople(riverbank.db, aoife, newPeople.parse({ names, role: 'student', addsTwins }), centre)
const countPeople = async () => (await riverbank.db.selectFrom('users').select('username').execute()).length

test('a list of names becomes accounts, each with a password that works', async () => {
  const people = await add(
    'Áine Ní Bhriain\r\n\r\n  Byrne, Mary Kate \n2. Łukasz Wójcik\n• Áine Nolan\n李 小龙\n"Fahy, Nuala"\nCher\nDaly,',
  )
  expect(people.map(({ firstName, lastName, username }) => `${firstName}|${lastName}|${username}`)).toEqual([
    'Áine|Ní Bhriain|aine.n',
    'Mary Kate|Byrne|marykate.b',
    'Łukasz|Wójcik|lukasz.w',
    'Áine|Nolan|aine.n2',
    '李|小龙|student',
    'Nuala|Fahy|nuala.f',
    'Cher||cher',
    'Daly||daly',
  ])
  for (const { id, username, password } of people) {
    expect(password).toMatch(/^[a-z]+-[a-z]+-[a-z]+$/)
    expect(await findByPassword(riverbank.db, username, password)).toMatchObject({ id, role: 'student' })
  }
  const log = await riverbank.db.selectFrom('activity').select(['action', 'title']).execute()
  expect(log.slice(-people.length)).toEqual(people.map(({ username }) => ({ action: 'added', title: username })))
})

test('if any line is wrong, no one is added, and all wrong lines are listed', async () => {
  const before = await countPeople()
  await expect(add('Mary Byrne\nCher\nDaniel Okafor\nMARY BYRNE\n,\nA, B, C')).rejects.toMatchObject({
    kind: 'invalid',
    errors: {
      names: [
        `Line 3: ‘Daniel Okafor’ has an account already. ${advice}`,
        `Line 4: ‘MARY BYRNE’ is listed twice. ${advice}`,
        'Line 5: ‘,’ is not a name.',
        'Line 6: ‘A, B, C’ is not a name.',
      ],
    },
  })
  expect(await countPeople()).toBe(before)
  for (const [names, message] of [
    ['\u200b\u202e', 'at least one name'],
    ['mary@example.ie', '‘mary@example.ie’ is not a name.'],
    ['Mary Byrne 087 123 4567', 'is not a name'],
    [Array.from({ length: 31 }, (_, n) => `Mary ${'B'.repeat(n + 1)}`).join('\n'), 'at most 30 names'],
    [`Mary ${'x'.repeat(300)}`, 'is not a name'],
  ] as const)
    expect(() => parseNames(names), names).toThrow(message)
})

test('a suggested username is free and plain', async () => {
  const isTaken = async (one: string) => ['tutor', 'zoe.m'].includes(one)
  for (const [firstName, lastName, username] of [
    ['Zoë', 'Møller', 'zoe.m2'],
    ['Ж', '\'"', 'tutor2'],
    ['Đorđe', 'Đukić', 'dorde.d'],
    ['Işıl', 'Çelik', 'isil.c'],
    ['O\u00a0Shea', '\u200bKelly', 'oshea.k'],
    ['J', '', 'tutor2'],
    ['O’Neill', '-', 'oneill'],
    ['a'.repeat(200), 'b', `${'a'.repeat(30)}.b`],
  ] as const)
    expect(await suggestUsername({ firstName, lastName }, 'tutor', isTaken)).toBe(username)
})

test('suggested passwords differ', async () => {
  const person = { username: 'river.s', firstName: 'River', lastName: 'Stone' }
  const passwords = new Set<string>()
  for (let time = 0; time < 20; time++) passwords.add(await suggestPassword(person, centre))
  expect(passwords.size).toBe(20)
})

test('the same name in different spelling is the same, unless only its marks differ in another script', async () => {
  for (const [names, message] of [
    ['Łukasz Żółć\nLukasz Zolc', 'Line 2: ‘Lukasz Zolc’ is listed twice.'],
    ['Ðóra Þór\nDora\u200b Thor', 'Line 2: ‘Dora Thor’ is listed twice.'],
    ['Niamh\u2003Walsh\u200e', 'Line 1: ‘Niamh Walsh’ has an account already.'],
  ] as const)
    await expect(add(names)).rejects.toThrow(message)
  expect(await add('रमा\nराम\n李\n力')).toHaveLength(4)
})

test('two people of one name each get a username, and none of someone who was erased', async () => {
  const { db, uploads, people } = riverbank
  const [first] = await add('Seán Ó Sé')
  await erasePerson(db, uploads, people.aoife, first!.id)
  const added = await add('Seán Ó Sé\nSean O Se\nDaniel Okafor', 'on')
  expect(added.map(({ username }) => username)).toEqual(['sean.o2', 'sean.o3', 'daniel.o'])
  const again = { username: 'Sean.O', password: 'a heron by the weir 1904', role: 'student', lastName: '' } as const
  const adding = addPerson(db, people.aoife, { ...again, firstName: 'Seán' }, centre)
  await expect(adding).rejects.toMatchObject({ kind: 'conflict', message: 'The username Sean.O is already taken.' })
  const listed = (await paginatePeople(db, people.aoife, 1)).items.map(({ name }) => name)
  expect(listed).toEqual(expect.arrayContaining(['Seán Ó Sé (sean.o2)', 'Sean O Se (sean.o3)', 'Niamh Walsh']))
  // Names alone, in the log and in a mail.
  const today = formatIsoDay(getToday())
  for (const { id } of added)
    await addAbsence(db, people.aoife, newAbsence.parse({ studentId: id, startDate: today, endDate: today }))
  expect((await readAbsentOn(db, today)).map(({ studentName }) => studentName)).toEqual([
    ...['Daniel Okafor (daniel.o)', 'Seán Ó Sé (sean.o2)', 'Sean O Se (sean.o3)'],
  ])
  const titles = await db.selectFrom('activity').select('title').where('noun', '=', 'absence').execute()
  expect(titles.map(({ title }) => title.split(',')[0])).toEqual([
    ...['Seán Ó Sé (sean.o2)', 'Sean O Se (sean.o3)', 'Daniel Okafor (daniel.o)'],
  ])
})

test('the students of a list begin on the day that the form names', async () => {
  const list = newPeople.parse({ names: 'Áine Nolan\nCher', role: 'student', firstDay: '7 September 2026' })
  const added = await addPeople(riverbank.db, aoife, list, centre)
  const ids = added.map(({ id }) => id)
  const days = await riverbank.db.selectFrom('users').select('firstDay').where('id', 'in', ids).execute()
  expect(days).toEqual([{ firstDay: '2026-09-07' }, { firstDay: '2026-09-07' }])
})
