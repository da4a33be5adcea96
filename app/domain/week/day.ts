import { addDays, formatDublinTime } from '~/domain/events/days'
import { type Weekday, weekdays } from '~db/choices'

/** Days to search ahead for the next day with sessions: longer than a summer break. */
export const DAYS_SEARCHED_AHEAD = 100

export interface WeeklySession {
  id: number
  weekday: Weekday
  from: string
  to: string
  startDate: string | null
  endDate: string | null
  exceptions: string[]
  /** True for a student's own session, false for everyone's. */
  isOwn: boolean
}

type TimedSession = Pick<WeeklySession, 'id' | 'from' | 'to' | 'isOwn'> & { isOff?: boolean }

/** How a session differs on one day. */
export interface DayChange {
  sessionId: number
  day: string
  isOff: boolean
  reason: string | null
  place: string | null
  withWhom: string | null
}

/** The day of the week. */
export const getWeekday = (day: string): Weekday => weekdays[(new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7]!

export const isWeekend = (day: string) => ['Saturday', 'Sunday'].includes(getWeekday(day))

const getMonday = (day: string): string => addDays(day, -weekdays.indexOf(getWeekday(day)))

/** The seven days of a day's week, Monday first. */
export const getDaysOfWeek = (day: string): string[] => weekdays.map((_, index) => addDays(getMonday(day), index))

/** Day and time ('09:30') of a moment in Dublin, whatever the server's time zone. */
export function getDublinClock(moment: Date): { day: string; time: string } {
  const [day = '', time = ''] = formatDublinTime(moment).split(' ')
  return { day, time }
}

function sortSessions<Session extends TimedSession>(sessions: Session[]): Session[] {
  const keys = sessions.map((session) => ({ session, key: `${session.from} ${session.isOwn ? 0 : 1} ${session.to}` }))
  return keys
    .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : a.session.id - b.session.id))
    .map((k) => k.session)
}

/** Sessions on a day, in order; none on `closed` days. */
export function getSessionsOn<Session extends WeeklySession>(
  day: string,
  sessions: readonly Session[],
  closed: readonly string[],
): Session[] {
  if (closed.includes(day)) return []
  const dayOfWeek = getWeekday(day)
  const isOn = ({ weekday, startDate, endDate, exceptions }: Session) =>
    weekday === dayOfWeek && (startDate ?? day) <= day && day <= (endDate ?? day) && !exceptions.includes(day)
  return sortSessions(sessions.filter(isOn))
}

/** Sessions to switch off on a day, or on again. */
export interface SessionSwitch {
  day: string
  ids: number[]
  isOff: boolean
}

/** The value of the button that switches sessions. */
export const formatSwitch = ({ day, ids, isOff }: SessionSwitch) => `${day} ${isOff ? 'off' : 'on'} ${ids.join()}`

/** Applies the changes of a day to its sessions. */
export function applyDayChanges<Session extends WeeklySession & Pick<DayChange, 'place' | 'withWhom'>>(
  day: string,
  sessions: readonly Session[],
  changes: readonly DayChange[],
) {
  return sessions.map((session) => {
    const change = changes.find((one) => one.sessionId === session.id && one.day === day)
    return {
      ...session,
      isOff: change?.isOff ?? false,
      reason: change?.reason ?? null,
      place: change?.place ?? session.place,
      withWhom: change?.withWhom ?? session.withWhom,
      isOtherPlace: Boolean(change?.place),
      isOtherPerson: Boolean(change?.withWhom),
    }
  })
}

/** The sessions with the days on which they are off among their exceptions. */
export function withoutDaysOff<Session extends WeeklySession>(
  sessions: readonly Session[],
  changes: readonly DayChange[],
): Session[] {
  const getDaysOff = (id: number) => changes.filter((one) => one.isOff && one.sessionId === id).map(({ day }) => day)
  return sessions.map((session) => ({ ...session, exceptions: [...session.exceptions, ...getDaysOff(session.id)] }))
}

/** Splits a day's sessions that are not off, at a time of day, into those on now, those that begin next, and the rest. */
export function getNowAndNext<Session extends TimedSession>(time: string, sessions: readonly Session[]) {
  const on = sessions.filter(({ isOff }) => !isOff)
  const now = on.filter(({ from, to }) => from <= time && time < to)
  const upcoming = on.filter(({ from }) => from > time)
  const next = upcoming.filter(({ from }) => from === upcoming[0]?.from)
  return { now, next, rest: upcoming.slice(next.length) }
}

/** The first day after `day` with sessions, or null. */
export function findNextDay(day: string, sessions: readonly WeeklySession[], closed: readonly string[]): string | null {
  for (let days = 1; days <= DAYS_SEARCHED_AHEAD; days++) {
    const one = addDays(day, days)
    if (getSessionsOn(one, sessions, closed).length > 0) return one
  }
  return null
}

/** A range of `number` days from `day`. */
export const listDaysFrom = (day: string, number: number) => ({ from: day, before: addDays(day, number) })

/** Formats a coming day: 'Tuesday', or 'Tuesday 8 December' if it is a week or more away. */
export function formatDayAhead(day: string, today: string, formatDay: (day: string) => string): string {
  return day < addDays(today, 7) ? getWeekday(day) : formatDay(day)
}

/** The days on which sessions can be changed: each day of the week once, so that a sheet on the wall shows all of them. */
export const listChangeableDays = (today: string): string[] =>
  Array.from({ length: 7 }, (_, days) => addDays(today, days))
