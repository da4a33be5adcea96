/** In calendar days: for so long every backup is kept. */
export const DAYS_KEPT = 14
/** Of so many months, this one included, the first backup is kept. */
const MONTHS_KEPT = 6
/** So many of the newest are never removed, and so many at most at a time: where the clock or this program errs, somebody can still see it. */
const NEWEST_KEPT = 3
const MOST_REMOVED = 2
/** In calendar days: where the newest backups are further apart, or the last one is older, none is removed. */
const LONGEST_GAP = 14
/** In milliseconds: a moment further ahead was written by another clock than the present one. Clocks that are kept differ by seconds. */
export const AHEAD = 3_600_000

const DAY = 24 * 3_600_000
const toTheMinute = { dateStyle: 'short', timeStyle: 'short' } as const
const formats = new Map<string | undefined, Intl.DateTimeFormat>()

/** A moment as clocks here show it: '2026-11-22 03:00'. The zone is that of TZ, or else Dublin's. */
export function clockAt(moment: Date): string {
  const timeZone = process.env.TZ ? undefined : 'Europe/Dublin'
  const format = formats.get(process.env.TZ) ?? new Intl.DateTimeFormat('sv-SE', { ...toTheMinute, timeZone })
  formats.set(process.env.TZ, format)
  return format.format(moment)
}

/** The calendar day of a moment here, counted from 1970 on. */
export const dayOf = (moment: Date) => Date.parse(clockAt(moment).slice(0, 10)) / DAY

/** False for a moment too far ahead of `now` to be true. */
export const isBelieved = (moment: Date, now: Date) => moment.getTime() <= now.getTime() + AHEAD

/** The day whose `at` was the last to come: counted by the calendar, since a day may have 23 hours or 25, and an hour may come twice. */
function daysOf(at: string, moment: Date): number {
  const [day = '', time = ''] = clockAt(moment).split(' ')
  return Date.parse(day) / DAY - (time < at ? 1 : 0)
}

/** True when the last backup, or else the set-up, was before the latest `at` ('03:00'), so that each calendar day has one. */
export function isDue(at: string, last: Date, now: Date): boolean {
  return daysOf(at, last) < daysOf(at, now)
}

/** Those of `moments`, oldest first, that no rule keeps at `now`. */
function unkept(moments: Date[], now: Date): Date[] {
  const today = dayOf(now)
  const days = [...moments.slice(-NEWEST_KEPT).map(dayOf), today]
  if (days.some((day, index) => day - (days[index - 1] ?? day) > LONGEST_GAP)) return []
  const [year, month] = clockAt(now).split('-').map(Number) as [number, number]
  const months = new Set(
    Array.from({ length: MONTHS_KEPT }, (_, back) =>
      new Date(Date.UTC(year, month - 1 - back)).toISOString().slice(0, 7),
    ),
  )
  return moments.filter((moment, index) => {
    const isFirst = months.delete(clockAt(moment).slice(0, 7))
    return !isFirst && index < moments.length - NEWEST_KEPT && today - dayOf(moment) > DAYS_KEPT
  })
}

/** The backups that may go at `now`, oldest first, two at most. Those that lack uploads never outweigh a whole one. */
export function pastTerm(backups: { madeAt: Date; isWhole: boolean }[], now: Date): Date[] {
  const believed = backups
    .filter(({ madeAt }) => isBelieved(madeAt, now))
    .sort((a, b) => a.madeAt.getTime() - b.madeAt.getTime())
  const moments = (these: typeof believed) => these.map(({ madeAt }) => madeAt)
  const fromWhole = new Set(unkept(moments(believed.filter(({ isWhole }) => isWhole)), now))
  const fromAll = new Set(unkept(moments(believed), now))
  return moments(believed.filter(({ madeAt, isWhole }) => (isWhole ? fromWhole : fromAll).has(madeAt))).slice(
    0,
    MOST_REMOVED,
  )
}
