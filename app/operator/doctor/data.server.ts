import { existsSync } from 'node:fs'
import { mkdtemp, open, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type SQLite from 'better-sqlite3'
import { checkDatabase, listUploads, readDatabase, readSchemaVersion } from '~/backups/database.server'
import { DATABASE, describeError, HOURLY } from '~/backups/entries'
import {
  describeFutureBackups,
  findFolderFault,
  findNewestBackups,
  getDisk,
  hasOwnBackupFolder,
} from '~/backups/folder.server'
import { readDocumentView } from '~/domain/documents/document-view.server'
import { DOCUMENTS } from '~/domain/files/kinds'
import { formatHours, getFreeBytes, MAX_BACKUP_AGE, MAX_HOURLY_AGE, MIN_FREE_BYTES } from '~/operator/readiness.server'
import { isCurrentSecret, type SecretRecord } from '~/operator/secret.server'
import type { Settings } from '~/settings.server'
import { createSigner, type Signer } from '~/signing.server'
import { NEWEST, NewerDatabase } from '~db/migrate'
import { requireUsableFolder } from '../../processes/folder.mjs'

/** A result of a check: 'ok', a 'note' worth knowing, or a 'fault' with the action to take. */
export interface Finding {
  check: string
  state: 'ok' | 'note' | 'fault'
  says: string
  todo?: string
}

export interface DoctorContext {
  settings: Settings
  /** Recipient of a test email; undefined for none. */
  to?: string
  /** Name server to use instead of the machine's own. */
  dns?: string
  /** Timeout for the mail server, in ms. */
  patience?: number
}

/** A check. It returns its findings, made by `ok`, `note` and `fault`. */
export type DoctorCheck = (patient: DoctorContext, say: Findings) => Promise<Finding | Finding[]>
export type Findings = ReturnType<typeof runCheck>

export const runCheck = (check: string) => ({
  ok: (says: string): Finding => ({ check, state: 'ok', says }),
  note: (says: string, todo?: string): Finding => ({ check, state: 'note', says, todo }),
  fault: (says: string, todo: string): Finding => ({ check, state: 'fault', says, todo }),
})

export const getDatabasePath = ({ dataDir }: Settings) => join(dataDir, DATABASE)

async function testWrite(folder: string): Promise<void> {
  const own = await mkdtemp(join(folder, '.doctor-'))
  try {
    const file = await open(join(own, 'file'), 'w')
    await file.write('written').then(() => file.sync())
    await file.close()
  } finally {
    await rm(own, { recursive: true })
  }
}

export const checkFolders: DoctorCheck = async ({ settings: { dataDir, backups } }, { ok, note, fault }) => {
  const missing = await findFolderFault({ dataDir, backups })
  if (missing)
    return fault(
      `BACKUP_DIR, ${backups.folder}, ${missing}`,
      `Mount its disk or create the folder, and make it writable for user ${process.getuid?.()}. Without it Riverbank can't start or make backups.`,
    )
  if (!existsSync(dataDir)) return note(`${dataDir} does not exist yet. The first start creates it.`)
  try {
    requireUsableFolder(dataDir)
  } catch (error) {
    const [, line = ''] = (error as Error).message.split('\n')
    return fault(
      `${dataDir} can't be used: ${line.replace(/^.*Riverbank can write, for example \S+ /, '')}`,
      'Change the owner of the folder.',
    )
  }
  for (const path of [dataDir, ...(existsSync(backups.folder) ? [backups.folder] : [])])
    try {
      await testWrite(path)
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException
      const todo = `Make it writable for user ${process.getuid?.()}, or choose another folder.`
      return fault(`${path} is not writable (${code ?? message}).`, todo)
    }
  const isSame = (await getDisk(backups.folder)) === (await getDisk(dataDir))
  if (hasOwnBackupFolder({ dataDir, backups }) && isSame)
    return note(
      `${dataDir} is writable, but BACKUP_DIR is on the same disk: if that disk fails, you lose both.`,
      'Set BACKUP_DIR to a folder on another disk, and make sure that disk is mounted.',
    )
  return ok(`${dataDir} is writable.`)
}

export const checkDisk: DoctorCheck = async ({ settings: { dataDir, backups } }, { ok, note, fault }) => {
  const found: [string, number][] = []
  for (const path of [dataDir, backups.folder]) {
    const free = await getFreeBytes(path)
    if (free !== null) found.push([path, free])
  }
  const [min] = found.sort(([, one], [, other]) => one - other)
  if (!min) return note('There is no folder to check yet.')
  const [path, free] = min
  const says = `${Math.floor(free / 1_000_000).toLocaleString('en-IE')} MB are free at ${path}`
  if (free >= MIN_FREE_BYTES) return ok(`${says}.`)
  return fault(
    `Only ${says} (minimum 500).`,
    'Free up space: move backups to another disk (BACKUP_DIR), delete other files, or enlarge the disk.',
  )
}

export const checkDatabaseFile: DoctorCheck = async ({ settings }, { ok, note, fault }) => {
  if (!existsSync(getDatabasePath(settings))) return note('There is no database yet. The first start creates it.')
  const restore = 'Stop Riverbank and restore a backup: node scripts/restore.mjs FILE'
  try {
    await checkDatabase(getDatabasePath(settings))
    const schema = readDatabase(settings, readSchemaVersion)
    if (schema === NEWEST) return ok(`It is intact and up to date (${schema}).`)
    return note(
      `It is intact, but from an earlier version (${schema}).`,
      'The next start backs it up, then updates it.',
    )
  } catch (error) {
    if (error instanceof NewerDatabase)
      return fault(error.message, 'Start the newer version again, or restore a backup that this version made.')
    return fault(describeError(error as Error), restore)
  }
}

const SELECT_SECRET_RECORD = "select value from portalSettings where name = 'secretRecord'"
const SELECT_SECOND_STEPS = `select userId, lockedKey, username from secondSteps join users on users.id = userId
  where confirmedAt is not null and closedAt is null order by username`
const DAYS_REPORTED = 30

async function findLockedOutUsernames(sign: Signer, steps: { userId: number; lockedKey: string; username: string }[]) {
  const { findLockedOut } = await import('~/domain/accounts/second-step.server')
  return findLockedOut(sign, steps).map(({ username }) => username)
}

/** Checks whether SESSION_SECRET is still the one of the last start and of the second steps. */
export const checkSecret: DoctorCheck = async ({ settings }, { ok, note, fault }) => {
  if (!existsSync(getDatabasePath(settings)) || !settings.sessionSecret)
    return note('There is nothing to compare it with yet.')
  const sign = createSigner(settings.sessionSecret)
  const { stored, steps } = readDatabase(settings, (sqlite) => ({
    stored: sqlite.prepare<[], string>(SELECT_SECRET_RECORD).pluck().get(),
    steps: sqlite.prepare<[], { userId: number; lockedKey: string; username: string }>(SELECT_SECOND_STEPS).all(),
  }))
  const record = stored === undefined ? undefined : (JSON.parse(stored) as SecretRecord)
  // Loaded only when needed: the doctor may run next to a server in little memory.
  const lost = steps.length > 0 ? await findLockedOutUsernames(sign, steps) : []
  if (lost.length > 0)
    return fault(
      `SESSION_SECRET has changed since ${lost.length} of ${steps.length} second steps were set up: ${lost.join(', ')}.`,
      'Put the old secret back. If it is lost, run node scripts/user.mjs second-step-off USERNAME for each of them; they then set up their second step again.',
    )
  if (record && !isCurrentSecret(sign, record))
    return note(
      'SESSION_SECRET is not the one from the last start.',
      'Put the old one back, unless you meant to change it: scripts/deploy/README.md says what stops working.',
    )
  if (record?.changedAt && Date.now() - Date.parse(record.changedAt) < DAYS_REPORTED * 86_400_000)
    return note(
      `SESSION_SECRET changed on ${record.changedAt.slice(0, 10)}. Earlier calendar addresses, codes for a day and numbers of sign-in cards no longer work.`,
      'Ask people to make new ones.',
    )
  return ok(`It has not changed${steps.length > 0 ? `, and opens all ${steps.length} second steps` : ''}.`)
}

export const checkUploads: DoctorCheck = async ({ settings }, { ok, note, fault }) => {
  if (!existsSync(getDatabasePath(settings))) return note('There are none yet.')
  const named = readDatabase(settings, listUploads)
  const lost: string[] = []
  for (const [key, bytes] of named) {
    const found = await stat(join(settings.dataDir, 'uploads', key)).catch(() => null)
    if (!found || (bytes !== null && found.size !== bytes)) lost.push(key)
  }
  if (lost.length === 0) return ok(`All ${named.size} are present.`)
  const some = `${lost.slice(0, 3).join(', ')}${lost.length > 3 ? ' …' : ''}`
  return fault(
    `${lost.length} of ${named.size} are missing or incomplete: ${some}`,
    lost.length === named.size
      ? 'Check that the disk of the uploads folder is mounted. If the files are lost for good, put any file there: nothing can be uploaded while the folder is empty.'
      : 'Copy them from a backup: it is a zip file, with the same names in its uploads folder.',
  )
}

export const checkDocuments: DoctorCheck = async ({ settings }, { ok, note }) => {
  if (!existsSync(getDatabasePath(settings))) return note('There are none yet.')
  const marks = DOCUMENTS.map(() => '?').join(', ')
  const of = (table: string) => `select storageKey, fileName from ${table} where fileType in (${marks})`
  const stored = readDatabase(settings, (sqlite) =>
    sqlite.prepare(`${of('files')} union ${of('newsletterAttachments')}`).all(...DOCUMENTS, ...DOCUMENTS),
  ) as { storageKey: string; fileName: string }[]
  const failed: string[] = []
  let waiting = 0
  for (const { storageKey, fileName } of stored) {
    const shown = await readDocumentView(join(settings.dataDir, 'uploads'), storageKey)
    if (!shown) waiting++
    else if (shown.state === 'failed') failed.push(fileName)
  }
  const says = waiting > 0 ? `${waiting} of ${stored.length} are not ready yet.` : `All ${stored.length} are ready.`
  if (failed.length === 0) return ok(says)
  const some = `${failed.slice(0, 3).join(', ')}${failed.length > 3 ? ' …' : ''}`
  return note(
    `${says} ${failed.length} can only be downloaded: ${some}`,
    'Ask a tutor to save them again as a simpler PDF.',
  )
}

const SEE_LOG = 'Search the log for "the backup failed", or run: node scripts/backup.mjs'

/** When the database was first migrated: no backup was due before that. */
const readSetUpTime = (sqlite: SQLite.Database) =>
  sqlite.prepare('select min(timestamp) from kysely_migration').pluck().get() as string | null

/** When the server last saw that the newest backup lacks nothing. */
const readCurrentAt = (sqlite: SQLite.Database) =>
  sqlite.prepare("select value from portalSettings where name = 'backupCurrentAt'").pluck().get() as string | undefined

/** Checks the age of the last daily backup and, with BACKUP_EVERY=hour, of the newest one. */
export const checkBackups: DoctorCheck = async ({ settings }, { ok, note, fault }) => {
  const { at, isHourly, folder: path } = settings.backups
  const ahead = await describeFutureBackups(settings)
  if (ahead) return fault(ahead, `List them: ls ${path} ${join(path, HOURLY)}`)
  const { whole, newest } = await findNewestBackups(path)
  const old = (moment: Date) => `is ${formatHours(Math.max(0, Date.now() - moment.getTime()))} old`
  const none = newest ? 'There is no daily one' : `There is no backup in ${path}`
  const wholeWords = whole ? `The last daily one ${old(whole)}` : none
  const words = newest && newest !== whole ? `The newest ${old(newest)}. ${wholeWords}` : wholeWords
  if (at === null) return note(`BACKUP_EVERY is never. ${words}.`, 'Make one by hand: node scripts/backup.mjs')
  const hasDatabase = existsSync(getDatabasePath(settings))
  if (!hasDatabase && !newest) return ok('There is nothing to back up yet.')
  const setUp = Date.parse((hasDatabase && readDatabase(settings, readSetUpTime)) || '')
  if (Date.now() - (whole?.getTime() ?? setUp) > MAX_BACKUP_AGE)
    return fault(whole ? `${words}, more than 26 hours.` : `${words}.`, SEE_LOG)
  const seen = Date.parse((hasDatabase && readDatabase(settings, readCurrentAt)) || '') || 0
  const current = Math.max(newest?.getTime() ?? setUp, seen)
  // A stopped server makes no backups.
  if (isHourly && Math.min(Date.now(), findLastHealthCheck(settings) ?? 0) - current > MAX_HOURLY_AGE)
    return fault(`${words}, although one is made every hour.`, SEE_LOG)
  return newest ? ok(`${words}.`) : ok(`${words} yet. The first daily one is made at ${at}.`)
}

/** When the server last answered /healthz, which writes a row (ms; 0 for never); undefined without a database. */
export function findLastHealthCheck(settings: Settings): number | undefined {
  try {
    const at = readDatabase(settings, (sqlite) => sqlite.prepare('select checkedAt from healthCheck').pluck().get())
    return at ? Date.parse(String(at)) : 0
  } catch {
    return undefined
  }
}
