import { sql } from 'kysely'
import { log } from '~/log.server'
import type { Database } from './schema'

/** Databases whose file and write-ahead log hold no byte of a deleted row. One just opened may. */
const clean = new WeakSet<Database>()

/**
 * Runs `work` in a transaction and returns its result; afterwards no byte of what it deleted is in the database's files (GDPR
 * article 17). A falsy result means that nothing was deleted.
 */
export async function erasing<Result>(db: Database, work: (change: Database) => Promise<Result>): Promise<Result> {
  const result = await db.transaction().execute(work)
  if (result) {
    markErased(db)
    await leaveNoTrace(db)
  }
  return result
}

/** Records that rows were deleted outside of `erasing`, so their bytes are still in the files. */
export function markErased(db: Database): void {
  clean.delete(db)
}

/** True when the files may still hold the bytes of deleted rows. */
export function mayHoldErased(db: Database): boolean {
  return !clean.has(db)
}

/**
 * Removes every byte of deleted rows from the database's files. secure_delete alone leaves some: where SQLite moved rows between
 * pages, stale copies stay. VACUUM rewrites all pages (about 5 ms for each MB), and the checkpoint empties the write-ahead log. It
 * does not wait: while another process reads (a backup), the next round does it (retention.server.ts).
 */
export async function leaveNoTrace(db: Database): Promise<void> {
  try {
    if (await rewrite(db)) clean.add(db)
    else log.info('another process reads the database: what was erased leaves its files later')
  } catch (error) {
    log.warn({ err: error }, 'what was erased could not be taken out of the database’s files yet')
  }
}

/** False while another process reads, so that the write-ahead log can't be emptied. */
function rewrite(db: Database): Promise<boolean> {
  return db.connection().execute(async (alone) => {
    const empty = async () => (await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(alone)).rows[0]
    try {
      await sql`vacuum`.execute(alone)
    } catch (error) {
      // A disk that was too small for it is full of its log.
      await empty()
      throw error
    }
    return (await empty())?.busy === 0
  })
}
