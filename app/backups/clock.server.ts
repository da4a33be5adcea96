import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { writeSetting } from '~/domain/portal-settings.server'
import { log } from '~/log.server'
import type { Settings } from '~/settings.server'
import { forBookkeeping } from '~db/open'
import type { Database } from '~db/schema'
import { reading } from './database.server'
import { allBackupsIn, type DataFolders } from './folder.server'
import { AHEAD, clockAt, spellTime } from './schedule'

const HOUR = 3_600_000
/** In milliseconds: how far the clock may have moved ahead while Riverbank was off, and while the machine was asleep. */
const MOST_OFF = 14 * 24 * HOUR
const MOST_ASLEEP = 24 * HOUR

const NEWEST_ROW = `select max(at) from (
  select at from activity union all select createdAt from sessions
  union all select createdAt from deliveries union all select checkedAt from healthCheck)`
const BELIEVED = "select value from portalSettings where name = 'clockBelieved'"

/** The moments (in milliseconds) that are written down here; 0 for none. */
async function momentsIn({ dataDir, backups }: DataFolders) {
  const query = (sql: string) => {
    try {
      return Date.parse(String(reading({ dataDir }, (sqlite) => sqlite.prepare(sql).pluck().get()))) || 0
    } catch {
      // No database yet, or one of another version, or a damaged one, which others report.
      return 0
    }
  }
  return {
    built: (await stat(resolve('build/server/index.js')).catch(() => null))?.mtimeMs ?? 0,
    backedUp: (await allBackupsIn(backups.folder)).at(-1)?.madeAt.getTime() ?? 0,
    written: query(NEWEST_ROW),
    believed: query(BELIEVED),
  }
}

/** The newest moment (in milliseconds) that was written down here, and by what, in words. */
export async function newestMoment(where: DataFolders): Promise<{ at: number; by: string }> {
  const { built, backedUp, written } = await momentsIn(where)
  const at = Math.max(built, backedUp, written)
  if (at === built) return { at, by: 'Riverbank was built' }
  return { at, by: at === backedUp ? 'the last backup was made' : 'the database was last written' }
}

/** The clock to compare `now` with at a start; `now` where nothing can be lost yet. */
async function lastClock(where: DataFolders, now: number): Promise<number> {
  const { built, believed, backedUp, written } = await momentsIn(where)
  if (built > now + AHEAD) return built
  // The believed clock alone counts: rows that a doubted clock wrote would vouch for it at the next start, or be reported for a year.
  return believed || Math.max(backedUp, written) || now
}

function describeLeap(by: number): string {
  const leap =
    by < 0
      ? `The clock went back by ${spellTime(-by)}.`
      : `The clock went ahead by ${spellTime(by)}, or Riverbank was off.`
  return `${leap} It says ${clockAt(new Date())}. Nothing is removed for its age until that has lasted an hour and you were told. If it is wrong: Set the clock, and let it be kept right: timedatectl set-ntp true.`
}

/** Watches for leaps of the clock, by a stopwatch that nobody sets. Until `start` it believes any clock. */
export class ClockWatch {
  /** The clock that was last believed, the stopwatch at that instant, and how far the clock may be ahead of it. */
  #believed: { clock: number; stopwatch: number; most: number } | undefined
  #leap: { by: number; until: number; isTold: boolean } | undefined
  #isMailed = false
  #storedAt = Number.NEGATIVE_INFINITY

  /** Begins to watch, before anything is written by the clock. */
  async start({ operatorEmail, smtpUrl, ...where }: DataFolders & Partial<Settings>): Promise<void> {
    this.#believed = { clock: await lastClock(where, Date.now()), stopwatch: performance.now(), most: MOST_OFF }
    this.#isMailed = Boolean(operatorEmail && smtpUrl)
    this.doubt()
  }

  /** Why nothing may be removed by age now, in words; null while the clock is believed. Ask before each removal. */
  doubt(): string | null {
    if (!this.#believed) return null
    const [clock, stopwatch] = [Date.now(), performance.now()]
    const by = clock - this.#believed.clock - (stopwatch - this.#believed.stopwatch)
    const isLeap = by > this.#believed.most || by < -AHEAD
    if (isLeap && (!this.#leap || Math.abs(by - this.#leap.by) > AHEAD)) {
      this.#leap = { by, until: stopwatch + HOUR, isTold: !this.#isMailed }
      log.warn(describeLeap(by))
    }
    if (isLeap && this.#leap && (stopwatch < this.#leap.until || !this.#leap.isTold)) return describeLeap(by)
    if (this.#leap) {
      log.warn(
        isLeap ? 'the clock is believed now: what is past its term is removed again' : 'the clock is right again',
      )
      this.#leap = undefined
      this.#storedAt = Number.NEGATIVE_INFINITY
    }
    this.#believed = { clock, stopwatch, most: MOST_ASLEEP }
    return null
  }

  /** Notes that the operator was mailed about the leap. */
  noteMailed(): void {
    if (this.#leap) this.#leap.isTold = true
  }

  /** Stores each hour the clock that is believed, so that the next start sees a leap too. */
  async store(db: Database): Promise<void> {
    if (!this.#believed || this.doubt() || performance.now() - this.#storedAt < HOUR) return
    await writeSetting(forBookkeeping(db), 'clockBelieved', new Date().toISOString())
    this.#storedAt = performance.now()
  }
}

/** The folders, and the clock by which their backups are past their term. */
export type WatchedFolders = DataFolders & { clockWatch: ClockWatch }
