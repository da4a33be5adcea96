import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import SQLite from 'better-sqlite3'

/** The tables with storage keys. */
const TABLES = ['files', 'boardPhotos', 'newsletterAttachments', 'websitePictures']

export function withDatabase<Result>(dataDir: string, use: (db: SQLite.Database) => Result): Result {
  const db = new SQLite(join(dataDir, 'riverbank.sqlite'), { timeout: 10_000 })
  try {
    return use(db)
  } finally {
    db.close()
  }
}

export const hashBytes = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** The hash of a stored upload; undefined if it is missing. */
export function hashStoredUpload(dataDir: string, storageKey: string): string | undefined {
  try {
    return hashBytes(readFileSync(join(dataDir, 'uploads', storageKey)))
  } catch {
    return undefined
  }
}

/** Makes all uploads two hours old, so that the next start may delete those without a row. */
export function ageUploads(dataDir: string): void {
  const then = new Date(Date.now() - 7_200_000)
  for (const name of readdirSync(join(dataDir, 'uploads'))) utimesSync(join(dataDir, 'uploads', name), then, then)
}

/** The faults of a folder's database and uploads: damage, broken references, rows without files, files without rows. */
export function findDataFaults(dataDir: string): string[] {
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
      ...(strays.length === 0 ? [] : [`${strays.length} rows refer to missing rows`]),
      ...keys.filter((key) => !names.includes(key)).map((key) => `a row has no file: ${key}`),
      ...names.filter((name) => !known.has(name.replace(/[-.].*$/, ''))).map((name) => `a file has no row: ${name}`),
    ]
  })
}
