import type { Tutor } from '~/domain/accounts/account'
import { requireStudentIds } from '~/domain/accounts/accounts.server'
import { runInTransaction } from '~/domain/change.server'
import { createYield } from '~/domain/job.server'
import type { Database } from '~db/schema'
import { describeClashes, findClashes, isSameSession } from './clashes'
import { type NewWeekSession, type NewWeekSessions, NO_WEEK_STUDENT } from './schema'
import { addWeekSession, listStoredWeek, listWeekOf, type WeekSession } from './week.server'

/** Adds a session on each of its days, in one transaction. Throws what addWeekSession throws. */
export function addWeekSessions(
  db: Database,
  tutor: Tutor,
  { weekdays, ...session }: NewWeekSessions,
): Promise<WeekSession[]> {
  return runInTransaction(db, async (change) => {
    const added: WeekSession[] = []
    for (const weekday of weekdays) added.push(await addWeekSession(change, tutor, { ...session, weekday }))
    return added
  })
}

/** The clashes of these sessions with any others, as sentences. */
export async function listClashTexts(db: Database, _tutor: Tutor, sessions: readonly WeekSession[]): Promise<string[]> {
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

/** Adds sessions that are not there yet, in one transaction. Returns them, and how many were there. */
export function addMissingSessions(
  db: Database,
  tutor: Tutor,
  sessions: readonly NewWeekSession[],
): Promise<{ added: WeekSession[]; skipped: number }> {
  return runInTransaction(db, async (change) => {
    const { missing, skipped } = separatePresent(sessions, await listStoredWeek(change))
    const yieldIfDue = createYield()
    const added: WeekSession[] = []
    for (const session of missing) {
      added.push(await addWeekSession(change, tutor, session))
      await yieldIfDue()
    }
    return { added, skipped: skipped.length }
  })
}

/**
 * Copies the sessions of a student to these students or, without any, to everyone. The copies do not change with the originals.
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
