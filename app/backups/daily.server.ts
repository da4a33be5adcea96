import { rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { sql } from 'kysely'
import { noteNotBackedUp } from '~/domain/files/lost.server'
import { log } from '~/log.server'
import type { Settings } from '~/settings.server'
import type { Database } from '~db/schema'
import { damages, noteDamage } from '~db/trouble'
import { isDue, pastTerm } from './clock'
import { inWords } from './in-words'
import { backupsIn, noteBackup } from './last.server'
import { type Made, makeBackup, sweepUnfinished } from './make.server'
import { backupName, UPLOADS } from './parts'
import { sweepAside } from './restore.server'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

type Where = Pick<Settings, 'dataDir' | 'backups'>

/** Makes a backup in BACKUP_DIR, says so in the log, and then removes those past their term. Throws what `makeBackup` throws. */
export async function keepBackup({ dataDir, backups }: Where, signal?: AbortSignal): Promise<Made> {
  const begun = performance.now()
  const made = await makeBackup(dataDir, `${backups.folder}/`, signal)
  const { incomplete, parts, schema } = made.manifest
  const seconds = Math.round(performance.now() - begun) / 1000
  log.info({ file: basename(made.path), bytes: made.bytes, parts: parts.length, schema, seconds }, 'a backup was made')
  noteNotBackedUp(join(dataDir, UPLOADS), incomplete)
  if (incomplete.length > 0)
    log.error({ incomplete }, 'these uploads have lost their bytes: the backup has none of them')
  // Only now, with a good one just made, and by the names that Riverbank gives.
  for (const moment of pastTerm(await backupsIn(backups.folder), new Date())) {
    await rm(join(backups.folder, backupName(moment)), { force: true })
    log.info({ file: backupName(moment) }, 'a backup past its term is removed')
  }
  return made
}

/**
 * Looks after the backups until stopped: makes one a day at BACKUP_AT, or as soon as it can when that was missed; after a failure
 * it tries again in an hour. Removes what restores and interrupted backups have left. Stopping gives up one under way.
 */
export function startBackups({ db, settings }: { db: Database; settings: Where }): { stop: () => Promise<void> } {
  const { dataDir, backups } = settings
  const over = new AbortController()
  let failure: { reason: string; until: number } | null = null
  let swept = Number.NEGATIVE_INFINITY

  async function look(): Promise<void> {
    // By a clock that nobody sets.
    const now = performance.now()
    if (now - swept >= HOUR) {
      swept = now
      await sweepUnfinished(dataDir, backups.folder)
      await sweepAside(dataDir)
    }
    const last = (await backupsIn(backups.folder)).at(-1)
    if (backups.at && !(failure && now < failure.until) && isDue(backups.at, last ?? (await setUpAt(db)), new Date()))
      failure = await attempt()
    const newest = (await backupsIn(backups.folder)).at(-1)
    noteBackup({
      at: newest?.toISOString() ?? null,
      ok: failure === null,
      reason: failure?.reason ?? null,
      isDaily: backups.at !== null,
    })
  }

  async function attempt() {
    try {
      await keepBackup(settings, over.signal)
      return null
    } catch (error) {
      if (over.signal.aborted) return null
      noteDamage(damages.get(db), error)
      log.error({ err: error }, 'the backup failed: it is tried again in an hour')
      return { reason: inWords(error), until: performance.now() + HOUR }
    }
  }

  const round = () => look().catch((error) => log.error({ err: error }, 'the backups could not be looked after'))
  let looking = round()
  const clock = setInterval(() => {
    looking = looking.then(() => (over.signal.aborted ? undefined : round()))
  }, MINUTE).unref()
  return {
    stop: async () => {
      clearInterval(clock)
      over.abort()
      await looking
      noteBackup(null)
    },
  }
}

/** When the database was first migrated: a backup that was due before then was not missed. */
export async function setUpAt(db: Database): Promise<Date> {
  const { rows } = await sql<{ at: string }>`select min(timestamp) as at from kysely_migration`.execute(db)
  return new Date(rows[0]?.at ?? Date.now())
}
