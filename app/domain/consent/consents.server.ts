import { type Account, formatFullName, type Tutor } from '~/domain/accounts/account'
import { listStudents } from '~/domain/accounts/accounts.server'
import { getListNames } from '~/domain/accounts/names'
import { requireStudent } from '~/domain/accounts/people.server'
import { createActivityLogger } from '~/domain/activity/activity.server'
import { runInTransaction } from '~/domain/change.server'
import { type CursorPage, type CursorRequest, readRecordPage } from '~/domain/cursor-page.server'
import { formatIsoDay, getToday } from '~/domain/events/days'
import { paginateIds } from '~/domain/page.server'
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

const log = createActivityLogger('photo consent')

/** Writes down what a student said, one row for each use that they answered. Throws Refused, 404. */
export async function addConsents(
  db: Database,
  tutor: Tutor,
  studentId: number,
  { supportedBy, explained, from, until, ...said }: Omit<NewConsents, 'decided'>,
): Promise<StandingConsent[]> {
  return runInTransaction(db, async (change) => {
    const student = await requireStudent(change, studentId)
    const recordedAt = new Date().toISOString()
    for (const use of photoUses) {
      const answer = said[use]
      if (!answer) continue
      const about = { supportedBy, explained, from, until: answer === 'yes' ? until : null }
      const row = { userId: studentId, use, answer, ...about, recordedAt, byId: tutor.id }
      await change.insertInto('photoConsents').values(row).execute()
    }
    await log(change, tutor, 'added', { id: studentId, title: formatFullName(student), studentId })
    return findStandingConsents(change, studentId)
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
    const now = (await findStandingConsents(change, studentId)).find((one) => one.use === use)
    if (now?.state === 'no' || now?.state === 'withdrawn') return findStandingConsents(change, studentId)
    const answer = now?.last ? ('withdrawn' as const) : ('no' as const)
    const nothing = { supportedBy: null, explained: null, until: null }
    const said = { ...nothing, from: formatIsoDay(getToday()), recordedAt: new Date().toISOString(), byId: actor.id }
    const row = { userId: studentId, use, answer, ...said }
    await change.insertInto('photoConsents').values(row).execute()
    await log(change, actor, 'took back', { id: studentId, title: formatFullName(student), studentId })
    return findStandingConsents(change, studentId)
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
    by: firstName === null ? null : formatFullName({ firstName, lastName: lastName ?? '' }),
  }
}

/** All that a student said, the newest first. */
export async function listConsentHistory(db: Database, studentId: number): Promise<Consent[]> {
  const rows = consents(db).where('userId', '=', studentId).orderBy('recordedAt', 'desc')
  return (await rows.orderBy('photoConsents.id', 'desc').execute()).map(toConsent)
}

/** One part of all answers of all students, in the order that they were written down. */
export function listConsents(db: Database, requested: CursorRequest): Promise<CursorPage<Consent>> {
  const cursorOf = ({ recordedAt, id }: ConsentRow) => [recordedAt, id] as const
  const order = { by: 'recordedAt', id: 'photoConsents.id', direction: 'desc', cursorOf } as const
  return readRecordPage(consents(db), requested, order, toConsent)
}

function stateOf(last: Consent | undefined): ConsentState {
  if (!last) return 'not asked'
  if (last.answer !== 'yes') return last.answer
  const day = formatIsoDay(getToday())
  return last.from <= day && (last.until ?? '') >= day ? 'yes' : 'again'
}

function standingIn(history: readonly Consent[]): StandingConsent[] {
  return photoUses.map((use) => {
    const last = history.find((one) => one.use === use)
    return { use, state: stateOf(last), last: last ?? null }
  })
}

export async function findStandingConsents(db: Database, studentId: number): Promise<StandingConsent[]> {
  return standingIn(await listConsentHistory(db, studentId))
}

/** Returns the students who took a yes to a use back and have said nothing of it since, by name. */
export async function listWithdrawn(db: Database): Promise<{ id: number; name: string; use: PhotoUse }[]> {
  const students = await listStudents(db)
  const names = getListNames(students)
  const taken = await consents(db).where('answer', '=', 'withdrawn').execute()
  const known = new Set(taken.map(({ userId }) => userId))
  const found: { id: number; name: string; use: PhotoUse }[] = []
  for (const { id } of students.filter((student) => known.has(student.id)))
    for (const { use, state } of await findStandingConsents(db, id))
      if (state === 'withdrawn') found.push({ id, name: names.get(id) ?? '', use })
  return found
}

/** One page of the students with open accounts by name, each with how things stand. */
export async function pageOfStanding(db: Database, page: number) {
  const students = await listStudents(db)
  const names = getListNames(students)
  const read = async (ids: number[]) => {
    const rows = consents(db).where('userId', 'in', ids).orderBy('recordedAt', 'desc')
    const history = (await rows.orderBy('photoConsents.id', 'desc').execute()).map(toConsent)
    const owner = Map.groupBy(history, ({ studentId }) => studentId)
    return ids.map((id) => ({ id, name: names.get(id) ?? '', standing: standingIn(owner.get(id) ?? []) }))
  }
  const ids = students.map(({ id }) => id)
  return paginateIds(ids, page, read, STUDENTS_A_PAGE)
}

const STUDENTS_A_PAGE = 10
