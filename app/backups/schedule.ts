import { backupRetention } from '~/content/retention-terms'
import { formatDublinTime } from '~/domain/events/days'

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** How many of the newest are never removed, and how many are removed at a time: leaves time to notice a wrong clock or a bug. */
const MIN_PRESERVED = 3
const MAX_REMOVED = 2
/** In calendar days: none is removed if the newest backups are further apart, or the last one is older. */
const MAX_GAP = 14
/** In ms: a time further ahead comes from a wrong clock. Synchronised clocks differ by seconds. */
export const FUTURE_TOLERANCE = HOUR

/** Formats local time: '2026-11-22 03:00', in the zone of TZ or else Dublin. */
export function formatLocalTime(moment: Date): string {
  if (!process.env.TZ) return formatDublinTime(moment)
  const local = new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000)
  return local.toISOString().slice(0, 16).replace('T', ' ')
}

/** The local calendar day, counted from 1970. */
export const getDayNumber = (moment: Date) => Date.parse(formatLocalTime(moment).slice(0, 10)) / DAY

/** False for a time too far ahead of `now`. */
export const isPlausible = (moment: Date, now: Date) => moment.getTime() <= now.getTime() + FUTURE_TOLERANCE

/** A duration such as 'an hour', '5 hours' or '3 days'. */
export function formatDuration(milliseconds: number): string {
  const hours = Math.round(milliseconds / HOUR)
  if (hours < 2) return 'an hour'
  return hours < 48 ? `${hours} hours` : `${Math.round(hours / 24)} days`
}

/** The day of the latest `at`, by the calendar: a day may have 23 or 25 hours, and an hour may occur twice. */
const getDueDay = (at: string, moment: Date) => getDayNumber(moment) - (formatLocalTime(moment).slice(11) < at ? 1 : 0)

/** True if the last backup, or else the set-up, was before the latest `at` ('03:00'), so that each calendar day has one. */
export const isDue = (at: string, last: Date, now: Date) => getDueDay(at, last) < getDueDay(at, now)

/** Those of `moments` (oldest first) that no retention rule preserves at `now`. */
function findUnretained(moments: Date[], now: Date): Set<Date> {
  const today = getDayNumber(now)
  const days = [...moments.slice(-MIN_PRESERVED).map(getDayNumber), today]
  if (days.some((day, index) => day - (days[index - 1] ?? day) > MAX_GAP)) return new Set()
  const [year, month] = formatLocalTime(now).split('-').map(Number) as [number, number]
  const monthBefore = (back: number) => new Date(Date.UTC(year, month - 1 - back)).toISOString().slice(0, 7)
  const months = new Set(Array.from({ length: backupRetention.months }, (_, back) => monthBefore(back)))
  const older = moments.filter((moment, index) => {
    const isFirst = months.delete(formatLocalTime(moment).slice(0, 7))
    return !isFirst && index < moments.length - MIN_PRESERVED && today - getDayNumber(moment) > backupRetention.days
  })
  return new Set(older)
}

/** The backups to remove at `now`, oldest first, at most two. An incomplete backup never replaces a complete one. */
export function findExpiredBackups(backups: { madeAt: Date; isWhole: boolean }[], now: Date): Date[] {
  const believed = backups
    .filter(({ madeAt }) => isPlausible(madeAt, now))
    .sort((a, b) => a.madeAt.getTime() - b.madeAt.getTime())
  const moments = believed.map(({ madeAt }) => madeAt)
  const whole = believed.filter(({ isWhole }) => isWhole).map(({ madeAt }) => madeAt)
  const [fromAll, fromWhole] = [findUnretained(moments, now), findUnretained(whole, now)]
  return moments.filter((one) => (whole.includes(one) ? fromWhole : fromAll).has(one)).slice(0, MAX_REMOVED)
}
