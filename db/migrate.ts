import { sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import * as released from './migrations'
import type { Database } from './schema'

const migrations: Record<string, Migration> = released

export const migrationNames = Object.keys(migrations).sort()
export const NEWEST = migrationNames.at(-1)!

/** A database that a newer version of Riverbank has migrated. */
export class NewerDatabase extends Error {}

/** Throws NewerDatabase for a migration of a newer program, and an Error for a missing or unknown one. */
export function rejectUnknownMigrations(names: string[]): void {
  const unknown = names.filter((name) => !Object.hasOwn(migrations, name))
  const unreleased = unknown.filter((name) => name < NEWEST)
  if (unreleased.length > 0)
    throw new Error(`This database has migrations that no version of Riverbank has: ${unreleased.join(', ')}.`)
  const missing = migrationNames.filter((name) => name < names.at(-1)! && !names.includes(name))
  if (missing.length > 0)
    throw new Error(
      `This database is at ${names.at(-1)}, and lacks migrations before that: ${missing.join(', ')}. It is damaged, or was changed by hand.`,
    )
  if (unknown.length > 0)
    throw new NewerDatabase(
      `This database was made by a newer version of Riverbank: it has ${unknown.join(', ')}, and this version knows only ` +
        `${NEWEST} and before. Please start the newer version, or restore a backup that this version made.`,
    )
}

/** The names of the applied migrations, in order; empty for a new database. Throws what rejectUnknownMigrations throws. */
export async function listAppliedMigrations(db: Database): Promise<string[]> {
  const tables = await sql`select 1 from sqlite_schema where type = 'table' and name = 'kysely_migration'`.execute(db)
  if (tables.rows.length === 0) return []
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  const names = rows.map(({ name }) => name)
  rejectUnknownMigrations(names)
  return names
}

/** Migrates to the newest tables, or up to the migration `last`, in one transaction. Throws what rejectUnknownMigrations throws. */
export async function migrate(db: Database, last?: string): Promise<void> {
  await listAppliedMigrations(db)
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  const { error } = last ? await migrator.migrateTo(last) : await migrator.migrateToLatest()
  if (error) throw error
}
