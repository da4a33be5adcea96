import { log } from '~/log.server'
import type { DatabaseFile } from './driver'
import { fileOf } from './open'
import type { Database } from './schema'
import { runThread } from './thread'

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
  fileOf(db).mayHoldErased = true
}

/** True when the files may still hold the bytes of deleted rows. */
export function mayHoldErased(db: Database): boolean {
  return fileOf(db).mayHoldErased
}

/**
 * Removes every byte of deleted rows: secure_delete alone leaves some. While another process reads, retention does it later. Calls during
 * a rewrite share the next one. Needs room on the disk for the database twice.
 */
export function leaveNoTrace(db: Database): Promise<void> {
  const file = fileOf(db)
  file.nextRewrite ??= file.rewrite.then(() => {
    file.nextRewrite = undefined
    file.rewrite = rewrite(file)
    return file.rewrite
  })
  return file.nextRewrite
}

async function rewrite(file: DatabaseFile): Promise<void> {
  // A row that is deleted meanwhile sets it again.
  file.mayHoldErased = false
  if (file.path === null) return
  try {
    // In a thread: it takes seconds for a large database.
    if (await runThread<boolean>('database-work.mjs', { path: file.path, job: 'rewrite' })) return
    log.info('another process reads the database: what was erased leaves its files later')
  } catch (error) {
    log.warn({ err: error }, 'what was erased could not be taken out of the database’s files yet')
  }
  file.mayHoldErased = true
}
