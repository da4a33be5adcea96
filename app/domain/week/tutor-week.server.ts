import { compareNames, getShortNames, type Tutor } from '~/domain/accounts/account'
import { listStudents } from '~/domain/accounts/accounts.server'
import { findHiddenReasons } from '~/domain/consent/visibility.server'
import { formatIsoDay, getToday } from '~/domain/events/days'
import { listClosedDays } from '~/domain/events/events.server'
import { getPageBounds, type Page } from '~/domain/page.server'
import { type Weekday, weekdays } from '~db/choices'
import type { Database } from '~db/schema'
import { withActivityLooks } from './activities.server'
import { type Clash, describeClashes, findClashes, isTwin, splitTutors } from './clashes'
import { applyDayChanges, getSessionsOn, getWeekday, listChangeableDays, listDaysFrom, type SessionSwitch } from './day'
import { listSessionChanges } from './session-changes.server'
import { listSessionsOfWeekday, listStoredWeek, type WeekSession } from './week.server'

/** The sessions with why students do not see their photo, if they do not. */
async function withHiddenReasons<Session extends Pick<WeekSession, 'photoId'>>(
  db: Database,
  tutor: Tutor,
  sessions: readonly Session[],
): Promise<(Session & { hiddenBecause?: string })[]> {
  const photoIds = sessions.flatMap(({ photoId }) => photoId ?? [])
  const reasons = await findHiddenReasons(db, tutor, 'file', photoIds)
  return sessions.map((session) => ({ ...session, hiddenBecause: reasons[session.photoId ?? 0] }))
}

/** The sessions for everyone and a student's own, with their clashes as sentences. */
export async function listTutorWeek(db: Database, tutor: Tutor, studentId: number | null) {
  const all = await listStoredWeek(db)
  const isShown = ({ studentIds }: WeekSession) =>
    studentIds.length === 0 || (studentId !== null && studentIds.includes(studentId))
  const clashes = findClashes(all)
  // Other students' clashes are for their own weeks; rooms and tutors are everyone's.
  const getClashes = (id: number) =>
    (clashes.get(id) ?? []).filter(({ shared, other }: Clash<WeekSession>) => shared || isShown(other))
  const shown = all.filter(isShown).map((one) => ({ ...one, clashes: describeClashes(getClashes(one.id)) }))
  return withActivityLooks(db, await withHiddenReasons(db, tutor, shown))
}
export type TutorSession = Awaited<ReturnType<typeof listTutorWeek>>[number]

export const groupings = ['day', 'room', 'tutor'] as const
export type Grouping = (typeof groupings)[number]

/** The choice for sessions without a room or a tutor. */
const NONE = 'none'

type ListedSession = WeekSession & { clashes: string[]; hiddenBecause?: string }

export interface AllSessions {
  by: Grouping
  /** The days, rooms or tutors, with the number of their sessions. */
  choices: { value: string; number: number }[]
  chosen: string
  sessions: Page<ListedSession>
}

/** Small enough for a phone's page of 4,000 px. */
const SESSIONS_PER_PAGE = 15

function getGroups(by: Grouping, { weekday, place, withWhom }: WeekSession): string[] {
  if (by === 'day') return [weekday]
  const names = by === 'room' ? [place ?? ''] : splitTutors(withWhom)
  return names.length > 0 ? names.map((name) => name || NONE) : [NONE]
}

/** The sessions of one day, room or tutor: the one requested, or the first. */
export async function listAllSessions(
  db: Database,
  tutor: Tutor,
  requested: { by: Grouping; one?: string; page: number },
): Promise<AllSessions> {
  const { by } = requested
  const all = await listStoredWeek(db)
  const groups = new Map<string, { value: string; sessions: WeekSession[] }>()
  for (const session of all)
    for (const value of getGroups(by, session)) {
      const key = value.toLowerCase()
      const group = groups.get(key) ?? { value, sessions: [] }
      group.sessions.push(session)
      groups.set(key, group)
    }
  const rank = ({ value }: { value: string }) =>
    by === 'day' ? weekdays.indexOf(value as Weekday) : value === NONE ? 1 : 0
  const sorted = [...groups.values()].sort(
    (one, other) => rank(one) - rank(other) || compareNames(one.value, other.value),
  )
  const chosen = groups.get(requested.one?.toLowerCase() ?? '') ?? sorted[0]
  const found = chosen?.sessions ?? []
  const { start, ...place } = getPageBounds(found.length, requested.page, SESSIONS_PER_PAGE)
  const clashes = findClashes(all)
  const items = found.slice(start, start + SESSIONS_PER_PAGE).map((session) => ({
    ...session,
    clashes: describeClashes(clashes.get(session.id) ?? []),
  }))
  return {
    by,
    choices: sorted.map(({ value, sessions }) => ({ value, number: sessions.length })),
    chosen: chosen?.value ?? '',
    sessions: { ...place, items: await withHiddenReasons(db, tutor, items) },
  }
}

