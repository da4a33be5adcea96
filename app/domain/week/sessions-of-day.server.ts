import type { Tutor } from '~/domain/accounts/account'
import { formatIsoDay, getToday } from '~/domain/events/days'
import { listClosedDays } from '~/domain/events/events.server'
import type { Database } from '~db/schema'
import { applyDayChanges, getSessionsOn, getWeekday, listChangeableDays, listDaysFrom } from './day'
import { listSessionChanges } from './session-changes.server'
import { listSessionsOfWeekday } from './week.server'

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
