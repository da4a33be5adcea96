import { addDays } from '~/domain/events/days'
import { type Closing, listClosedDays, listPublicClosings } from '~/domain/events/events.server'
import type { Database } from '~db/schema'
import { DAYS_SEARCHED_AHEAD, getSessionsOn, isWeekend, listDaysFrom } from './day'
import { listStoredWeek } from './week.server'

/** The sessions of a day, for everyone and for single students, even if the centre is closed. */
export async function listPlannedSessions(db: Database, day: string) {
  const week = (await listStoredWeek(db)).map((session) => ({ ...session, isOwn: false }))
  return getSessionsOn(day, week, [])
}

/** Whether students are expected on a day unless the centre is closed: from Monday to Friday, and if it has sessions. */
export const isUsualDay = (day: string, sessions: readonly unknown[]) => !isWeekend(day) || sessions.length > 0

/** The first day after `day` on which the centre is open; null if it is closed for months. */
async function findNextOpenDay(db: Database, day: string): Promise<string | null> {
  const closed = await listClosedDays(db, listDaysFrom(day, DAYS_SEARCHED_AHEAD))
  for (let next = addDays(day, 1); next < addDays(day, DAYS_SEARCHED_AHEAD); next = addDays(next, 1))
    if (!closed.includes(next) && isUsualDay(next, isWeekend(next) ? await listPlannedSessions(db, next) : []))
      return next
  return null
}

/** A time when the centre is closed, and the day on which it opens again. */
export type ClosedTime = Closing & { opensOn: string | null }

const DAYS_AHEAD = 60
const MAX_TIMES = 6

/** The times when the centre is closed, from today on, earliest first, as anyone may know them. */
export async function listPublicClosedTimes(db: Database, today: string): Promise<ClosedTime[]> {
  const closings = (await listPublicClosings(db, listDaysFrom(today, DAYS_AHEAD))).slice(0, MAX_TIMES)
  const times: ClosedTime[] = []
  for (const closing of closings) times.push({ ...closing, opensOn: await findNextOpenDay(db, closing.endDate) })
  return times
}
