import { writeSync } from 'node:fs'
import { migrate } from '~db/migrate'
import { openDatabase } from '~db/open'

// migrate.slow.test.ts runs this file as a process: it migrates the database at `path`, prints each statement before it runs, and
// kills itself (no handler, no clean-up) just before statement `deadline`.
const [path = '', deadline = 'never'] = process.argv.slice(2)

let statements = 0
function onStatement(statement: string) {
  writeSync(1, `${JSON.stringify(statement)}\n`)
  if (++statements === Number(deadline)) process.kill(process.pid, 'SIGKILL')
}

const db = openDatabase(path, onStatement)
await migrate(db)
await db.destroy()
