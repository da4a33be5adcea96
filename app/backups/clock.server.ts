import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { sql } from 'kysely'
import { backupsKept } from '~/content/retention-terms'
import { writeSetting } from '~/domain/portal-settings.server'
import { log } from '~/log.server'
import type { Settings } from '~/settings.server'
import { forBookkeeping } from '~db/open'
import type { Database } from '~db/schema'
import { reading } from './database.server'
import { allBackupsIn, backupsIn, hourlyIn } from './folder.server'

type Where = Pick<Settings, 'dataDir' | 'backups'>

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** So many of the newest are never removed, and so many at most at a time: where the clock or this program errs, somebody can still see it. */
const NEWEST_KEPT = 3
const MOST_REMOVED = 2
/** In calendar days: where the newest backups are further apart, or the last one is older, none is removed. */
const LONGEST_GAP = 14
/** In milliseconds: a moment further ahead was written by another clock than the present one. Clocks that are kept differ by seconds. */
const AHEAD = 3_600_000
const toTheMinute = { dateStyle: 'short', timeStyle: 'short' } as const
/** Kept, since to make one takes a hundred times longer than to use it, and a year of backups is looked through at once. */
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

/** When the newest whole backup in a folder was made, and the newest of either kind; those dated ahead are none. */
export async function newestBackups(folder: string): Promise<{ whole?: Date; newest?: Date }> {
  const now = new Date()
  const isNow = (moment: Date) => isBelieved(moment, now)
  const [whole, hourly] = [(await backupsIn(folder)).findLast(isNow), (await hourlyIn(folder)).findLast(isNow)]
  return { whole, newest: whole && hourly && whole > hourly ? whole : (hourly ?? whole) }
}

