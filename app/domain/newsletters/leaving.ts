import { momentInDublin } from '~/domain/dublin'
import { isoDay, readDay } from '~/domain/events/days'

const YEAR = 366 * 24 * 3_600_000

/** A moment, or what is wrong with the day or the time that were given for it. */
type Leaving = { moment: string } | { field: 'day' | 'time'; message: string }

/** When a newsletter leaves that is to leave on a day (as readDay reads it) at a time (20:30) in Dublin; it has to be within a year from `now`. */
export function leavingAt(written: string | null, time: string | null, now: number): Leaving {
  const day = readDay(written ?? '')
  if (!day) return { field: 'day', message: 'Please enter the day it should leave, such as 1 September 2026.' }
  const [, hours = '', minutes] = /^([01]?\d|2[0-3])[:.]([0-5]\d)$/.exec(time ?? '') ?? []
  if (!minutes) return { field: 'time', message: 'Please enter the time it should leave, such as 09:30 or 20:30.' }
  const moment = momentInDublin(isoDay(day), `${hours.padStart(2, '0')}:${minutes}`)
  if (!moment) return { field: 'time', message: 'There is no such time on that day: the clocks change then.' }
  if (Date.parse(moment) <= now) return { field: 'time', message: 'That time has passed. Please choose a later one.' }
  if (Date.parse(moment) > now + YEAR) return { field: 'day', message: 'Please choose a day within the next year.' }
  return { moment }
}
