import { type Kysely, sql } from 'kysely'

/**
 * Replaces a table by one with another definition, for a migration: SQLite can't change a check. Rows, indexes and the last id, which
 * must not return, stay.
 */
export async function rebuildTable(db: Kysely<unknown>, table: string, definition: string): Promise<void> {
  const rebuilt = `${table}Rebuilt`
  const { rows: indexes } = await sql<{ sql: string }>`select sql from sqlite_master
    where type = 'index' and tbl_name = ${table} and sql is not null`.execute(db)
  const { rows: columns } = await sql<{ name: string }>`select name from pragma_table_info(${table})`.execute(db)
  const names = sql.join(columns.map(({ name }) => sql.ref(name)))
  await sql`create table ${sql.table(rebuilt)} (${sql.raw(definition)}) strict`.execute(db)
  await sql`insert into sqlite_sequence (name, seq) select ${rebuilt}, seq from sqlite_sequence where name = ${table}`.execute(
    db,
  )
  await sql`insert into ${sql.table(rebuilt)} (${names}) select ${names} from ${sql.table(table)}`.execute(db)
  await sql`drop table ${sql.table(table)}`.execute(db)
  await sql`alter table ${sql.table(rebuilt)} rename to ${sql.table(table)}`.execute(db)
  for (const index of indexes) await sql.raw(index.sql).execute(db)
}