/** When the database was first migrated: a backup that was due before then was not missed. The beginning of time for a moment ahead. */
export async function setUpAt(db: Database): Promise<Date> {
  const { rows } = await sql<{ at: string }>`select min(timestamp) as at from kysely_migration`.execute(db)
  const at = new Date(rows[0]?.at ?? Date.now())
  return isBelieved(at, new Date()) ? at : new Date(0)
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

/** In milliseconds: by how much the clock may have moved on: off before a start, or asleep since. */
const MOST_OFF = 14 * DAY
const MOST_ASLEEP = DAY

/** A moment that was written down, and what by. */
interface Written {
  at: number
  by: string
}

const ROWS = `select max(at) from (
  select at from activity union all select createdAt from sessions
  union all select createdAt from deliveries union all select checkedAt from healthCheck)`
const BELIEVED = "select value from portalSettings where name = 'clockBelieved'"

/** The moments of the backups, the build and the newest of the database's rows. */
async function momentsIn({ dataDir, backups }: Where): Promise<{ built: number; written: Written[] }> {
  const built = (await stat(resolve('build/server/index.js')).catch(() => null))?.mtimeMs ?? 0
  const written = (await allBackupsIn(backups.folder)).map(({ madeAt }) => ({
    at: madeAt.getTime(),
    by: 'the last backup was made',
  }))
  try {
    const at = reading({ dataDir }, (sqlite) => sqlite.prepare(ROWS).pluck().get())
    if (at) written.push({ at: Date.parse(String(at)), by: 'the database was last written' })
  } catch {
    // There is none yet, or it is of another version, or damaged, which others tell.
  }
  return { built, written }
}

const newestOf = (written: Written[]) =>
  written.reduce((newest, one) => (one.at > newest.at ? one : newest), { at: 0, by: 'nothing' })

/** The newest moment written down here, and what by. */
export async function newestMoment(where: Where): Promise<Written> {
  const { built, written } = await momentsIn(where)
  return newestOf([...written, { at: built, by: 'Riverbank was built' }])
}

/** A time in days or hours, as people say it. */
const spelled = (milliseconds: number) => {
  const hours = Math.round(milliseconds / HOUR)
  if (hours < 2) return 'an hour'
  return hours < 48 ? `${hours} hours` : `${Math.round(hours / 24)} days`
}

const SET_IT = 'Set the clock, and let it be kept right: timedatectl set-ntp true.'

/** What is to be said of backups that are dated ahead of `now`; null where none is. */
export async function aheadInWords({ backups }: Pick<Where, 'backups'>, now = new Date()): Promise<string | null> {
  const newest = (await allBackupsIn(backups.folder)).at(-1)?.madeAt
  if (!newest || isBelieved(newest, now)) return null
  const ahead = spelled(newest.getTime() - now.getTime())
  return `A backup is dated ${ahead} ahead, and does not count: the clock is behind now, or was ahead then. Compare it with your own. If it is right, give the backup another name or delete it.`
}

/** The clock and the stopwatch of one instant, and by how much more the clock may have moved on since. */
let believed: { clock: number; watch: number; most: number } | null = null
let hold: { by: number; until: number; isTold: boolean } | null = null
let isMailed = false
let noted = Number.NEGATIVE_INFINITY

/** The clock that was last believed, or else the newest moment that was written down; now, where there is nothing yet to be lost. */
async function lastKnown({ dataDir, backups }: Where, now: number): Promise<number> {
  const { built, written } = await momentsIn({ dataDir, backups })
  let kept = Number.NaN
  try {
    kept = Date.parse(String(reading({ dataDir }, (sqlite) => sqlite.prepare(BELIEVED).pluck().get())))
  } catch {}
  if (built > now + AHEAD) return built
  // Else it stands alone: what a clock in doubt has written since would vouch for it at the next start, or be told at each one for a year.
  if (!Number.isNaN(kept)) return kept
  return written.length > 0 ? newestOf(written).at : now
}

/** Begins to watch the clock, before anything is written by it. */
export async function watchClock(
  settings: Where & Partial<Pick<Settings, 'operatorEmail' | 'smtpUrl'>>,
): Promise<void> {
  believed = { clock: await lastKnown(settings, Date.now()), watch: performance.now(), most: MOST_OFF }
  hold = null
  noted = Number.NEGATIVE_INFINITY
  isMailed = Boolean(settings.operatorEmail && settings.smtpUrl)
  clockHold()
}

/** Believes the clock as it is, and watches it no longer. */
export function forgetClock(): void {
  believed = null
  hold = null
}

/** Why nothing may be removed by age now, in words; null while the clock is believed. Ask before each removal. */
export function clockHold(): string | null {
  if (!believed) return null
  const [clock, watch] = [Date.now(), performance.now()]
  const by = clock - (believed.clock + watch - believed.watch)
  const isLeap = by > believed.most || by < -AHEAD
  if (isLeap && (!hold || Math.abs(by - hold.by) > AHEAD)) {
    hold = { by, until: watch + HOUR, isTold: !isMailed }
    log.warn(leapInWords(by, clock))
  }
  if (hold && (!isLeap || (watch >= hold.until && hold.isTold))) {
    log.warn(isLeap ? 'the clock is believed now: what is past its term is removed again' : 'the clock is right again')
    hold = null
    noted = Number.NEGATIVE_INFINITY
  }
  if (!hold) believed = { clock, watch, most: MOST_ASLEEP }
  return hold && leapInWords(by, clock)
}

function leapInWords(by: number, clock: number): string {
  const to = `It says ${clockAt(new Date(clock))}.`
  const leap =
    by < 0 ? `The clock went back by ${spelled(-by)}.` : `The clock went ahead by ${spelled(by)}, or Riverbank was off.`
  return `${leap} ${to} Nothing is removed for its age until that has lasted an hour and you were told. If it is wrong: ${SET_IT}`
}

/** Notes that the operator was mailed about the clock. */
export function clockTold(): void {
  if (hold) hold.isTold = true
}

/** Writes down each hour the clock that is believed, so that a leap is seen at the next start too. */
export async function keepClock(db: Database): Promise<void> {
  if (!believed || clockHold() || performance.now() - noted < HOUR) return
  await writeSetting(forBookkeeping(db), 'clockBelieved', new Date().toISOString())
  noted = performance.now()
}
