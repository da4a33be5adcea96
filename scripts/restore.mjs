// npm run restore -- FOLDER: replaces the database and the uploads by a backup, and sets the current ones aside.
import './environment.mjs'
import { cpSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import SQLite from 'better-sqlite3'

const data = process.env.DATA_DIR || 'data'
const parts = ['riverbank.sqlite', 'uploads']
const [backup] = process.argv.slice(2)

function refuse(reason) {
  console.error(reason)
  process.exit(1)
}

/** Leaving WAL requires exclusive access, so it fails while Riverbank runs; it also merges the log into the one file. */
function leaveAlone(path) {
  const sqlite = new SQLite(path, { timeout: 0 })
  try {
    sqlite.pragma('journal_mode = DELETE')
  } catch (error) {
    if (error.code !== 'SQLITE_BUSY') throw error
    refuse('Riverbank is still running. Please stop it first.')
  } finally {
    sqlite.close()
  }
}

/** Mail queued in the backup may have been sent since: pauses sending until a tutor resumes it. Returns true when it was paused. */
function pauseSending(sqlite) {
  const table = sqlite.prepare("select 1 from sqlite_master where type = 'table' and name = 'portalSettings'")
  if (!table.get()) return false
  sqlite
    .prepare("insert or replace into portalSettings (name, value) values ('sendingPaused', ?)")
    .run(new Date().toISOString())
  return true
}

if (!backup) refuse('Usage: npm run restore -- FOLDER\nThe folder is one that "npm run backup" made.')
if (!existsSync(join(backup, 'riverbank.sqlite'))) refuse(`${backup} is not a backup: it has no riverbank.sqlite.`)

const incoming = join(data, 'restoring')
const aside = join(data, 'backups', `before-restore-${new Date().toISOString().replaceAll(':', '-')}`)
try {
  if (existsSync(join(data, 'riverbank.sqlite'))) leaveAlone(join(data, 'riverbank.sqlite'))
  rmSync(incoming, { recursive: true, force: true })
  for (const part of parts)
    if (existsSync(join(backup, part))) cpSync(join(backup, part), join(incoming, part), { recursive: true })

  const copy = new SQLite(join(incoming, 'riverbank.sqlite'))
  const health = copy.pragma('integrity_check', { simple: true })
  const paused = health === 'ok' && pauseSending(copy)
  copy.close()
  if (health !== 'ok') refuse(`The backup's database is damaged: ${health}`)

  mkdirSync(aside, { recursive: true })
  for (const part of parts) {
    if (existsSync(join(data, part))) renameSync(join(data, part), join(aside, part))
    if (existsSync(join(incoming, part))) renameSync(join(incoming, part), join(data, part))
  }
  rmSync(incoming, { recursive: true, force: true })
  console.log(`Restored ${backup}. What was there before is in ${aside}`)
  if (paused) console.log('No email is sent until a tutor turns sending back on, in the Newsletter tab.')
} catch (error) {
  refuse(`The restore failed: ${error.message}`)
}
