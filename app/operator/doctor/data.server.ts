import { existsSync } from 'node:fs'
import { mkdtemp, open, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type SQLite from 'better-sqlite3'
import { checkDatabase, reading, schemaOf, uploadsOf } from '~/backups/database.server'
import { DATABASE, HOURLY, inWords } from '~/backups/entries'
import { aheadInWords, diskOf, folderFault, isGiven, newestBackups } from '~/backups/folder.server'
import { COUNT_REFUSED } from '~/domain/deliveries/sending.server'
import { readShown } from '~/domain/documents/shown.server'
import { DOCUMENTS } from '~/domain/files/kinds'
import { type Seal, sealWith } from '~/seal.server'
import type { Settings } from '~/settings.server'
import { NEWEST, NewerDatabase } from '~db/migrate'
import { usableFolder } from '../../../scripts/folder.mjs'
import { emails, freeOn, inHours, LEAST_FREE, LONGEST_WAIT, OLDEST_BACKUP, OLDEST_HOURLY } from '../readiness.server'
import { isOwnSecret, type SecretRecord } from '../secret.server'
import type { Check, Finding, Findings } from './finding'

const databaseIn = ({ dataDir }: Settings) => join(dataDir, DATABASE)

async function writeIn(folder: string): Promise<void> {
  const own = await mkdtemp(join(folder, '.doctor-'))
  try {
    const file = await open(join(own, 'file'), 'w')
    await file.write('written').then(() => file.sync())
    await file.close()
  } finally {
    await rm(own, { recursive: true })
  }
}

/** Whether DATA_DIR and BACKUP_DIR can be written. */
export const folder: Check = async ({ settings: { dataDir, backups } }, { ok, note, fault }) => {
  const missing = await folderFault({ dataDir, backups })
  if (missing)
    return fault(
      `BACKUP_DIR, ${backups.folder}, ${missing}`,
      `Mount its disk, or make the folder, so that user ${process.getuid?.()} can write there. Without it Riverbank can't start or make a backup.`,
    )
  if (!existsSync(dataDir)) return note(`${dataDir} is not there yet. The first start makes it.`)
  try {
    usableFolder(dataDir)
  } catch (error) {
    const [, line = ''] = (error as Error).message.split('\n')
    return fault(
      `${dataDir} can't be used: ${line.replace(/^.*Riverbank can write, for example \S+ /, '')}`,
      'Give the folder to that user.',
    )
  }
  for (const path of [dataDir, ...(existsSync(backups.folder) ? [backups.folder] : [])])
    try {
      await writeIn(path)
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException
      const todo = `Mount it so that user ${process.getuid?.()} can write there, or choose another folder.`
      return fault(`${path} can't be written (${code ?? message}).`, todo)
    }
  const isSame = (await diskOf(backups.folder)) === (await diskOf(dataDir))
  if (isGiven({ dataDir, backups }) && isSame)
    return note(
      `${dataDir} can be written, and BACKUP_DIR is on the same disk: one that breaks takes both.`,
      'Set BACKUP_DIR to a folder on another disk, and see that this is mounted.',
    )
  return ok(`${dataDir} can be written.`)
}

/** Whether there is room for data and backups. */
export const disk: Check = async ({ settings: { dataDir, backups } }, { ok, note, fault }) => {
  const found: [string, number][] = []
  for (const path of [dataDir, backups.folder]) {
    const free = await freeOn(path)
    if (free !== null) found.push([path, free])
  }
  const [least] = found.sort(([, one], [, other]) => one - other)
  if (!least) return note('There is no folder to look at yet.')
  const [path, free] = least
  const says = `${Math.floor(free / 1_000_000).toLocaleString('en-IE')} MB are free at ${path}`
  if (free >= LEAST_FREE) return ok(`${says}.`)
  return fault(
    `Only ${says}, less than 500.`,
    'Make room: move backups to another disk (BACKUP_DIR), remove other files, or enlarge the disk.',
  )
}

/** Whether the database is whole, and of this version. */
export const database: Check = async ({ settings }, { ok, note, fault }) => {
  if (!existsSync(databaseIn(settings))) return note('There is no database yet. The first start makes it.')
  const restore = 'Stop Riverbank and restore a backup: node scripts/restore.mjs FILE'
  try {
    await checkDatabase(databaseIn(settings))
    const schema = reading(settings, schemaOf)
    if (schema === NEWEST) return ok(`It is whole, and of this version (${schema}).`)
    return note(
      `It is whole, and of an earlier version (${schema}).`,
      'The next start backs it up, then brings it up to date.',
    )
  } catch (error) {
    if (error instanceof NewerDatabase)
      return fault(error.message, 'Start the newer version again, or restore a backup that this version made.')
    return fault(inWords(error as Error), restore)
  }
}

const RECORD = "select value from portalSettings where name = 'secretRecord'"
const SECOND_STEPS = `select userId, lockedKey, username from secondSteps join users on users.id = userId
  where confirmedAt is not null and closedAt is null order by username`
const DAYS_TOLD = 30

async function usernamesLockedOut(seal: Seal, steps: { userId: number; lockedKey: string; username: string }[]) {
  const { findLockedOut } = await import('~/domain/accounts/second-step.server')
  return findLockedOut(seal, steps).map(({ username }) => username)
}

/** Whether SESSION_SECRET is the one that second steps were set up with, and that the last start had. */
export const secret: Check = async ({ settings }, { ok, note, fault }) => {
  if (!existsSync(databaseIn(settings)) || !settings.sessionSecret)
    return note('There is nothing to compare it with yet.')
  const seal = sealWith(settings.sessionSecret)
  const { stored, steps } = reading(settings, (sqlite) => ({
    stored: sqlite.prepare<[], string>(RECORD).pluck().get(),
    steps: sqlite.prepare<[], { userId: number; lockedKey: string; username: string }>(SECOND_STEPS).all(),
  }))
  const record = stored === undefined ? undefined : (JSON.parse(stored) as SecretRecord)
  // Loaded where there is something to open: the doctor may have to do with the memory that a server leaves.
  const lost = steps.length > 0 ? await usernamesLockedOut(seal, steps) : []
  if (lost.length > 0)
    return fault(
      `SESSION_SECRET is not the one that ${lost.length} of ${steps.length} second steps were set up with: ${lost.join(', ')}.`,
      'Put the old one back. If it is lost: node scripts/user.mjs second-step-off USERNAME for each, who then sets it up again.',
    )
  if (record && !isOwnSecret(seal, record))
    return note(
      'SESSION_SECRET is not the one that Riverbank was last started with.',
      'Put that one back, unless you mean to change it: scripts/deploy/README.md says what stops working.',
    )
  if (record?.changedAt && Date.now() - Date.parse(record.changedAt) < DAYS_TOLD * 86_400_000)
    return note(
      `SESSION_SECRET changed on ${record.changedAt.slice(0, 10)}. Calendar addresses, codes for a day and the numbers of sign-in cards from before do not work.`,
      'Ask people to make new ones.',
    )
  return ok(
    `It is the one that Riverbank knows${steps.length > 0 ? `, and opens all ${steps.length} second steps` : ''}.`,
  )
}

/** Whether every upload that the database names is there. */
export const uploads: Check = async ({ settings }, { ok, note, fault }) => {
  if (!existsSync(databaseIn(settings))) return note('There are none yet.')
  const named = reading(settings, uploadsOf)
  const lost: string[] = []
  for (const [key, bytes] of named) {
    const found = await stat(join(settings.dataDir, 'uploads', key)).catch(() => null)
    if (!found || (bytes !== null && found.size !== bytes)) lost.push(key)
  }
  if (lost.length === 0) return ok(`All ${named.size} are there.`)
  const some = `${lost.slice(0, 3).join(', ')}${lost.length > 3 ? ' …' : ''}`
  return fault(
    `${lost.length} of ${named.size} are lost or cut short: ${some}`,
    lost.length === named.size
      ? 'See whether the disk of the folder uploads is mounted. If they are lost for good, put any file there: nothing can be uploaded while the folder is empty.'
      : 'Take them from a backup: it is a zip, and holds them in its folder uploads under the same names.',
  )
}

/** Whether each document that opens in the browser has been made ready. */
export const documents: Check = async ({ settings }, { ok, note }) => {
  if (!existsSync(databaseIn(settings))) return note('There are none yet.')
  const marks = DOCUMENTS.map(() => '?').join(', ')
  const of = (table: string) => `select storageKey, fileName from ${table} where fileType in (${marks})`
  const stored = reading(settings, (sqlite) =>
    sqlite.prepare(`${of('files')} union ${of('newsletterAttachments')}`).all(...DOCUMENTS, ...DOCUMENTS),
  ) as { storageKey: string; fileName: string }[]
  const failed: string[] = []
  let waiting = 0
  for (const { storageKey, fileName } of stored) {
    const shown = await readShown(join(settings.dataDir, 'uploads'), storageKey)
    if (!shown) waiting++
    else if (shown.state === 'failed') failed.push(fileName)
  }
  const says = waiting > 0 ? `${waiting} of ${stored.length} wait to be made ready.` : `All ${stored.length} are ready.`
  if (failed.length === 0) return ok(says)
  const some = `${failed.slice(0, 3).join(', ')}${failed.length > 3 ? ' …' : ''}`
  return note(
    `${says} ${failed.length} can only be downloaded: ${some}`,
    'Have a tutor save them again as a simpler PDF.',
  )
}

const LOOK = 'Look in the log for "the backup failed", and see what this says: node scripts/backup.mjs'

/** When the database was first migrated: a backup that was due before then was not missed. */
const setUpIn = (sqlite: SQLite.Database) =>
  sqlite.prepare('select min(timestamp) from kysely_migration').pluck().get() as string | null

/** When it was last seen that the newest backup has everything, as the server stored it. */
const currentAtIn = (sqlite: SQLite.Database) =>
  sqlite.prepare("select value from portalSettings where name = 'backupCurrentAt'").pluck().get() as string | undefined

/** Whether the last daily backup is of today and, where one is made each hour, the newest of the last hours. */
export const backups: Check = async ({ settings }, { ok, note, fault }) => {
  const { at, isHourly, folder: path } = settings.backups
  const ahead = await aheadInWords(settings)
  if (ahead) return fault(ahead, `See which they are: ls ${path} ${join(path, HOURLY)}`)
  const { whole, newest } = await newestBackups(path)
  const old = (moment: Date) => `is ${inHours(Math.max(0, Date.now() - moment.getTime()))} old`
  const none = newest ? 'There is no daily one' : `There is none in ${path}`
  const wholeWords = whole ? `The last daily one ${old(whole)}` : none
  const words = newest && newest !== whole ? `The newest ${old(newest)}. ${wholeWords}` : wholeWords
  if (at === null) return note(`BACKUP_EVERY is never. ${words}.`, 'Make them by hand: node scripts/backup.mjs')
  const hasDatabase = existsSync(databaseIn(settings))
  if (!hasDatabase && !newest) return ok('There is nothing to back up yet.')
  const setUp = Date.parse((hasDatabase && reading(settings, setUpIn)) || '')
  if (Date.now() - (whole?.getTime() ?? setUp) > OLDEST_BACKUP)
    return fault(whole ? `${words}, more than 26 hours.` : `${words}.`, LOOK)
  const seen = Date.parse((hasDatabase && reading(settings, currentAtIn)) || '') || 0
  const current = Math.max(newest?.getTime() ?? setUp, seen)
  // A server that is stopped makes none.
  if (isHourly && Math.min(Date.now(), lastHealthCheck(settings) ?? 0) - current > OLDEST_HOURLY)
    return fault(`${words}; but one is made every hour.`, LOOK)
  return newest ? ok(`${words}.`) : ok(`${words} yet. The first daily one is made at ${at}.`)
}

const WAITING = "select min(dueAt) as oldest, count(*) as count from deliveries where state = 'pending'"
const TROUBLED = `select count(*) filter (where state = 'failed') as failed, count(*) filter (where state = 'uncertain') as uncertain
  from deliveries where settledAt > strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-30 days')`

/** What was not sent, or may not have been, and what a mail server refused since it refuses us. */
function troubled(sqlite: SQLite.Database, { note, fault }: Findings): Finding[] {
  const { failed, uncertain } = sqlite.prepare(TROUBLED).get() as { failed: number; uncertain: number }
  const refused = sqlite.prepare(COUNT_REFUSED).get() as { failed: number; waiting: number }
  const found: Finding[] = []
  if (failed + uncertain > 0) {
    const parts = [failed && `${emails(failed)} failed`, uncertain && `${emails(uncertain)} may not have arrived`]
    const todo = 'The page of each newsletter, and Profile > Enquiries, say why, and send them again.'
    found.push(note(`In the last 30 days ${parts.filter(Boolean).join(', and ')}.`, todo))
  }
  if (refused.failed > 0)
    found.push(
      fault(
        `${emails(refused.failed)} failed since the mail server refused us.`,
        'See what this says about the mail server. Then a tutor sends them again, in the Newsletter tab.',
      ),
    )
  if (refused.waiting > 0)
    found.push(fault(`${emails(refused.waiting)} to the office wait, since they are refused.`, 'Look at OFFICE_EMAIL.'))
  return found
}

/** How many mails wait; 0 without a database. */
export function mailsWaiting(settings: Settings): number {
  if (!existsSync(databaseIn(settings))) return 0
  return reading(settings, (sqlite) => (sqlite.prepare(WAITING).get() as { count: number }).count)
}

/** Whether mail leaves. */
export const queue: Check = async ({ settings }, { ok, note, fault }) => {
  if (!existsSync(databaseIn(settings))) return note('There is none yet.')
  const { paused, oldest, count, found } = reading(settings, (sqlite) => ({
    found: troubled(sqlite, { ok, note, fault }),
    paused: sqlite.prepare("select value from portalSettings where name = 'sendingPaused'").pluck().get(),
    ...(sqlite.prepare(WAITING).get() as { oldest: string | null; count: number }),
  }))
  if (paused) {
    const todo = 'A tutor turns it on in the Newsletter tab.'
    found.push(fault(`Sending is paused since a backup was restored, and ${count} mails wait.`, todo))
  }
  const waits = oldest === null ? 0 : Date.now() - Date.parse(oldest)
  if (waits > LONGEST_WAIT)
    found.push(
      fault(
        `Mail that is due has waited for ${inHours(waits)}, ${count} in all.`,
        'See what this says about the mail server and the pause, and check that Riverbank runs.',
      ),
    )
  if (found.some(({ state }) => state === 'fault')) return found
  return [ok(count === 0 ? 'No mail waits.' : `${count} mails wait, none for long.`), ...found]
}

/** When the server last wrote its own row, which it does whenever /healthz is asked; undefined without a database. */
export function lastHealthCheck(settings: Settings): number | undefined {
  try {
    const at = reading(settings, (sqlite) => sqlite.prepare('select checkedAt from healthCheck').pluck().get())
    return at ? Date.parse(String(at)) : 0
  } catch {
    return undefined
  }
}
