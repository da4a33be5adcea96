import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import SQLite from 'better-sqlite3'

/** The tables that name a file's bytes. */
const TABLES = ['files', 'boardPhotos', 'newsletterAttachments', 'websitePictures']

/** Uses the database of `dataDir`, and closes it. */
export function withDatabase<Result>(dataDir: string, use: (db: SQLite.Database) => Result): Result {
  const db = new SQLite(join(dataDir, 'riverbank.sqlite'), { timeout: 10_000 })
  try {
    return use(db)
  } finally {
    db.close()
  }
}

export const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** The hash of an upload's bytes; undefined when they are gone. */
export function hashOfKept(dataDir: string, storageKey: string): string | undefined {
  try {
    return hashOf(readFileSync(join(dataDir, 'uploads', storageKey)))
  } catch {
    return undefined
  }
}

/** Makes every upload two hours old, so that the sweep of the next start may take those that no row names. */
export function ageUploads(dataDir: string): void {
  const then = new Date(Date.now() - 7_200_000)
  for (const name of readdirSync(join(dataDir, 'uploads'))) utimesSync(join(dataDir, 'uploads', name), then, then)
}

/** What is wrong with a folder's database and uploads: damage, foreign keys, rows without bytes, bytes without a row. */
export function wrongIn(dataDir: string): string[] {
  const names = readdirSync(join(dataDir, 'uploads'))
  return withDatabase(dataDir, (db) => {
    const health = db.pragma('integrity_check', { simple: true })
    const strays = db.pragma('foreign_key_check') as unknown[]
    const keys = TABLES.flatMap((table) =>
      db.prepare(`select storageKey from ${table} where storageKey is not null`).pluck().all(),
    ) as string[]
    const known = new Set(keys)
    return [
      ...(health === 'ok' ? [] : [`the database is damaged: ${health}`]),
      ...(strays.length === 0 ? [] : [`${strays.length} rows name others that are not there`]),
      ...keys.filter((key) => !names.includes(key)).map((key) => `a row has no bytes: ${key}`),
      ...names.filter((name) => !known.has(name.replace(/[-.].*$/, ''))).map((name) => `bytes have no row: ${name}`),
    ]
  })
}
