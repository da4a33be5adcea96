import { formatDublinTime } from '~/domain/dublin'
import { addDays } from '~/domain/events/days'
import { type Weekday, weekdays } from '~db/choices'

/** How many days ahead the next one with anything on is looked for: longer than a summer's break. */
export const DAYS_SEARCHED_AHEAD = 100

export interface WeeklySession {
  id: number
  weekday: Weekday
  from: string
  to: string
  startDate: string | null
  endDate: string | null
  exceptions: string[]
  /** Whether it is a student's own, and not everybody's. */
  isOwn: boolean
}

type Timed = Pick<WeeklySession, 'id' | 'from' | 'to' | 'isOwn'>

const weekdayOf = (day: string): Weekday => weekdays[(new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7]!

const mondayOf = (day: string): string => addDays(day, -weekdays.indexOf(weekdayOf(day)))

/** The seven days of the week of a day, Monday first. */
export const getDaysOfWeek = (day: string): string[] => weekdays.map((_, place) => addDays(mondayOf(day), place))

/** The day and the time of day, '09:30', of a moment in Dublin, whatever the server's time zone. */
export function getDublinClock(moment: Date): { day: string; time: string } {
  const [day = '', time = ''] = formatDublinTime(moment).split(' ')
  return { day, time }
}

function inOrderOfDay<Session extends Timed>(sessions: Session[]): Session[] {
  const keys = sessions.map((session) => ({ session, key: `${session.from} ${session.isOwn ? 0 : 1} ${session.to}` }))
  return keys
    .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : a.session.id - b.session.id))
    .map((k) => k.session)
}

/** What is on on a day, in order; nothing while the centre is `closed`. */
export function getSessionsOn<Session extends WeeklySession>(
  day: string,
  sessions: readonly Session[],
  closed: readonly string[],
): Session[] {
  if (closed.includes(day)) return []
  const isOn = ({ weekday, startDate, endDate, exceptions }: Session) =>
    weekday === weekdayOf(day) && (startDate ?? day) <= day && day <= (endDate ?? day) && !exceptions.includes(day)
  return inOrderOfDay(sessions.filter(isOn))
}

/** What of a day's sessions is on at a time of that day, what begins next, and what comes after that. */
export function getNowAndNext<Session extends Timed>(time: string, sessions: readonly Session[]) {
  const now = sessions.filter(({ from, to }) => from <= time && time < to)
  const coming = sessions.filter(({ from }) => from > time)
  const next = coming.filter(({ from }) => from === coming[0]?.from)
  return { now, next, rest: coming.slice(next.length) }
}

/** The first day after `day` on which something is on, or null. */
export function findNextDay(day: string, sessions: readonly WeeklySession[], closed: readonly string[]): string | null {
  const days = Array.from({ length: DAYS_SEARCHED_AHEAD }, (_, days) => addDays(day, days + 1))
  return days.find((one) => getSessionsOn(one, sessions, closed).length > 0) ?? null
}

/** `number` days from `day` on. */
export const listDaysFrom = (day: string, number: number) => ({ from: day, before: addDays(day, number) })

/** A day to come, as people say it today: 'Tuesday', or 'Tuesday 8 December' when it is a week or more away. */
export function formatDayAhead(day: string, today: string, inWords: (day: string) => string): string {
  return day < addDays(today, 7) ? weekdayOf(day) : inWords(day)
}

/** Of each pair of sessions that are on at the same time for somebody: of which others each is told, by id. */
export function findClashes<Session extends WeeklySession & { studentIds: number[] }>(
  sessions: readonly Session[],
): Map<number, Session[]> {
  const meet = (one: Session, other: Session) =>
    one.id !== other.id &&
    one.weekday === other.weekday &&
    one.from < other.to &&
    other.from < one.to &&
    (one.startDate ?? '') <= (other.endDate ?? '9999') &&
    (other.startDate ?? '') <= (one.endDate ?? '9999') &&
    (one.studentIds.length === 0 ||
      other.studentIds.length === 0 ||
      one.studentIds.some((id) => other.studentIds.includes(id)))
  return new Map(sessions.map((one) => [one.id, sessions.filter((other) => meet(one, other))]))
}
