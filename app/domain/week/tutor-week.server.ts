import type { Tutor } from '~/domain/accounts/account'
import { compareNames } from '~/domain/accounts/names'
import { findHiddenReasons } from '~/domain/consent/visibility.server'
import { getPageBounds, type Page } from '~/domain/page.server'
import { type Weekday, weekdays } from '~db/choices'
import type { Database } from '~db/schema'
import { withActivityLooks } from './activities.server'
import { type Clash, describeClashes, findClashes, splitTutors } from './clashes'
import { listStoredWeek, type WeekSession } from './week.server'

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
