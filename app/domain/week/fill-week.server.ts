import type { Tutor } from '~/domain/accounts/account'
import { requireStudentIds } from '~/domain/accounts/accounts.server'
import { runInTransaction } from '~/domain/change.server'
import { createYield } from '~/domain/job.server'
import type { Database } from '~db/schema'
import { describeClashes, findClashes, isSameSession, isTwin } from './clashes'
import { type NewWeekSession, type NewWeekSessions, NO_WEEK_STUDENT } from './schema'
import { addWeekSession, changeWeekSession, listStoredWeek, listWeekOf, type WeekSession } from './week.server'

/**
 * Adds a session on each of its days, as addMissingSessions does: students join one that exists. Throws what addWeekSession throws.
 */
export const addWeekSessions = (db: Database, tutor: Tutor, { weekdays, ...session }: NewWeekSessions) =>
  addMissingSessions(
    db,
    tutor,
    weekdays.map((weekday) => ({ ...session, weekday })),
  )

/** The clashes of these sessions with any others, as sentences. */
export async function listClashTexts(
  db: Database,
  _tutor: Tutor,
  sessions: readonly Pick<WeekSession, 'id'>[],
): Promise<string[]> {
  const clashes = findClashes(await listStoredWeek(db))
  return [...new Set(sessions.flatMap(({ id }) => describeClashes(clashes.get(id) ?? [])))]
}

/** The students who do not have the session yet; null if everyone it is for has it. Without `studentIds` it is for everyone. */
function findStudentsWithout(session: NewWeekSession, present: readonly NewWeekSession[]): number[] | null {
  const same = present.filter((one) => isSameSession(one, session))
  if (same.some(({ studentIds }) => studentIds.length === 0)) return null
  if (session.studentIds.length === 0) return []
  const without = session.studentIds.filter((id) => !same.some(({ studentIds }) => studentIds.includes(id)))
  return without.length > 0 ? without : null
}

/** Splits sessions into those to add, for the students who do not have them yet, and the number that is there for some or all. */
export function separatePresent<Session extends NewWeekSession>(
  sessions: readonly Session[],
  present: readonly NewWeekSession[],
): { missing: Session[]; skipped: Session[] } {
  const missing: Session[] = []
  const skipped: Session[] = []
  for (const session of sessions) {
    const studentIds = findStudentsWithout(session, [...present, ...missing])
    if (studentIds) missing.push({ ...session, studentIds })
    if (studentIds?.length !== session.studentIds.length) skipped.push(session)
  }
  return { missing, skipped }
}

/** A session that students joined: its version since, and whom it was for before. */
export type JoinedSession = Pick<WeekSession, 'id' | 'version'> & { before: number[] }

/** True if a session can take in another one's students: they differ in nothing else. */
const isJoinable = (one: NewWeekSession, other: NewWeekSession) =>
  isTwin(one, other) &&
  one.startDate === other.startDate &&
  one.endDate === other.endDate &&
  one.guideId === other.guideId &&
  one.exceptions.join() === other.exceptions.join()

/** The students of both; none if one is for everyone. */
const joinStudents = (one: number[], other: number[]) =>
  one.length > 0 && other.length > 0 ? [...new Set([...one, ...other])] : []

/** Sessions with those that differ only in their students made one, so that a cancellation is for all of them. */
function mergeTwins(sessions: readonly NewWeekSession[]): NewWeekSession[] {
  const merged: NewWeekSession[] = []
  for (const session of sessions) {
    const twin = merged.findIndex((one) => isJoinable(one, session))
    if (twin < 0) merged.push(session)
    else merged[twin] = { ...session, studentIds: joinStudents(merged[twin]!.studentIds, session.studentIds) }
  }
  return merged
}

/**
 * Adds sessions that are not there yet, in one transaction. Students join a session that exists, so that it stays one for all of them.
 * Returns what was added and joined, and how many were there.
 */
export function addMissingSessions(
  db: Database,
  tutor: Tutor,
  sessions: readonly NewWeekSession[],
): Promise<{ added: WeekSession[]; joined: JoinedSession[]; skipped: number }> {
  return runInTransaction(db, async (change) => {
    const present = await listStoredWeek(change)
    const { missing, skipped } = separatePresent(sessions, present)
    const yieldIfDue = createYield()
    const added: WeekSession[] = []
    const joined: JoinedSession[] = []
    for (const session of mergeTwins(missing)) {
      const twin = present.find((one) => isJoinable(one, session))
      if (twin) {
        const studentIds = joinStudents(twin.studentIds, session.studentIds)
        const { id, version } = await changeWeekSession(change, tutor, twin.id, { patch: { studentIds } })
        joined.push({ id, version, before: twin.studentIds })
      } else added.push(await addWeekSession(change, tutor, session))
      await yieldIfDue()
    }
    return { added, joined, skipped: skipped.length }
  })
}

/**
 * Copies the sessions of a student to these students or, without any, to everyone. They join the sessions, which change for all of them.
 * Throws Refused, 400, for an id that is not a student's.
 */
export function copyWeek(db: Database, tutor: Tutor, from: number, studentIds: number[]) {
  return runInTransaction(db, async (change) => {
    await requireStudentIds(change, studentIds, { field: 'studentIds', words: NO_WEEK_STUDENT })
    const sessions = await listWeekOf(change, from)
    const copies = sessions.map(({ id: _, version: __, ...session }) => ({ ...session, studentIds }))
    return addMissingSessions(change, tutor, copies)
  })
}
