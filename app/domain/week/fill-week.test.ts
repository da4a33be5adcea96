import { expect, test } from 'vitest'
import type { Account } from '~/domain/accounts/account'
import { listActivity } from '~/domain/activity/activity.server'
import { addDays, formatIsoDay, getToday } from '~/domain/events/days'
import { sendApiRequest } from '~/test/api'
import { setUpFreshRiverbank } from '~/test/riverbank'
import { addWeekSessions, copyWeek, listClashTexts } from './fill-week.server'
import { newWeekSession, newWeekSessions, weekCopy } from './schema'
import { countUndoable, formatAdded, undoAdded } from './undo.server'
import { addWeekSession, changeWeekSession, listWeek, listWeekOf, removeWeekSession } from './week.server'

const riverbank = setUpFreshRiverbank()
const art = { weekday: 'Monday', from: '9.30', to: '11am', activity: 'Art', place: 'Art room' }
const add = (more: object = {}) =>
  addWeekSession(riverbank.db, riverbank.people.aoife, newWeekSession.parse({ ...art, ...more }))
async function addPerson<Role extends Account['role']>(username: string, role: Role) {
  const person = { username, role, firstName: username, lastName: '' }
  const row = { ...person, passwordHash: '', createdAt: '2026-01-01T00:00:00.000Z' }
  const { id } = await riverbank.db.insertInto('users').values(row).returning('id').executeTakeFirstOrThrow()
  return { ...person, id }
}
async function copy(from: number, studentIds: number[]) {
  const { added, joined, skipped } = await copyWeek(riverbank.db, riverbank.people.aoife, from, studentIds)
  return [`${added.length} added`, `${joined.length} joined`, `${skipped.length} skipped`]
}
const addOnDays = (more: object = {}) =>
  addWeekSessions(riverbank.db, riverbank.people.aoife, newWeekSessions.parse({ ...art, ...more }))

test('one form adds a session on each ticked day, and the log names each', async ({ db, people }) => {
  const studentIds = [people.daniel.id, people.niamh.id]
  const { added } = await addOnDays({ weekdays: ['Friday', 'Monday', 'Monday', 'Tuesday'], studentIds })
  const days = ['Monday', 'Tuesday', 'Friday']
  expect(added).toMatchObject(days.map((weekday) => ({ weekday, from: '09:30', studentIds })))
  expect(await listWeekOf(db, people.niamh.id)).toEqual(added)
  const log = (await listActivity(db, riverbank.people.aoife)).map(({ action, title }) => `${action} ${title}`)
  expect(log.slice(0, 3)).toEqual(['added Art, Friday 09:30', 'added Art, Tuesday 09:30', 'added Art, Monday 09:30'])
})

test('students whom a form adds join the session that is there; one that they have stays as it is', async ({
  db,
  people,
}) => {
  const { daniel, niamh } = people
  const { added } = await addOnDays({ weekdays: ['Monday'], studentIds: [daniel.id] })
  const second = await addOnDays({ weekdays: ['Monday', 'Tuesday'], studentIds: [niamh.id] })
  expect(second).toMatchObject({
    added: [{ weekday: 'Tuesday', studentIds: [niamh.id] }],
    joined: [{ id: added[0]?.id, before: [daniel.id] }],
    skipped: [],
  })
  const everyone = await listWeek(db, people.aoife)
  expect(everyone.map(({ weekday, studentIds }) => [weekday, studentIds])).toEqual([
    ['Monday', [daniel.id, niamh.id]],
    ['Tuesday', [niamh.id]],
  ])
  const again = await addOnDays({ weekdays: ['Monday'], studentIds: [niamh.id], activity: 'ART' })
  expect(again).toMatchObject({ added: [], joined: [], skipped: [{ session: { id: added[0]?.id }, other: '' }] })
  expect(await listWeek(db, people.aoife)).toEqual(everyone)
  await undoAdded(db, people.aoife, formatAdded(second.added, second.joined))
  expect(await listWeekOf(db, niamh.id)).toEqual([])
})

