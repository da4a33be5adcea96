import { formatDate, formatIsoDay, getToday } from '~/domain/events/days'
import type { Weekday } from '~db/choices'

/** A weekly session as far as clashes concern it; an empty `studentIds` means everyone. */
export interface PlannedSession {
  id: number
  weekday: Weekday
  from: string
  to: string
  activity: string
  place: string | null
  withWhom: string | null
  startDate: string | null
  endDate: string | null
  studentIds: number[]
}

/** Another session at the same time that needs the same students, room or tutor. */
export interface Clash<Session extends PlannedSession = PlannedSession> {
  /** The room or the tutor that both need; undefined if students are to be in both. */
  shared?: { kind: 'room' | 'tutor'; name: string }
  other: Session
}

/** How many sentences about sessions that differ a message has. */
const OTHERS_SHOWN = 3

const fold = (text: string | null) => text?.trim().toLowerCase() ?? ''

/** The tutors in 'Aoife, Colm and Bernie'. */
export const splitTutors = (withWhom: string | null): string[] =>
  (withWhom ?? '')
    .split(/[,;&/+]|\band\b/i)
    .map((name) => name.trim())
    .filter(Boolean)

type Dated = Pick<PlannedSession, 'startDate' | 'endDate'>
type Audience = Pick<PlannedSession, 'studentIds'>

/** True if both are on during some of the same weeks. */
const isInSameWeeks = (one: Dated, other: Dated) =>
  (one.startDate ?? '') <= (other.endDate ?? '9999') && (other.startDate ?? '') <= (one.endDate ?? '9999')

/** True if a session was on for the last time before `today`. */
export const isEnded = ({ endDate }: Pick<Dated, 'endDate'>, today: string): boolean => (endDate ?? today) < today

/** True if a student is in both. */
export const hasSameStudents = (one: Audience, other: Audience): boolean =>
  one.studentIds.length === 0 ||
  other.studentIds.length === 0 ||
  one.studentIds.some((id) => other.studentIds.includes(id))

/** True for the same activity on the same day at the same times, in some of the same weeks. */
export function isSameSession(
  one: Omit<PlannedSession, 'id' | 'place' | 'withWhom' | 'studentIds'>,
  other: typeof one,
): boolean {
  return (
    one.weekday === other.weekday &&
    one.from === other.from &&
    one.to === other.to &&
    fold(one.activity) === fold(other.activity) &&
    isInSameWeeks(one, other)
  )
}

type Planned = Omit<PlannedSession, 'id' | 'studentIds'>

/**
 * What a session that is there has differently from the same one as planned, 'in the Hall, with Colm, only until 31 December 2026'; empty if
 * nothing. What the plan leaves open differs from nothing, but a plan without students is for everyone.
 */
export function describeOther(present: Planned & Audience, planned: Planned & Audience): string {
  const { place, withWhom, startDate, endDate } = present
  const differs = (one: string | null, other: string | null) => other !== null && fold(one) !== fold(other)
  return [
    present.studentIds.length > 0 && planned.studentIds.length === 0 && 'only for some students',
    differs(place, planned.place) && (place ? `in ${place}` : 'without a place'),
    differs(withWhom, planned.withWhom) && (withWhom ? `with ${withWhom}` : 'with nobody named'),
    startDate && (planned.startDate ?? '') < startDate && `only from ${formatDate(startDate)}`,
    endDate && endDate < (planned.endDate ?? '9999') && `only until ${formatDate(endDate)}`,
  ]
    .filter(Boolean)
    .join(', ')
}

/** A session that is there, and what it has differently from the same one as planned. */
export interface PresentSession {
  session: Pick<PlannedSession, 'activity' | 'weekday' | 'from'>
  other: string
}

/** 'Art, Monday 09:30, is in Hall.' for each session that differs from the planned one, at most three. */
export function describeOthers(present: readonly PresentSession[]): string[] {
  const sentences = present.flatMap(({ session: { activity, weekday, from }, other }) =>
    other ? `${activity}, ${weekday} ${from}, is ${other}.` : [],
  )
  const more = sentences.length - OTHERS_SHOWN
  return [...sentences.slice(0, OTHERS_SHOWN), ...(more > 0 ? [`${more} more differ.`] : [])]
}

/** '2 were already there. Art, Monday 09:30, is in Hall.' */
export const describePresent = (present: readonly PresentSession[]): string =>
  [`${present.length} ${present.length === 1 ? 'was' : 'were'} already there.`, ...describeOthers(present)].join(' ')

/** True for what people call one session: the same, in the same place and with the same people. */
export const isTwin = (one: Planned, other: Planned): boolean =>
  isSameSession(one, other) && fold(one.place) === fold(other.place) && fold(one.withWhom) === fold(other.withWhom)

function findClash<Session extends PlannedSession>(one: Session, other: Session): Clash<Session> | null {
  if (one.id === other.id || one.from >= other.to || other.from >= one.to || !isInSameWeeks(one, other)) return null
  if (hasSameStudents(one, other)) return { other }
  // Students of one class may have a record each.
  const isSameActivity = fold(one.activity) === fold(other.activity)
  const isSameRoom = fold(one.place) === fold(other.place)
  if (one.place && isSameRoom && !isSameActivity) return { shared: { kind: 'room', name: one.place }, other }
  const names = splitTutors(other.withWhom).map(fold)
  const tutor = splitTutors(one.withWhom).find((name) => names.includes(fold(name)))
  return tutor && !(isSameActivity && isSameRoom) ? { shared: { kind: 'tutor', name: tutor }, other } : null
}

/** For each session id, the sessions at the same time for the same students, in the same room or with the same tutor. Past ones clash no more. */
export function findClashes<Session extends PlannedSession>(
  sessions: readonly Session[],
): Map<number, Clash<Session>[]> {
  const days = new Map<string, Session[]>()
  const today = formatIsoDay(getToday())
  const current = sessions.filter((session) => !isEnded(session, today))
  for (const session of current) days.set(session.weekday, [...(days.get(session.weekday) ?? []), session])
  return new Map(
    current.map((one) => [one.id, (days.get(one.weekday) ?? []).flatMap((other) => findClash(one, other) ?? [])]),
  )
}

const ACTIVITIES_NAMED = 3

/** Sentences about a session's clashes: 'Clashes with Swimming, Lunch', 'Room 2 also has Choir', 'Aoife is also at Art'. */
export function describeClashes(clashes: readonly Clash[]): string[] {
  const activities = new Map<string, Set<string>>()
  const inOrder = [...clashes.filter(({ shared }) => !shared), ...clashes.filter(({ shared }) => shared)]
  for (const { shared, other } of inOrder) {
    const start = !shared
      ? 'Clashes with'
      : shared.kind === 'room'
        ? `${shared.name} also has`
        : `${shared.name} is also at`
    activities.set(start, (activities.get(start) ?? new Set()).add(other.activity))
  }
  return [...activities].map(([start, names]) => {
    const more = names.size - ACTIVITIES_NAMED
    return `${start} ${[...names].slice(0, ACTIVITIES_NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
  })
}
