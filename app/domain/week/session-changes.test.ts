import { expect, test, vi } from 'vitest'
import { addAbsence } from '~/domain/absences/absences.server'
import { listActivity } from '~/domain/activity/activity.server'
import { splitActivitySentence } from '~/domain/activity/sentences'
import { addEvent } from '~/domain/events/events.server'
import { newEvent } from '~/domain/events/schema'
import { setUpFreshRiverbank } from '~/test/riverbank'
import { sessionDay, sessionSwitch } from './change-schema'
import { formatSwitch } from './day'
import { newWeekSession } from './schema'
import {
  addSessionChange,
  changeSessionChange,
  findSessionDay,
  listComingChanges,
  listSessionChangesOf,
  removePastSessionChanges,
  saveSessionDay,
  switchSessions,
} from './session-changes.server'
import { addWeekSession, getDayOfStudent, getWeekOfStudent, removeWeekSession } from './week.server'

const riverbank = setUpFreshRiverbank()

const THURSDAY = '2026-11-26'
const morning = new Date('2026-11-26T09:00:00Z')
const drama = { weekday: 'Thursday', from: '9:00', to: '10:30', activity: 'Drama', place: 'Hall', withWhom: 'Aoife' }
const art = { weekday: 'Thursday', from: '10:30', to: '12:00', activity: 'Art', place: 'Room 2' }

/** Adds sessions on a Thursday morning; `at` is the time of the test. */
async function plan(...sessions: object[]) {
  vi.useFakeTimers({ toFake: ['Date'], now: morning })
  const added = []
  for (const session of sessions)
    added.push(await addWeekSession(riverbank.db, riverbank.people.aoife, newWeekSession.parse(session)))
  return added.map(({ id }) => id) as [number, ...number[]]
}

const switchOff = (ids: number[], isOff = true, day = THURSDAY) =>
  switchSessions(
    riverbank.db,
    riverbank.people.aoife,
    sessionSwitch.parse({ press: formatSwitch({ day, ids, isOff }) }).press,
  )
const save = (ids: [number, ...number[]], fields: object) =>
  saveSessionDay(riverbank.db, riverbank.people.aoife, ids, sessionDay.parse({ day: THURSDAY, ...fields }))
const readDay = (person: 'daniel' | 'niamh' = 'daniel') => getDayOfStudent(riverbank.db, riverbank.people[person])

test('a session that is off is not now, and the student reads that and why', async () => {
  const [first, second] = await plan(drama, art)
  expect(await readDay()).toMatchObject({ now: [first], next: [second] })
  await save([first], { isOff: true, reason: 'Aoife is sick.' })
  const { sessions, now, next } = await readDay()
  expect({ now, next }).toEqual({ now: [], next: [second] })
  expect(sessions[0]).toMatchObject({ activity: 'Drama', isOff: true, reason: 'Aoife is sick.', place: 'Hall' })
  const week = await getWeekOfStudent(riverbank.db, riverbank.people.niamh, THURSDAY)
  expect(week[3]?.sessions.map(({ activity, isOff }) => `${activity} ${isOff}`)).toEqual(['Drama true', 'Art false'])
  vi.setSystemTime('2026-12-03T09:00:00Z')
  expect(await readDay()).toMatchObject({ now: [first], next: [second] })
})

test('another place or person is for that day only', async () => {
  const [first] = await plan(drama)
  await save([first], { place: 'Room 3' })
  const moved = { place: 'Room 3', withWhom: 'Aoife', isOtherPlace: true, isOtherPerson: false, isOff: false }
  expect((await readDay()).sessions).toMatchObject([moved])
  vi.setSystemTime('2026-12-03T09:00:00Z')
  expect((await readDay()).sessions).toMatchObject([{ place: 'Hall', isOtherPlace: false }])
})