test('POST /api/sessions lets students join a session that exists, and refuses one that all have already', async ({
  db,
  people,
}) => {
  const { daniel, niamh } = people
  const post = (studentIds: number[]) =>
    sendApiRequest(riverbank, 'POST /api/sessions', { as: 'aoife', json: { ...art, studentIds } })
  const first = await post([daniel.id])
  const joined = await post([niamh.id])
  const now = { ...first.body, studentIds: [daniel.id, niamh.id], version: 2 }
  expect([joined.status, joined.body]).toEqual([201, now])
  const present = { message: 'This session is already there.', errors: { activity: [expect.any(String)] }, now }
  expect(await post([niamh.id])).toMatchObject({ status: 409, body: present })
  expect(await listWeek(db, people.aoife)).toHaveLength(1)
})

const yesterday = addDays(formatIsoDay(getToday()), -1)

test('a session that has ended is not there for one that begins today, which then begins today', async ({
  db,
  people,
}) => {
  const { daniel, niamh } = people
  const post = (more: object) =>
    sendApiRequest(riverbank, 'POST /api/sessions', { as: 'aoife', json: { ...art, studentIds: [daniel.id], ...more } })
  const first = await post({ endDate: yesterday })
  expect(await post({ endDate: yesterday })).toMatchObject({ status: 409 })
  expect(await post({ startDate: yesterday })).toMatchObject({ status: 409, body: { now: first.body } })
  const second = await post({})
  expect(second).toMatchObject({ status: 201, body: { startDate: addDays(yesterday, 1), endDate: null } })
  expect(await post({})).toMatchObject({ status: 409, body: { now: second.body } })
  // Others never had the one that has ended.
  expect(await post({ studentIds: [niamh.id] })).toMatchObject({ status: 201, body: { startDate: null } })
  expect(await listClashTexts(db, people.aoife, await listWeekOf(db, daniel.id))).toEqual([])
})

test('a session for everyone is refused where some students have it, and theirs stays theirs', async ({
  db,
  people,
}) => {
  const { daniel } = people
  const own = await add({ studentIds: [daniel.id] })
  const { weekday, from, to, activity, place } = own
  const json = { weekday, from, to, activity, place }
  const refused = await sendApiRequest(riverbank, 'POST /api/sessions', { as: 'aoife', json })
  expect(refused).toMatchObject({
    status: 409,
    body: {
      message: 'This session is already there. Art, Monday 09:30, is only for some students.',
      now: { id: own.id, studentIds: [daniel.id], version: 1 },
    },
  })
  const other = { skipped: [{ session: { id: own.id }, other: 'only for some students' }] }
  expect(await addOnDays({ weekdays: ['Monday', 'Tuesday'] })).toMatchObject({
    added: [{ weekday: 'Tuesday', studentIds: [] }],
    joined: [],
    ...other,
  })
  expect(await addOnDays({ weekdays: ['Monday'], place: 'Hall' })).toMatchObject({
    added: [],
    skipped: [{ other: 'only for some students, in Art room' }],
  })
  expect(await listWeekOf(db, daniel.id)).toEqual([own])
})

test('a session that is there in another place, with others or for a shorter time is named as it is', async () => {
  const { year } = getToday()
  await addOnDays({ weekdays: ['Monday'], withWhom: 'Colm', endDate: `31 December ${year}` })
  const planned = { weekdays: ['Monday'], place: 'Hall', withWhom: 'Aoife' }
  const { added, skipped } = await addOnDays(planned)
  expect({ added, skipped }).toMatchObject({
    added: [],
    skipped: [{ other: `in Art room, with Colm, only until 31 December ${year}` }],
  })
  expect((await addOnDays({ ...planned, startDate: `1 January ${year + 1}` })).added).toHaveLength(1)
})

