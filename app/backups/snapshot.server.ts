import { copyFileSync, existsSync, linkSync, readdirSync, statSync } from 'node:fs'
import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import SQLite from 'better-sqlite3'
import { parseStorageKey } from '~/domain/files/lost-uploads.server'
import { createYield } from '~/domain/job.server'
import { copyDatabase, listUploads, readSchemaVersion } from './database.server'
import { BackupFailed, DATABASE, OUTBOX, OUTBOX_NAME, SECRET, UPLOAD_NAME, UPLOADS } from './entries'

const LOCK_TIMEOUT = 60_000
const LOCK_RETRY_DELAY = 20
const namePatterns = { [UPLOADS]: UPLOAD_NAME, [OUTBOX]: OUTBOX_NAME }
const folders = Object.entries(namePatterns)

/** Links a file, or copies it if the disk has no links. Returns false for a deleted file. */
function linkOrCopyFile(from: string, to: string): boolean {
  try {
    linkSync(from, to)
    return true
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'EEXIST') return code === 'EEXIST'
  }
  if (existsSync(from)) copyFileSync(from, to)
  return existsSync(to)
}

/**
 * Takes a snapshot of `dataDir`, which may be in use, into the new folder `folder` on the same disk, by links. Most files are linked
 * first, and the rest while holding the write lock, so that every row in the snapshot has its file. Returns the names of the parts, and
 * the uploads in the database that are missing or incomplete in DATA_DIR. Throws BackupFailed.
 */
export async function takeSnapshot(dataDir: string, folder: string, signal?: AbortSignal) {
  for (const [name] of folders) await mkdir(join(folder, name), { recursive: true })
  for (const [name, allowed] of folders) {
    const files = (await readdir(join(dataDir, name)).catch(() => [])).filter((file) => allowed.test(file))
    const yieldIfDue = createYield()
    for (const file of files) {
      signal?.throwIfAborted()
      await yieldIfDue()
      linkOrCopyFile(join(dataDir, name, file), join(folder, name, file))
    }
  }

  const database = join(dataDir, DATABASE)
  const { schema, uploads, names, copied } = await withWriteLock(database, signal, async (lock) => {
    const started = Promise.withResolvers<void>()
    const copied = copyDatabase(database, join(folder, DATABASE), { signal, onBegin: started.resolve })
    copied.catch(started.reject)
    await started.promise
    try {
      const found = { schema: readSchemaVersion(lock), uploads: listUploads(lock) }
      return { ...found, names: linkRemaining(dataDir, folder, found.uploads), copied }
    } catch (error) {
      // Otherwise it would write to a folder that is being removed.
      await copied.catch(() => undefined)
      throw error
    }
  })
  await copied
  return { schema, names: [DATABASE, ...names], incomplete: await findIncompleteUploads(folder, uploads, signal) }
}

/**
 * Runs `work` with a connection that holds the write lock: all processes can read the database, but not write. Throws BackupFailed if it
 * can't get the lock.
 */
async function withWriteLock<Result>(
  path: string,
  signal: AbortSignal | undefined,
  work: (lock: SQLite.Database) => Promise<Result>,
): Promise<Result> {
  // Don't wait inside SQLite: if this process holds the lock, it would deadlock.
  const lock = new SQLite(path, { timeout: 0, fileMustExist: true })
  try {
    lock.pragma('cache_size = -1000')
    for (const end = performance.now() + LOCK_TIMEOUT; ; await setTimeout(LOCK_RETRY_DELAY, undefined, { signal })) {
      try {
        lock.exec('begin immediate')
        break
      } catch (error) {
        if ((error as { code?: string }).code !== 'SQLITE_BUSY') throw error
        if (performance.now() > end)
          throw new BackupFailed('Another program has been writing to the database for a minute.')
      }
    }
    return await work(lock)
  } finally {
    lock.close()
  }
}

/** Links files that arrived since, and returns the names that belong to the database: others have been deleted since. */
function linkRemaining(dataDir: string, folder: string, uploads: Map<string, unknown>): string[] {
  const names: string[] = []
  for (const [name, allowed] of folders) {
    const linked = new Set(readdirSync(join(folder, name)))
    for (const file of existsSync(join(dataDir, name)) ? readdirSync(join(dataDir, name)) : []) {
      if (!allowed.test(file) || (name === UPLOADS && !uploads.has(parseStorageKey(file)))) continue
      if (linked.has(file) || linkOrCopyFile(join(dataDir, name, file), join(folder, name, file)))
        names.push(`${name}/${file}`)
    }
  }
  if (existsSync(join(dataDir, SECRET))) {
    copyFileSync(join(dataDir, SECRET), join(folder, SECRET))
    names.push(SECRET)
  }
  return names
}

async function findIncompleteUploads(folder: string, uploads: Map<string, number | null>, signal?: AbortSignal) {
  const incomplete: string[] = []
  const yieldIfDue = createYield()
  for (const [key, size] of uploads) {
    signal?.throwIfAborted()
    await yieldIfDue()
    const found = statSync(join(folder, UPLOADS, key), { throwIfNoEntry: false })
    if (!found?.isFile() || (size !== null && found.size !== size)) incomplete.push(`${UPLOADS}/${key}`)
  }
  return incomplete
}
