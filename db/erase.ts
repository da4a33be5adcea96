import { sql } from 'kysely'
import { log } from '~/log.server'
import type { Database } from './schema'

/** Databases whose file and write-ahead log hold no byte of a deleted row. One just opened may. */
const clean = new WeakSet<Database>()

/** `work` in a transaction; no byte of what it deleted stays in the files (GDPR article 17). Falsy: none deleted. */
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

/** Removes every byte of deleted rows: secure_delete alone leaves some. While another reads, retention does it later. */
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