test('sessions are switched off and on again any number of times, and the log says by whom', async ({ db, people }) => {
  const ids = await plan(drama, { ...drama, studentIds: [riverbank.people.daniel.id] })
  expect(await switchOff(ids)).toBe('Drama')
  await switchOff(ids)
  expect(await listComingChanges(db, riverbank.people.aoife)).toHaveLength(2)
  const read = (line: Parameters<typeof splitActivitySentence>[0]) =>
    Object.values(splitActivitySentence(line)).join('')
  const lines = await listActivity(db, riverbank.people.aoife)
  expect(lines.filter(({ noun }) => noun === 'day of a session')).toHaveLength(2)
  expect(lines[0]?.actorName).toBe('Aoife Brennan')
  expect(read(lines[0]!)).toBe('said that Drama at 09:00 is off on 26 November 2026')
  await switchOff(ids, false)
  await switchOff(ids, false)
  expect(await listComingChanges(db, riverbank.people.aoife)).toEqual([])
  const [last] = await listActivity(db, riverbank.people.aoife)
  expect(read(last!)).toBe('took back that Drama at 09:00 is off on 26 November 2026')
  expect(await listSessionChangesOf(db, people.daniel.id)).toEqual([])
})

test('a session on again keeps its other place of that day', async () => {
  const [first] = await plan(drama)
  await save([first], { place: 'Room 3', reason: 'The floor is wet.' })
  await switchOff([first])
  await switchOff([first], false)
  expect(await findSessionDay(riverbank.db, riverbank.people.aoife, first, THURSDAY)).toMatchObject({
    isOff: false,
    place: 'Room 3',
  })
  await save([first], { version: 3 })
  expect(await findSessionDay(riverbank.db, riverbank.people.aoife, first, THURSDAY)).toBeNull()
})

test('the second of two tutors learns what the first one saved', async () => {
  const [first] = await plan(drama)
  await save([first], { isOff: true, reason: 'Aoife is sick.' })
  await expect(save([first], { place: 'Room 3' })).rejects.toMatchObject({ kind: 'conflict', now: { isOff: true } })
  await save([first], { place: 'Room 3', version: 1 })
  await expect(save([first], { isOff: true, version: 1 })).rejects.toMatchObject({
    kind: 'conflict',
    now: { version: 2 },
  })
})

test('a session has one change a day, only in the coming week, when it is on', async ({ db, people }) => {
  const [first] = await plan({ ...drama, exceptions: ['2026-12-03'] })
  for (const day of ['2026-11-19', '2026-11-27', '2026-12-03', '2026-12-10'])
    await expect(switchOff([first], true, day), day).rejects.toMatchObject({ kind: 'invalid' })
  await expect(switchOff([4711])).rejects.toMatchObject({ kind: 'notFound' })
  const change = { sessionId: first, day: THURSDAY, isOff: true, reason: null, place: null, withWhom: null }
  const { id } = await addSessionChange(db, people.aoife, change)
  await expect(addSessionChange(db, people.aoife, change)).rejects.toMatchObject({ kind: 'conflict' })
  const move = { patch: { day: '2026-12-03', reason: 'No heating.' } }
  await expect(changeSessionChange(db, people.aoife, id, move)).rejects.toMatchObject({ kind: 'invalid' })
  const changed = await changeSessionChange(db, people.aoife, id, { patch: { reason: 'No heating.' } })
  expect(changed).toMatchObject({ day: THURSDAY, reason: 'No heating.' })
})

test('a closed centre and an absence win over a session that is off', async ({ db, people }) => {
  const [first] = await plan(drama)
  await switchOff([first])
  await addAbsence(db, people.aoife, { studentId: people.niamh.id, startDate: THURSDAY, endDate: null, note: null })
  expect(await readDay('niamh')).toMatchObject({ isAway: true, sessions: [] })
  const closed = { title: 'Snow', day: 26, month: 'November', year: 2026, closed: true }
  await addEvent(db, people.aoife, newEvent.parse(closed))
  expect(await readDay()).toMatchObject({ isClosed: true, sessions: [] })
})

test('the next day is one on which something is on', async () => {
  const [, friday] = await plan(drama, { ...art, weekday: 'Friday' })
  expect((await readDay()).nextDay).toBe('2026-11-27')
  await switchOff([friday!], true, '2026-11-27')
  expect((await readDay()).nextDay).toBe('2026-12-03')
})

test('changes go with their session, and a week after their day', async ({ db }) => {
  const [first, second] = await plan(drama, art)
  await switchOff([first, second!])
  await removeWeekSession(db, riverbank.people.aoife, first)
  expect(await listComingChanges(db, riverbank.people.aoife)).toMatchObject([{ sessionId: second }])
  expect(await removePastSessionChanges(db, Date.parse('2026-12-03T12:00:00Z'))).toBe(0)
  expect(await removePastSessionChanges(db, Date.parse('2026-12-04T12:00:00Z'))).toBe(1)
})
