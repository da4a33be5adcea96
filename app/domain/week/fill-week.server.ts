import type { Tutor } from '~/domain/accounts/account'
import { requireStudentIds } from '~/domain/accounts/accounts.server'
import { runInTransaction } from '~/domain/change.server'
import { formatIsoDay, getToday } from '~/domain/events/days'
import { createYield } from '~/domain/job.server'
import { orNotFound, Refused } from '~/domain/refused'
import type { Database } from '~db/schema'
import {
  describeClashes,
  describeOther,
  describeOthers,
  findClashes,
  hasSameStudents,
  isEnded,
  isSameSession,
  isTwin,
  type PresentSession,
} from './clashes'
import { type NewWeekSession, type NewWeekSessions, NO_WEEK_STUDENT } from './schema'
import {
  addWeekSession,
  changeWeekSession,
  findWeekSession,
  listStoredWeek,
  listWeekOf,
  type WeekSession,
} from './week.server'

/**
 * Adds a session on each of its days, as addMissingSessions does: students join one that exists. Throws what addWeekSession throws.
 */
export const addWeekSessions = (db: Database, tutor: Tutor, { weekdays, ...session }: NewWeekSessions) =>
  addMissingSessions(
    db,
    tutor,
    weekdays.map((weekday) => ({ ...session, weekday })),
  )

/**
 * Adds a session, or its students to the one that exists. Returns the session. Throws Refused, conflict, with that session if everyone has it
 * already, or if it is for some students and the new one for everyone; and what addWeekSession throws.
 */
export function addSession(db: Database, tutor: Tutor, session: NewWeekSession): Promise<WeekSession> {
  return runInTransaction(db, async (change) => {
    const { added, joined, skipped } = await addMissingSessions(change, tutor, [session])
    if (added[0]) return added[0]
    const [twin] = joined
    if (twin) return orNotFound(await findWeekSession(change, tutor, twin.id))
    const text = ['This session is already there.', ...describeOthers(skipped)].join(' ')
    throw new Refused('conflict', text, { field: 'activity', now: skipped[0]?.session })
  })
}

/** The clashes of these sessions with any others, as sentences. */
export async function listClashTexts(
  db: Database,
  _tutor: Tutor,
  sessions: readonly Pick<WeekSession, 'id'>[],
): Promise<string[]> {
  const clashes = findClashes(await listStoredWeek(db))
  return [...new Set(sessions.flatMap(({ id }) => describeClashes(clashes.get(id) ?? [])))]
}

/** A plan without a first day is for the weeks from today on, unless it ends before. */
function startToday<Session extends NewWeekSession>(session: Session): Session {
  const today = formatIsoDay(getToday())
  return session.startDate || isEnded(session, today) ? session : { ...session, startDate: today }
}

/** The same session, from today if one for the same students has ended, so that the days before have it once. */
function startAfterEnded(session: NewWeekSession, present: readonly NewWeekSession[]): NewWeekSession {
  const today = formatIsoDay(getToday())
  const isBefore = (one: NewWeekSession) =>
    isEnded(one, today) && isSameSession(one, session) && hasSameStudents(one, session)
  return present.some(isBefore) ? startToday(session) : session
}

interface PlanOptions {
  /** True if a session for some students may become everyone's: a tutor chose that. */
  canWiden?: boolean
}

/**
 * The students of a session who do not have it yet; null if everyone has it. Without `studentIds` it is for everyone, and null if some
 * students have it, unless `canWiden`.
 */
function findStudentsWithout(
  session: NewWeekSession,
  same: readonly NewWeekSession[],
  { canWiden }: PlanOptions,
): number[] | null {
  if (same.some(({ studentIds }) => studentIds.length === 0)) return null
  if (session.studentIds.length === 0) return same.length > 0 && !canWiden ? null : []
  const without = session.studentIds.filter((id) => !same.some(({ studentIds }) => studentIds.includes(id)))
  return without.length > 0 ? without : null
}

type SkippedSession<Planned> = PresentSession & { session: NewWeekSession; planned: Planned }

/**
 * Splits sessions into those to add, for the students who do not have them yet, and those that are there for some or all, in whatever place
 * and for however long: nobody is in two places at once.
 */
function separatePresent<Session extends NewWeekSession>(
  sessions: readonly Session[],
  present: readonly NewWeekSession[],
  options: PlanOptions,
): { missing: Session[]; skipped: SkippedSession<Session>[] } {
  const missing: Session[] = []
  const skipped: SkippedSession<Session>[] = []
  for (const planned of sessions) {
    const same = [...present, ...missing].filter((one) => isSameSession(one, startToday(planned)))
    const studentIds = findStudentsWithout(planned, same, options)
    if (studentIds) missing.push({ ...planned, studentIds })
    if (studentIds?.length === planned.studentIds.length) continue
    const hasTheirs = ({ studentIds }: NewWeekSession) =>
      studentIds.length === 0 || studentIds.some((id) => planned.studentIds.includes(id))
    const session = same.find(hasTheirs) ?? same[0] ?? planned
    skipped.push({ planned, session, other: describeOther(session, planned) })
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

/** What becomes of sessions: those to add, those whose students join one that exists, and those that are there. */
export function planSessions<Session extends NewWeekSession>(
  sessions: readonly Session[],
  present: readonly WeekSession[],
  options: PlanOptions = {},
) {
  const { missing, skipped } = separatePresent(sessions, present, options)
  const findTwin = (session: NewWeekSession) => present.find((one) => isJoinable(one, session))
  const merged = mergeTwins(missing).map((session) => ({ session, twin: findTwin(session) }))
  return {
    missing,
    skipped,
    toAdd: merged.flatMap(({ session, twin }) => (twin ? [] : startAfterEnded(session, present))),
    toJoin: merged.flatMap(({ session, twin }) => (twin ? { session, twin } : [])),
  }
}

/**
 * Adds sessions that are not there yet, in one transaction. Students join a session that exists, so that it stays one for all of them.
 * Returns what was added and joined, and what was there.
 */
export function addMissingSessions(
  db: Database,
  tutor: Tutor,
  sessions: readonly NewWeekSession[],
  options?: PlanOptions,
) {
  return runInTransaction(db, async (change) => {
    const { toAdd, toJoin, skipped } = planSessions(sessions, await listStoredWeek(change), options)
    const yieldIfDue = createYield()
    const added: WeekSession[] = []
    const joined: JoinedSession[] = []
    for (const { session, twin } of toJoin) {
      const studentIds = joinStudents(twin.studentIds, session.studentIds)
      const { id, version } = await changeWeekSession(change, tutor, twin.id, { patch: { studentIds } })
      joined.push({ id, version, before: twin.studentIds })
      await yieldIfDue()
    }
    for (const session of toAdd) {
      added.push(await addWeekSession(change, tutor, session))
      await yieldIfDue()
    }
    return { added, joined, skipped }
  })
}

/**
 * Copies the sessions of a student to these students or, without any, to everyone, whose the sessions become. They change for all of them.
 * Throws Refused, invalid, for an id that is not a student's.
 */
export function copyWeek(db: Database, tutor: Tutor, from: number, studentIds: number[]) {
  return runInTransaction(db, async (change) => {
    await requireStudentIds(change, studentIds, { field: 'studentIds', message: NO_WEEK_STUDENT })
    const sessions = await listWeekOf(change, from)
    const copies = sessions.map(({ id: _, version: __, ...session }) => ({ ...session, studentIds }))
    return addMissingSessions(change, tutor, copies, { canWiden: true })
  })
}
