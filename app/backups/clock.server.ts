import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { writeSetting } from '~/domain/portal-settings.server'
import { log } from '~/log.server'
import type { Settings } from '~/settings.server'
import { forBookkeeping } from '~db/open'
import type { Database } from '~db/schema'
import { readDatabase } from './database.server'
import { type DataFolders, listAllBackups } from './folder.server'
import { FUTURE_TOLERANCE, formatDuration, formatLocalTime } from './schedule'

const HOUR = 3_600_000
/** In ms: how far the clock may move ahead while Riverbank is off, and while the machine is asleep. */
const MAX_OFF = 14 * 24 * HOUR
const MAX_ASLEEP = 24 * HOUR

const NEWEST_ROW = `select max(at) from (
  select at from activity union all select createdAt from sessions
  union all select createdAt from deliveries union all select checkedAt from healthCheck)`
const TRUSTED_CLOCK = "select value from portalSettings where name = 'clockBelieved'"

/** The stored times to compare the clock with, in ms; 0 for none. */
async function readMoments({ dataDir, backups }: DataFolders) {
  const query = (sql: string) => {
    try {
      return Date.parse(String(readDatabase({ dataDir }, (sqlite) => sqlite.prepare(sql).pluck().get()))) || 0
    } catch {
      // No database yet, one of another version, or a damaged one, which is reported elsewhere.
      return 0
    }
  }
  return {
    built: (await stat(resolve('build/server/index.js')).catch(() => null))?.mtimeMs ?? 0,
    backedUp: (await listAllBackups(backups.folder)).at(-1)?.madeAt.getTime() ?? 0,
    written: query(NEWEST_ROW),
    believed: query(TRUSTED_CLOCK),
  }
}

/** The newest stored time in ms, and what happened then. */
export async function findNewestMoment(where: DataFolders): Promise<{ at: number; by: string }> {
  const { built, backedUp, written } = await readMoments(where)
  const at = Math.max(built, backedUp, written)
  if (at === built) return { at, by: 'Riverbank was built' }
  return { at, by: at === backedUp ? 'the last backup was made' : 'the database was last written' }
}

/** The time to compare `now` with at a start; `now` if there is no data yet. */
async function findReferenceTime(where: DataFolders, now: number): Promise<number> {
  const { built, believed, backedUp, written } = await readMoments(where)
  if (built > now + FUTURE_TOLERANCE) return built
  // Only the last trusted clock counts: rows written by a doubted clock would otherwise confirm it at the next start.
  return believed || Math.max(backedUp, written) || now
}

function describeLeap(by: number): string {
  const leap =
    by < 0
      ? `The clock jumped back by ${formatDuration(-by)}.`
      : `The clock jumped ahead by ${formatDuration(by)}, or Riverbank was off.`
  return `${leap} It now shows ${formatLocalTime(new Date())}. Nothing is removed by age until this has lasted an hour and you have been notified. If it is wrong, set the clock and turn on time synchronisation: timedatectl set-ntp true.`
}

/** Detects leaps of the system clock by comparing it with a monotonic one. Trusts any clock until `start`. */
export class ClockWatch {
  /** The last trusted clock, the monotonic clock at that instant, and how far the clock may get ahead of it. */
  #believed: { clock: number; stopwatch: number; max: number } | undefined
  #leap: { by: number; until: number; isTold: boolean } | undefined
  #isMailed = false
  #storedAt = Number.NEGATIVE_INFINITY

  /** Starts the watch. Call it before anything is stored with the current time. */
  async start({ operatorEmail, smtpUrl, ...where }: DataFolders & Partial<Settings>): Promise<void> {
    this.#believed = { clock: await findReferenceTime(where, Date.now()), stopwatch: performance.now(), max: MAX_OFF }
    this.#isMailed = Boolean(operatorEmail && smtpUrl)
    this.doubt()
  }

  /** Why nothing may be removed by age now; null while the clock is trusted. Check this before each removal. */
  doubt(): string | null {
    if (!this.#believed) return null
    const [clock, stopwatch] = [Date.now(), performance.now()]
    const by = clock - this.#believed.clock - (stopwatch - this.#believed.stopwatch)
    const isLeap = by > this.#believed.max || by < -FUTURE_TOLERANCE
    if (isLeap && (!this.#leap || Math.abs(by - this.#leap.by) > FUTURE_TOLERANCE)) {
      this.#leap = { by, until: stopwatch + HOUR, isTold: !this.#isMailed }
      log.warn(describeLeap(by))
    }
    if (isLeap && this.#leap && (stopwatch < this.#leap.until || !this.#leap.isTold)) return describeLeap(by)
    if (this.#leap) {
      log.warn(isLeap ? 'the clock is trusted now: expired data is removed again' : 'the clock is correct again')
      this.#leap = undefined
      this.#storedAt = Number.NEGATIVE_INFINITY
    }
    this.#believed = { clock, stopwatch, max: MAX_ASLEEP }
    return null
  }

  /** Records that the operator was mailed about the leap. */
  noteMailed(): void {
    if (this.#leap) this.#leap.isTold = true
  }

  /** Stores the trusted clock every hour, so that the next start can detect a leap. */
  async store(db: Database): Promise<void> {
    if (!this.#believed || this.doubt() || performance.now() - this.#storedAt < HOUR) return
    await writeSetting(forBookkeeping(db), 'clockBelieved', new Date().toISOString())
    this.#storedAt = performance.now()
  }
}

/** The backup folders, and the clock that decides when backups expire. */
export type WatchedFolders = DataFolders & { clockWatch: ClockWatch }
