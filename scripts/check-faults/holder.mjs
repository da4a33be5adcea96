// Another program that holds the database of a folder in a write transaction (locked.ts).
import { join } from 'node:path'
import SQLite from 'better-sqlite3'

const sqlite = new SQLite(join(process.argv[2], 'riverbank.sqlite'), { timeout: 10_000 })
sqlite.exec('begin immediate')
process.send('held')
process.once('message', () => {
  sqlite.exec('rollback')
  sqlite.close()
  process.disconnect()
})
