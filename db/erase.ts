import { log } from '~/log.server'
import type { DatabaseFile } from './driver'
import { getDatabaseFile } from './open'
import type { Database } from './schema'
import { runThread } from './thread'

/** `work` in a transaction; no byte of what it deleted stays in the files (GDPR article 17). Falsy: none deleted. */
export async function eraseWithin<Result>(db: Database, work: (change: Database) => Promise<Result>): Promise<Result> {
  const result = await db.transaction().execute(work)
  if (result) {
    recordErasure(db)
    await purgeDeletedRows(db)
  }
  return result
}

/** Records that rows were deleted outside of `erasing`, so their bytes are still in the files. */
export function recordErasure(db: Database): void {
  getDatabaseFile(db).hasDeletedBytes = true
}

/** True when the files may still hold the bytes of deleted rows. */
export function mayContainErased(db: Database): boolean {
  return getDatabaseFile(db).hasDeletedBytes
}

/**
 * Removes every byte of deleted rows: secure_delete alone leaves some. While another process reads, retention does it later. Calls during
 * a rewrite share the next one. Needs room on the disk for the database twice.
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
  // A row that is deleted meanwhile sets it again.
  file.hasDeletedBytes = false
  if (file.path === null) return
  try {
    // In a thread: it takes seconds for a large database.
    if (await runThread<boolean>('database-work.mjs', { path: file.path, job: 'rewrite' })) return
    log.info('another process reads the database: what was erased leaves its files later')
  } catch (error) {
    log.warn({ err: error }, 'what was erased could not be taken out of the database’s files yet')
  }
  file.hasDeletedBytes = true
}
