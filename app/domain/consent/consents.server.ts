import { type Account, type Tutor, wholeName } from '~/domain/accounts/account'
import { listStudents } from '~/domain/accounts/accounts.server'
import { namesAmong } from '~/domain/accounts/names'
import { requireStudent } from '~/domain/accounts/people.server'
import { logFor } from '~/domain/activity/activity.server'
import { within } from '~/domain/change.server'
import { type CursorPage, type CursorRequest, listOf } from '~/domain/cursor-page.server'
import { isoDay, today } from '~/domain/events/days'
import { pageOfIds } from '~/domain/page.server'
import { Refused } from '~/domain/refused'
import { type PhotoUse, photoUses } from '~db/choices'
import type { Database, Row } from '~db/schema'
import type { NewConsents } from './schema'
import type { ConsentState } from './words'

export type Consent = Omit<Row<'photoConsents'>, 'userId' | 'byId'> & { studentId: number; by: string | null }

export interface StandingConsent {
  use: PhotoUse
  state: ConsentState
  last: Consent | null
}

const log = logFor('photo consent')

/** Writes down what a student said, one row for each use that they answered. Throws Refused, 404. */
export async function addConsents(
  db: Database,
  tutor: Tutor,
  studentId: number,
  { supportedBy, explained, from, until, ...said }: Omit<NewConsents, 'decided'>,
): Promise<StandingConsent[]> {
  return within(db, async (change) => {
    const student = await requireStudent(change, studentId)
    const recordedAt = new Date().toISOString()
    for (const use of photoUses) {
      const answer = said[use]
      if (!answer) continue
      const about = { supportedBy, explained, from, until: answer === 'yes' ? until : null }
      const row = { userId: studentId, use, answer, ...about, recordedAt, byId: tutor.id }
      await change.insertInto('photoConsents').values(row).execute()
    }
    await log(change, tutor, 'added', { id: studentId, title: wholeName(student), studentId })
    return standingOf(change, studentId)
  })
}

/**
 * 'Not any more': of a student by themself or by a tutor. It counts at once, and may be pressed again. Throws Refused: 403 for another
 * student's, 404.
 */
export async function withdrawConsent(
  db: Database,
  actor: Account,
  studentId: number,
  use: PhotoUse,
): Promise<StandingConsent[]> {
  if (actor.role !== 'tutor' && actor.id !== studentId) throw new Refused(403, 'You can only change your own answer.')
  return db.transaction().execute(async (change) => {
    const student = await requireStudent(change, studentId)
    const now = (await standingOf(change, studentId)).find((one) => one.use === use)
    if (now?.state === 'no' || now?.state === 'withdrawn') return standingOf(change, studentId)
    const answer = now?.last ? ('withdrawn' as const) : ('no' as const)
    const nothing = { supportedBy: null, explained: null, until: null }
    const said = { ...nothing, from: isoDay(today()), recordedAt: new Date().toISOString(), byId: actor.id }
    const row = { userId: studentId, use, answer, ...said }
    await change.insertInto('photoConsents').values(row).execute()
    await log(change, actor, 'took back', { id: studentId, title: wholeName(student), studentId })
    return standingOf(change, studentId)
  })
}

function consents(db: Database) {
  return db
    .selectFrom('photoConsents')
    .leftJoin('users as recorder', 'recorder.id', 'photoConsents.byId')
    .select(['photoConsents.id', 'userId', 'use', 'answer', 'supportedBy', 'explained', 'from', 'until', 'recordedAt'])
    .select(['recorder.firstName', 'recorder.lastName'])
}

type ConsentRow = Awaited<ReturnType<ReturnType<typeof consents>['executeTakeFirstOrThrow']>>

function toConsent({ userId, firstName, lastName, ...row }: ConsentRow): Consent {
  return {
    ...row,
    studentId: userId,
    by: firstName === null ? null : wholeName({ firstName, lastName: lastName ?? '' }),
  }
}

/** All that a student said, the newest first. */
export async function historyOf(db: Database, studentId: number): Promise<Consent[]> {
  const rows = consents(db).where('userId', '=', studentId).orderBy('recordedAt', 'desc')
  return (await rows.orderBy('photoConsents.id', 'desc').execute()).map(toConsent)
}

/** One part of all answers of all students, in the order that they were written down. */
export function listConsents(db: Database, asked: CursorRequest): Promise<CursorPage<Consent>> {
  const cursorOf = ({ recordedAt, id }: ConsentRow) => [recordedAt, id] as const
  const order = { by: 'recordedAt', id: 'photoConsents.id', direction: 'desc', cursorOf } as const
  return listOf(consents(db), asked, order, toConsent)
}

function stateOf(last: Consent | undefined): ConsentState {
  if (!last) return 'not asked'
  if (last.answer !== 'yes') return last.answer
  const day = isoDay(today())
  return last.from <= day && (last.until ?? '') >= day ? 'yes' : 'again'
}

function standingIn(history: readonly Consent[]): StandingConsent[] {
  return photoUses.map((use) => {
    const last = history.find((one) => one.use === use)
    return { use, state: stateOf(last), last: last ?? null }
  })
}

export async function standingOf(db: Database, studentId: number): Promise<StandingConsent[]> {
  return standingIn(await historyOf(db, studentId))
}

/** Returns the students who took a yes to a use back and have said nothing of it since, by name. */
export async function listTakenBack(db: Database): Promise<{ id: number; name: string; use: PhotoUse }[]> {
  const students = await listStudents(db)
  const names = namesAmong(students)
  const taken = await consents(db).where('answer', '=', 'withdrawn').execute()
  const known = new Set(taken.map(({ userId }) => userId))
  const found: { id: number; name: string; use: PhotoUse }[] = []
  for (const { id } of students.filter((student) => known.has(student.id)))
    for (const { use, state } of await standingOf(db, id))
      if (state === 'withdrawn') found.push({ id, name: names.get(id) ?? '', use })
  return found
}

/** One page of the students with open accounts by name, each with how things stand. */
export async function pageOfStanding(db: Database, page: number) {
  const students = await listStudents(db)
  const names = namesAmong(students)
  const read = async (ids: number[]) => {
    const rows = consents(db).where('userId', 'in', ids).orderBy('recordedAt', 'desc')
    const history = (await rows.orderBy('photoConsents.id', 'desc').execute()).map(toConsent)
    const whose = Map.groupBy(history, ({ studentId }) => studentId)
    return ids.map((id) => ({ id, name: names.get(id) ?? '', standing: standingIn(whose.get(id) ?? []) }))
  }
  const ids = students.map(({ id }) => id)
  return pageOfIds(ids, page, read, STUDENTS_A_PAGE)
}

const STUDENTS_A_PAGE = 10
