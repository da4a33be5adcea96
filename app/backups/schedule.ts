import { backupsKept } from '~/content/retention-terms'
import { dublinAt } from '~/domain/dublin'

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** So many of the newest are never removed, and so many at most at a time: where the clock or this program errs, somebody can still see it. */
const NEWEST_KEPT = 3
const MOST_REMOVED = 2
/** In calendar days: where the newest backups are further apart, or the last one is older, none is removed. */
const LONGEST_GAP = 14
/** In milliseconds: a moment further ahead was written by another clock than the present one. Clocks that are kept differ by seconds. */
export const AHEAD = HOUR

/** A moment as clocks here show it: '2026-11-22 03:00'. The zone is that of TZ, or else Dublin's. */
export function clockAt(moment: Date): string {
  if (!process.env.TZ) return dublinAt(moment)
  const local = new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000)
  return local.toISOString().slice(0, 16).replace('T', ' ')
}

/** The calendar day of a moment here, counted from 1970 on. */
export const dayOf = (moment: Date) => Date.parse(clockAt(moment).slice(0, 10)) / DAY

/** False for a moment too far ahead of `now` to be true. */
export const isBelieved = (moment: Date, now: Date) => moment.getTime() <= now.getTime() + AHEAD

/** A time in days or hours, as people say it. */
export function spellTime(milliseconds: number): string {
  const hours = Math.round(milliseconds / HOUR)
  if (hours < 2) return 'an hour'
  return hours < 48 ? `${hours} hours` : `${Math.round(hours / 24)} days`
}

/** The day whose `at` was the last to come: counted by the calendar, since a day may have 23 hours or 25, and an hour may come twice. */
const dueDayOf = (at: string, moment: Date) => dayOf(moment) - (clockAt(moment).slice(11) < at ? 1 : 0)

/** True when the last backup, or else the set-up, was before the latest `at` ('03:00'), so that each calendar day has one. */
export const isDue = (at: string, last: Date, now: Date) => dueDayOf(at, last) < dueDayOf(at, now)

/** Those of `moments`, oldest first, that no rule keeps at `now`. */
function unkept(moments: Date[], now: Date): Set<Date> {
  const today = dayOf(now)
  const days = [...moments.slice(-NEWEST_KEPT).map(dayOf), today]
  if (days.some((day, index) => day - (days[index - 1] ?? day) > LONGEST_GAP)) return new Set()
  const [year, month] = clockAt(now).split('-').map(Number) as [number, number]
  const monthBefore = (back: number) => new Date(Date.UTC(year, month - 1 - back)).toISOString().slice(0, 7)
  const months = new Set(Array.from({ length: backupsKept.months }, (_, back) => monthBefore(back)))
  const older = moments.filter((moment, index) => {
    const isFirst = months.delete(clockAt(moment).slice(0, 7))
    return !isFirst && index < moments.length - NEWEST_KEPT && today - dayOf(moment) > backupsKept.days
  })
  return new Set(older)
}

/** The backups that may go at `now`, oldest first, two at most. Those that lack uploads never outweigh a whole one. */
export function pastTerm(backups: { madeAt: Date; isWhole: boolean }[], now: Date): Date[] {
  const believed = backups
    .filter(({ madeAt }) => isBelieved(madeAt, now))
    .sort((a, b) => a.madeAt.getTime() - b.madeAt.getTime())
  const moments = believed.map(({ madeAt }) => madeAt)
  const whole = believed.filter(({ isWhole }) => isWhole).map(({ madeAt }) => madeAt)
  const [fromAll, fromWhole] = [unkept(moments, now), unkept(whole, now)]
  return moments.filter((one) => (whole.includes(one) ? fromWhole : fromAll).has(one)).slice(0, MOST_REMOVED)
}
