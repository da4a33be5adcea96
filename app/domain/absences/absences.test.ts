import { expect, test, vi } from 'vitest'
import { closeAccountById } from '~/domain/accounts/close-account.server'
import { formatIsoDay, getToday, toDay } from '~/domain/events/days'
import { newWeekSession } from '~/domain/week/schema'
import { addWeekSession, getDayOfStudent } from '~/domain/week/week.server'
import { setUpFreshRiverbank } from '~/test/riverbank'
import type { Database } from '~db/schema'
import {
  addAbsence,
  listAbsences,
  listAbsentOn,
  listDaysAway,
  openFamilyLink,
  removeAbsence,
  reportAbsence as sayAbsentTo,
  cancelReportedAbsence as sayComingTo,
} from './absences.server'
import { listFamilyLinks, makeFamilyLink, removeFamilyLink } from './family-links.server'
import { type FamilyAbsence, familyAbsence, newAbsence } from './schema'

const riverbank = setUpFreshRiverbank()
const { aoife } = riverbank.people

const DAY = 24 * 3_600_000
const dayIn = (days: number) => formatIsoDay(toDay(Date.parse(formatIsoDay(getToday())) + days * DAY))
const on = (from: number, to: number | null = null, note: string | null = null): FamilyAbsence => ({
  startDate: dayIn(from),
  endDate: to === null ? null : dayIn(to),
  note,
})
const make = (label = 'Mother', of = riverbank.people.daniel.id) => makeFamilyLink(riverbank.db, aoife, of, { label })
const sayAbsent = (db: Database, token: string, absence: FamilyAbsence) =>
  sayAbsentTo(db, token, absence, riverbank.settings.centre)
const sayComing = (db: Database, token: string, id: number) => sayComingTo(db, token, id, riverbank.settings.centre)
const saidTo = async (token: string) => (await openFamilyLink(riverbank.db, token))?.currentAbsences ?? null

test('mother and father each have a link; when one is removed, the other still works', async ({ db, people }) => {
  const [mothers, fathers] = [await make('Mother'), await make('Father')]
  await sayAbsent(db, mothers, on(0, null, 'Back tomorrow.'))
  expect(await saidTo(mothers)).toEqual([expect.objectContaining({ note: 'Back tomorrow.', saidBy: 'Mother' })])
  // One person's note is not for the other.
  expect(await saidTo(fathers)).toEqual([expect.objectContaining({ note: null, saidBy: 'Mother' })])
  const [link] = await listFamilyLinks(db, aoife, people.daniel.id)
  expect(link).toMatchObject({ label: 'Mother', lastUsedAt: expect.any(String) })
  await removeFamilyLink(db, people.aoife, people.daniel.id, link!.id)
  expect(await saidTo(mothers)).toBeNull()
  await expect(sayAbsent(db, mothers, on(1))).rejects.toMatchObject({ kind: 'notFound' })
  expect(await saidTo(fathers)).toHaveLength(1)
  expect(await listAbsentOn(db, aoife)).toMatchObject([{ studentName: 'Daniel Okafor', saidBy: 'Mother' }])
})

test('a repeated absence is stored once; one with more in it is added', async ({ db }) => {
  const token = await make()
  await sayAbsent(db, token, on(1, 3))
  await sayAbsent(db, token, on(2))
  await sayAbsent(db, token, on(1, 3))
  expect(await saidTo(token)).toHaveLength(1)
  await sayAbsent(db, token, on(2, null, 'At the dentist.'))
  await sayAbsent(db, token, on(3, 4))
  expect(await saidTo(token)).toHaveLength(3)
})

