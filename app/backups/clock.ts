/** In milliseconds: for so long every backup is kept. */
const KEPT_FOR = 14 * 24 * 3_600_000
/** Of so many months, this one included, the first backup is kept. */
const MONTHS_KEPT = 6

const toTheMinute = { dateStyle: 'short', timeStyle: 'short' } as const
const formats = new Map<string | undefined, Intl.DateTimeFormat>()

/** A moment as clocks here show it: '2026-11-22 03:00'. The zone is that of TZ, or else Dublin's. */
export function clockAt(moment: Date): string {
  const timeZone = process.env.TZ ? undefined : 'Europe/Dublin'
  const format = formats.get(process.env.TZ) ?? new Intl.DateTimeFormat('sv-SE', { ...toTheMinute, timeZone })
  formats.set(process.env.TZ, format)
  return format.format(moment)
}

/**
 * True when the last backup, or else the set-up, was before the latest `at` ('03:00'). Compared as clocks show them, so that a day
 * has one backup however many hours it has.
 */
export function isDue(at: string, last: Date, now: Date): boolean {
  const shown = clockAt(now)
  const today = `${shown.slice(0, 10)} ${at}`
  const latest = shown >= today ? today : `${clockAt(new Date(now.getTime() - 24 * 3_600_000)).slice(0, 10)} ${at}`
  return clockAt(last) < latest
}

/** Those of the backups made at `moments` that are kept no longer at `now`. The newest is always kept. */
export function pastTerm(moments: Date[], now: Date): Date[] {
  const [year, month] = clockAt(now).split('-').map(Number) as [number, number]
  const months = new Set(
    Array.from({ length: MONTHS_KEPT }, (_, back) =>
      new Date(Date.UTC(year, month - 1 - back)).toISOString().slice(0, 7),
    ),
  )
  const sorted = [...moments].sort((a, b) => a.getTime() - b.getTime())
  return sorted.filter((moment, index) => {
    const isFirst = months.delete(clockAt(moment).slice(0, 7))
    const isNewest = index === sorted.length - 1
    return !isFirst && !isNewest && now.getTime() - moment.getTime() > KEPT_FOR
  })
}
