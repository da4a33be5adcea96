// npm run backup: copies the database and the uploads into DATA_DIR/backups, while Riverbank runs or not.
import './environment.mjs'
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import SQLite from 'better-sqlite3'

const data = process.env.DATA_DIR || 'data'
const database = join(data, 'riverbank.sqlite')
const uploads = join(data, 'uploads')
if (!existsSync(database)) {
  console.error(`There is nothing to back up: ${database} does not exist.`)
  process.exit(1)
}

const target = join(data, 'backups', new Date().toISOString().replaceAll(':', '-'))
const unfinished = `${target}.unfinished`
mkdirSync(unfinished, { recursive: true })
const copyUploads = async () => {
  if (existsSync(uploads)) await cp(uploads, join(unfinished, 'uploads'), { recursive: true, force: false })
}

try {
  // Before and after the database, so that each file in its copy is there, even one added or deleted meanwhile.
  await copyUploads()
  const sqlite = new SQLite(database, { fileMustExist: true })
  await sqlite.backup(join(unfinished, 'riverbank.sqlite'))
  sqlite.close()
  await copyUploads()

  const copy = new SQLite(join(unfinished, 'riverbank.sqlite'))
  copy.pragma('journal_mode = DELETE')
  const health = copy.pragma('integrity_check', { simple: true })
  copy.close()
  if (health !== 'ok') throw new Error(`the copied database is damaged: ${health}`)
  renameSync(unfinished, target)
  console.log(`Backed up to ${target}`)
} catch (error) {
  rmSync(unfinished, { recursive: true, force: true })
  console.error(`The backup failed: ${error.message}`)
  process.exit(1)
}