test('removing an absence ends it yesterday or deletes it, never another student’s', async ({ db, people }) => {
  const token = await make()
  const whole = await addAbsence(db, people.aoife, { studentId: people.daniel.id, ...on(-2, 5) })
  const ahead = await addAbsence(db, people.aoife, { studentId: people.daniel.id, ...on(9) })
  const others = await addAbsence(db, people.aoife, { studentId: people.niamh.id, ...on(0) })
  await expect(sayComing(db, token, others.id)).rejects.toMatchObject({ kind: 'notFound' })
  await sayComing(db, token, whole.id)
  await sayComing(db, token, ahead.id)
  expect(await saidTo(token)).toEqual([])
  expect(await listDaysAway(db, people.daniel.id, { from: dayIn(-3), before: dayIn(10) })).toEqual([
    dayIn(-2),
    dayIn(-1),
  ])
  await removeAbsence(db, people.aoife, others.id)
  expect(await listAbsentOn(db, aoife)).toEqual([])
})

test('a student has at most ten links', async () => {
  for (let more = 1; more <= 10; more++) await make(String(more))
  await expect(make('one too many')).rejects.toMatchObject({ kind: 'conflict' })
})

test('only students have links and absences; a closed account loses both', async ({ db, people }) => {
  await expect(make('Mother', people.aoife.id)).rejects.toMatchObject({ kind: 'notFound' })
  const noted = addAbsence(db, people.aoife, { studentId: people.aoife.id, ...on(0) })
  await expect(noted).rejects.toMatchObject({ kind: 'invalid', errors: { studentId: [expect.any(String)] } })
  const token = await make()
  await sayAbsent(db, token, on(0))
  await closeAccountById(db, people.aoife, people.daniel.id)
  await db.updateTable('users').set({ closedAt: null }).where('id', '=', people.daniel.id).execute()
  expect([await saidTo(token), await listFamilyLinks(db, aoife, people.daniel.id)]).toEqual([null, []])
  await db.updateTable('users').set({ closedAt: '2026-01-01' }).where('id', '=', people.daniel.id).execute()
  expect([await listAbsentOn(db, aoife), (await listAbsences(db, aoife)).items]).toEqual([[], []])
})

test('an absence is at most a year ahead; tutors can also record the last week', () => {
  for (const [absence, ofFamily, ofTutor] of [
    [on(0), true, true],
    [on(366), true, true],
    [on(367), false, false],
    [on(0, 367), false, false],
    [on(-1), false, true],
    [on(-8), false, false],
    [on(3, 2), false, false],
    [on(0, null, 'x'.repeat(200)), true, true],
    [on(0, null, 'x'.repeat(201)), false, false],
    [{ ...on(0), startDate: '' }, false, false],
  ] as const) {
    expect(familyAbsence.safeParse(absence).success, JSON.stringify(absence)).toBe(ofFamily)
    expect(newAbsence.safeParse({ ...absence, studentId: 2 }).success, JSON.stringify(absence)).toBe(ofTutor)
  }
})

test('an absent student sees that, and the next day they come', async ({ db, people }) => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-23T10:00:00Z') })
  const art = { from: '9:30', to: '12:30', activity: 'Art' }
  for (const weekday of ['Monday', 'Tuesday', 'Wednesday'])
    await addWeekSession(db, people.aoife, newWeekSession.parse({ weekday, ...art }))
  const here = { isAway: false, nextDay: '2026-11-24', now: [expect.any(Number)] }
  expect(await getDayOfStudent(db, people.daniel)).toMatchObject(here)
  await sayAbsent(db, await make(), on(0, 1))
  const away = { isAway: true, sessions: [], nextDay: '2026-11-25', now: [] }
  expect(await getDayOfStudent(db, people.daniel)).toMatchObject(away)
  expect(await getDayOfStudent(db, people.niamh)).toMatchObject({ isAway: false, nextDay: '2026-11-24' })
})

test('the day is Dublin’s, even in summer', async ({ db, people }) => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2027-06-30T23:30:00Z') })
  const token = await make()
  await sayAbsent(db, token, on(0))
  expect(await listAbsentOn(db, aoife)).toMatchObject([{ studentId: people.daniel.id, startDate: '2027-07-01' }])
  vi.setSystemTime('2027-07-01T23:30:00Z')
  expect([await listAbsentOn(db, aoife), await saidTo(token)]).toEqual([[], []])
})
