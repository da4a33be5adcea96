import { join } from 'node:path'
import { log } from '~/log.server'
import { migrate, migrationsOf, NEWEST } from '~db/migrate'
import { openDatabase } from '~db/open'
import type { Database } from '~db/schema'
import { watchClock } from './clock-leap.server'
import { keepBackup } from './daily.server'
import { requireWhole, unusable } from './damaged.server'
import { isDamage } from './database.server'
import { DATABASE } from './entries'
import { inWords, NotDone } from './in-words'
import { completeRestore } from './restore.server'

let isMigrating = false

/** True while an existing database is backed up and brought to the newest tables. */
export const migrationUnderWay = () => isMigrating

/**
 * Opens the database of DATA_DIR, brought to the newest tables; before an existing one is changed, a backup of it is made. Also
 * completes a restore that was interrupted. Throws NewerDatabase, NotDone when the backup can't be made, and UnusableDatabase for a damaged
 * one, which is looked for in the whole file where this process `isAlone`, with the folder's lock: then nothing is changed.
 */
export async function readyDatabase(
  settings: Parameters<typeof watchClock>[0],
  { isAlone = false } = {},
): Promise<Database> {
  await completeRestore(settings.dataDir)
  await requireWhole(settings, { isAlone })
  // Before the first backup, which may remove others, and after the look for damage: SQLite writes beside what it reads.
  if (isAlone) await watchClock(settings)
  const db = openDatabase(join(settings.dataDir, DATABASE))
  try {
    const from = (await migrationsOf(db)).at(-1)
    if (from && from !== NEWEST) {
      isMigrating = true
      log.info({ from, to: NEWEST }, 'the database is of an earlier version: it is backed up, then brought up to date')
      await keepBackup(settings).catch((error) => {
        throw new NotDone(
          `Riverbank can't bring the database from ${from} to ${NEWEST} before it has made a backup, and that failed: ${inWords(error)}`,
        )
      })
    }
    await migrate(db)
    if (from && from !== NEWEST) log.info({ from, to: NEWEST }, 'the database is up to date')
    return db
  } catch (error) {
    await db.destroy()
    throw isAlone && isDamage(error) ? await unusable(settings, `${(error as Error).message}.`) : error
  } finally {
    isMigrating = false
  }
}