/** The names of the students in some sessions; null if one is for everyone. */
export async function listNamesIn(
  db: Database,
  tutor: Tutor,
  sessions: readonly Pick<WeekSession, 'studentIds'>[],
): Promise<string[] | null> {
  if (sessions.some(({ studentIds }) => studentIds.length === 0)) return null
  const ids = [...new Set(sessions.flatMap(({ studentIds }) => studentIds))]
  const students = await listStudents(db, tutor, ids)
  const names = getShortNames(students)
  return students.flatMap(({ id }) => (ids.includes(id) ? (names.get(id) ?? '') : []))
}

/**
 * The sessions that a switch names, and those that people call the same, which it leaves as they are. Each with its students; null for
 * everyone. Empty if none exists.
 */
export async function listTwins(db: Database, tutor: Tutor, { ids, day, isOff }: SessionSwitch) {
  const week = (await listSessionsOfWeekday(db, getWeekday(day))).map((session) => ({ ...session, isOwn: false }))
  const sessions = getSessionsOn(day, week, [])
  const changes = await listSessionChanges(db, listDaysFrom(day, 1))
  const isSwitched = (id: number) => (changes.find(({ sessionId }) => sessionId === id)?.isOff ?? false) === isOff
  const named = sessions.filter(({ id }) => ids.includes(id))
  const twins = sessions.filter(
    (one) => named.includes(one) || (!isSwitched(one.id) && named.some((other) => isTwin(one, other))),
  )
  return Promise.all(twins.map(async (session) => ({ ...session, names: await listNamesIn(db, tutor, [session]) })))
}
export type Twin = Awaited<ReturnType<typeof listTwins>>[number]

/** Sessions at one time with the same activity, place and people, as tutors see them on one day. */
interface SessionGroup {
  ids: number[]
  from: string
  to: string
  activity: string
  place: string | null
  withWhom: string | null
  isOff: boolean
  reason: string | null
  /** None if one of them is for everyone. */
  studentIds: number[]
}

/** All sessions of a day, copies for several students as one; none if the centre is closed. */
export async function listSessionsOfDay(
  db: Database,
  _tutor: Tutor,
  day = formatIsoDay(getToday()),
): Promise<SessionGroup[]> {
  const range = listDaysFrom(day, 1)
  const week = (await listSessionsOfWeekday(db, getWeekday(day))).map((session) => ({ ...session, isOwn: false }))
  const sessions = getSessionsOn(day, week, await listClosedDays(db, range))
  const groups = new Map<string, SessionGroup>()
  for (const session of applyDayChanges(day, sessions, await listSessionChanges(db, range))) {
    const { id, from, to, activity, place, withWhom, isOff, reason, studentIds } = session
    const shared = { from, to, activity, place, withWhom, isOff, reason }
    const key = JSON.stringify(shared)
    const group = groups.get(key)
    const isForAll = studentIds.length === 0 || group?.studentIds.length === 0
    groups.set(key, {
      ...shared,
      ids: [...(group?.ids ?? []), id],
      studentIds: isForAll ? [] : [...new Set([...(group?.studentIds ?? []), ...studentIds])],
    })
  }
  return [...groups.values()]
}

/** The days whose sessions have a button to switch them off: today and the next day with sessions, unless the centre is closed. */
export async function listSwitchableDays(db: Database, _tutor: Tutor): Promise<string[]> {
  const [today = '', ...ahead] = listChangeableDays(formatIsoDay(getToday()))
  const closed = await listClosedDays(db, listDaysFrom(today, ahead.length + 1))
  const planned = (await db.selectFrom('weekSessions').select('weekday').distinct().execute()).map((row) => row.weekday)
  const isOpen = (day: string) => !closed.includes(day) && planned.includes(getWeekday(day))
  return [isOpen(today) && today, ahead.find(isOpen)].filter((day): day is string => Boolean(day))
}