test('if one day can’t be added, none is', async () => {
  await expect(addOnDays({ weekdays: ['Monday', 'Tuesday'], photoId: 9999 })).rejects.toMatchObject({ kind: 'invalid' })
  expect(await listWeek(riverbank.db, riverbank.people.aoife)).toEqual([])
})

test.each([
  [{}, 'weekdays'],
  [{ weekdays: '' }, 'weekdays'],
  [{ weekdays: ['Someday'] }, 'weekdays.0'],
  [{ weekdays: 'Monday', to: '9:30' }, 'to'],
])('%j is refused for several days', (wrong, field) => {
  const { error } = newWeekSessions.safeParse({ ...art, ...wrong })
  expect(error?.issues.map(({ path }) => path.join('.'))).toEqual([field])
})

test('clashes of added sessions are named, each once', async ({ db, people }) => {
  await addOnDays({ weekdays: ['Monday', 'Tuesday'], activity: 'Choir', studentIds: [people.niamh.id] })
  const { added } = await addOnDays({ weekdays: ['Monday', 'Tuesday', 'Friday'], studentIds: [people.daniel.id] })
  expect(await listClashTexts(db, riverbank.people.aoife, added)).toEqual(['Art room also has Choir'])
  expect(await listClashTexts(db, riverbank.people.aoife, added.slice(2))).toEqual([])
})

test('students join the sessions of a copied week, which then change for all of them', async ({ db, people }) => {
  const own = await add({ studentIds: [people.daniel.id], exceptions: ['2026-05-04'] })
  await add({ activity: 'Lunch' })
  const others = [people.niamh.id, (await addPerson('liam', 'student')).id]
  expect(await copy(people.daniel.id, others)).toEqual(['0 added', '1 joined', '0 skipped'])
  const all = { id: own.id, studentIds: [people.daniel.id, ...others], exceptions: ['2026-05-04'] }
  expect(await listWeekOf(db, people.niamh.id)).toMatchObject([all])
  await removeWeekSession(db, people.aoife, own.id)
  expect(await listWeekOf(db, people.niamh.id)).toEqual([])
  const errors = { studentIds: [expect.any(String)] }
  for (const id of [people.aoife.id, 4711]) await expect(copy(people.daniel.id, [id])).rejects.toMatchObject({ errors })
})

test('a copy adds no session a student already has', async ({ db, people }) => {
  const { daniel, niamh } = people
  const liam = await addPerson('liam', 'student')
  await add({ studentIds: [daniel.id] })
  await add({ studentIds: [daniel.id], weekday: 'Friday' })
  await add({ studentIds: [niamh.id], activity: 'ART', place: null })
  expect(await copy(daniel.id, [niamh.id, liam.id])).toEqual(['0 added', '2 joined', '1 skipped'])
  const monday = [`Monday ${daniel.id},${liam.id}`, `Monday ${niamh.id}`]
  const friday = [`Friday ${[daniel.id, niamh.id, liam.id]}`]
  const days = (await listWeek(db, riverbank.people.aoife)).map(({ weekday, studentIds }) => `${weekday} ${studentIds}`)
  expect(days).toEqual([...monday, ...friday])
  expect(await copy(daniel.id, [niamh.id, liam.id])).toEqual(['0 added', '0 joined', '2 skipped'])
})

test('a student’s week is copied to everyone’s, without what everyone has', async ({ db, people }) => {
  await add({ studentIds: [people.daniel.id] })
  await add({ studentIds: [people.daniel.id], activity: 'Lunch' })
  await add({ activity: 'Lunch' })
  expect(await copy(people.daniel.id, [])).toEqual(['0 added', '1 joined', '1 skipped'])
  expect((await listWeekOf(db, null)).map(({ activity }) => activity)).toEqual(['Art', 'Lunch'])
})

