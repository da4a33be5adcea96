import { writeSync } from 'node:fs'
import SQLite from 'better-sqlite3'
import { Kysely, SqliteDialect } from 'kysely'
import { migrate } from '~db/migrate'
import { openDatabase } from '~db/open'
import type { Tables } from '~db/schema'

// migrate.test.ts runs this file as a process: it migrates the database at `path`, prints each statement before it runs, and
// kills itself (no handler, no clean-up) just before statement `deadline`. 'plain' opens it the way Kysely does by default.
const [path = '', deadline = 'never', manner] = process.argv.slice(2)

let statements = 0
function onStatement(statement: string) {
  writeSync(1, `${JSON.stringify(statement)}\n`)
  if (++statements === Number(deadline)) process.kill(process.pid, 'SIGKILL')
}

const plain = () =>
  new Kysely<Tables>({
    dialect: new SqliteDialect({
      database: new SQLite(path, { verbose: (statement) => onStatement(String(statement)) }),
    }),
  })
const db = manner === 'plain' ? plain() : openDatabase(path, onStatement)
await migrate(db)
await db.destroy()
