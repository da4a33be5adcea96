import { log } from '~/log.server'
import type { DatabaseFile } from './driver'
import { getDatabaseFile } from './open'
import type { Database } from './schema'
import { runThread } from './thread'

/** Runs `work` in a transaction and removes every byte of the rows that it deleted (GDPR article 17). A falsy result means none. */
export async function eraseWithin<Result>(db: Database, work: (change: Database) => Promise<Result>): Promise<Result> {
  const result = await db.transaction().execute(work)
  if (result) {
    recordErasure(db)
    await purgeDeletedRows(db)
  }
  return result
}

/** Records that rows were deleted without eraseWithin, so that their bytes are removed later. */
export function recordErasure(db: Database): void {
  getDatabaseFile(db).hasDeletedBytes = true
}

export function mayContainErased(db: Database): boolean {
  return getDatabaseFile(db).hasDeletedBytes
}

/**
 * Removes every byte of deleted rows: secure_delete alone leaves some. If another process reads, retention repeats it later. Calls
 * during a rewrite share the next one. Needs as much free disk space as the database has.
 */
export function purgeDeletedRows(db: Database): Promise<void> {
  const file = getDatabaseFile(db)
  file.nextRewrite ??= file.rewrite.then(() => {
    file.nextRewrite = undefined
    file.rewrite = rewrite(file)
    return file.rewrite
  })
  return file.nextRewrite
}

async function rewrite(file: DatabaseFile): Promise<void> {
  // Set first, because a deletion during the rewrite sets it back.
  file.hasDeletedBytes = false
  if (file.path === null) return
  try {
    // In a thread: it takes seconds for a large database.
    if (await runThread<boolean>('database-work.mjs', { path: file.path, job: 'rewrite' })) return
    log.info('another process is reading the database, so erased data leaves its files later')
  } catch (error) {
    log.warn({ err: error }, 'erased data could not be removed from the database’s files yet')
  }
  file.hasDeletedBytes = true
}