test('a tutor undoes what they have just added, except what was changed since', async ({ db, people }) => {
  const sandra = await addPerson('sandra', 'tutor')
  const added = formatAdded((await addOnDays({ weekdays: ['Monday', 'Tuesday', 'Friday'] })).added)
  await addOnDays({ weekdays: 'Monday', activity: 'Choir' })
  const [first] = await listWeek(db, riverbank.people.aoife)
  await changeWeekSession(db, sandra, first!.id, { version: 1, patch: { place: 'Hall' } })
  expect(await countUndoable(db, sandra, added)).toBe(0)
  await expect(undoAdded(db, sandra, added)).rejects.toMatchObject({ kind: 'conflict' })
  expect(await countUndoable(db, people.aoife, added)).toBe(2)
  const left = ['Art, Monday 09:30']
  expect(await undoAdded(db, people.aoife, added)).toEqual({ undone: 2, left })
  expect((await listWeek(db, riverbank.people.aoife)).map(({ activity }) => activity)).toEqual(['Art', 'Choir'])
  expect((await listActivity(db, riverbank.people.aoife))[0]).toMatchObject({
    action: 'deleted',
    actorId: people.aoife.id,
  })
  await expect(undoAdded(db, people.aoife, added)).rejects.toMatchObject({ kind: 'conflict' })
})

test('Undo takes students out of the sessions that they joined, unless those changed since', async ({ db, people }) => {
  const { daniel, niamh, aoife } = people
  await add({ studentIds: [daniel.id] })
  const friday = await add({ studentIds: [daniel.id], weekday: 'Friday' })
  const { added, joined } = await copyWeek(db, aoife, daniel.id, [niamh.id])
  await changeWeekSession(db, aoife, friday.id, { patch: { place: 'Hall' } })
  const undo = formatAdded(added, joined)
  expect(await countUndoable(db, await addPerson('sandra', 'tutor'), undo)).toBe(0)
  expect(await countUndoable(db, aoife, undo)).toBe(1)
  expect(await undoAdded(db, aoife, undo)).toEqual({ undone: 1, left: ['Art, Friday 09:30'] })
  expect((await listWeekOf(db, niamh.id)).map(({ weekday }) => weekday)).toEqual(['Friday'])
  expect(await listWeekOf(db, daniel.id)).toHaveLength(2)
  await expect(undoAdded(db, aoife, undo)).rejects.toMatchObject({ kind: 'conflict' })
})

test('an Undo made by hand neither adds a student to a session nor is for more than one form adds', async ({
  db,
  people,
}) => {
  const { daniel, niamh, aoife } = people
  const session = await add({ studentIds: [daniel.id] })
  const { id, version } = await changeWeekSession(db, aoife, session.id, { patch: { place: 'Hall' } })
  for (const before of [`${niamh.id}`, `${daniel.id}.${niamh.id}`, `${daniel.id}`, `${daniel.id}.${daniel.id}`, ''])
    expect(await countUndoable(db, aoife, `${id}v${version}:${before}`), before).toBe(0)
  await add({ weekday: 'Friday' })
  await expect(undoAdded(db, aoife, '1-999999999')).rejects.toMatchObject({ kind: 'conflict' })
  expect(await listWeek(db, aoife)).toHaveLength(2)
})

test('what no tutor added, or added over ten minutes ago, can’t be undone', async ({ db, people }) => {
  for (const odd of ['', '1', 'x-y', '1-2-3', '0-0']) expect(await countUndoable(db, people.aoife, odd), odd).toBe(0)
  const added = formatAdded((await addOnDays({ weekdays: 'Monday' })).added)
  await db.updateTable('activity').set({ at: '2026-01-01T00:00:00.000Z' }).execute()
  expect(await countUndoable(db, people.aoife, added)).toBe(0)
})

test('a copy needs a student', () => {
  expect(weekCopy.safeParse({}).error?.issues).toMatchObject([{ message: 'Please tick at least one student.' }])
})
