import { statfs } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { LRUCache } from 'lru-cache'
import { type BackupStatus, findSetUpTime, type LastBackup } from '~/backups/backup-status.server'
import type { ClockWatch } from '~/backups/clock.server'
import { countWaiting, findOldestDue } from '~/domain/deliveries/queue.server'
import { countRefused, findPausedSince, type MailStatus } from '~/domain/deliveries/sending.server'
import { describeLostUploads } from '~/domain/files/lost-uploads.server'
import type { RefusedRequests } from '~/http/limits/requests-in-turn'
import { getMailRoute, type Settings } from '~/settings.server'
import { getDatabaseFile } from '~db/open'
import type { Database } from '~db/schema'
import { getTrouble } from '~db/trouble'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const MEGABYTE = 1_000_000

/** Minimum free space on the disks of data and backups, in bytes. */
export const MIN_FREE_BYTES = 500 * MEGABYTE
/** In ms: how long mail may be overdue, and the maximum age of the last good backup. */
export const MAX_MAIL_WAIT = HOUR
export const MAX_BACKUP_AGE = 26 * HOUR
/** In ms: the maximum age of the newest backup with BACKUP_EVERY=hour. A failed one is retried after an hour. */
export const MAX_HOURLY_AGE = 3 * HOUR
/** In ms: how long refused requests are reported. */
const REFUSAL_REPORT_TIME = 15 * MINUTE

export const reasonNames = [
  'start',
  'migration',
  'database',
  'disk',
  'mail',
  'paused',
  'backup',
  'uploads',
  'clock',
  'memory',
] as const
export type ReasonName = (typeof reasonNames)[number]
export interface Reason {
  reason: ReasonName
  /** The problem and what to do, for the operator. No paths or names: /readyz is public. */
  words: string
}

export interface MonitoredApp {
  db: Database
  settings: Pick<Settings, 'dataDir' | 'backups' | 'smtpUrl' | 'demo'>
  clockWatch: ClockWatch
  backupStatus: BackupStatus
  mailStatus: MailStatus
  refusedRequests: RefusedRequests
}

/** A duration such as '90 minutes', '5 hours' or '3 days'. */
export function formatHours(milliseconds: number): string {
  const minutes = Math.floor(milliseconds / MINUTE)
  if (minutes < 120) return `${minutes} minutes`
  return minutes < 72 * 60 ? `${Math.floor(minutes / 60)} hours` : `${Math.floor(minutes / 60 / 24)} days`
}

/** Free bytes for this process on the disk of a folder; null if the folder does not exist. */
export async function getFreeBytes(folder: string): Promise<number | null> {
  try {
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize
  } catch {
    return null
  }
}

async function findDiskFault({ settings }: MonitoredApp): Promise<string | null> {
  const folders = [settings.dataDir, settings.backups.folder]
  const free = (await Promise.all(folders.map(getFreeBytes))).filter((bytes) => bytes !== null)
  const min = Math.min(...free)
  if (min >= MIN_FREE_BYTES) return null
  return `Only ${Math.floor(min / MEGABYTE)} MB are free on the disk (minimum 500). Free up space soon, or saving will stop working.`
}

/** Only the codes of a mail server's answer: its text may contain personal data. */
const extractCodes = (reason: string) =>
  /^\d{3}(?:[- ]#?\d\.\d{1,3}\.\d{1,3})?/.exec(reason)?.[0].replace('-', ' ') ?? 'without a code'

export const formatMailCount = (number: number) => (number === 1 ? '1 email' : `${number} emails`)

/** 'Mail is not set up; 3 emails wait.' */
export const describeMissingMail = (waiting: number) =>
  `Mail is not set up; ${waiting === 0 ? 'no email waits' : `${formatMailCount(waiting)} ${waiting === 1 ? 'waits' : 'wait'}`}.`

async function findMailFault({ db, settings, mailStatus: { trouble } }: MonitoredApp): Promise<string | null> {
  if (getMailRoute(settings) === 'none') {
    const waiting = await countWaiting(db)
    return waiting > 0 ? `${describeMissingMail(waiting)} Set SMTP_URL and restart Riverbank to send them.` : null
  }
  const found: string[] = []
  const due = await findOldestDue(db)
  const waits = due === null ? 0 : Date.now() - Date.parse(due)
  const lasts = trouble ? performance.now() - trouble.since : 0
  if (trouble?.isRefusal)
    found.push(
      `The mail server refuses all our email (${extractCodes(trouble.reason)}). The emails wait, and nothing is lost. Check the account with your mail provider, SMTP_URL and MAIL_FROM. The log has the server’s answer.`,
    )
  else if (waits > MAX_MAIL_WAIT)
    found.push(`An email has been overdue for ${formatHours(waits)}. The log says what is wrong with the mail server.`)
  else if (lasts > MAX_MAIL_WAIT)
    found.push(`The mail server has been failing for ${formatHours(lasts)}. The log says why.`)
  const { failed, waiting } = await countRefused(db)
  if (failed > 0)
    found.push(
      `${formatMailCount(failed)} failed because the mail server refused our mail. Once it accepts mail again, a tutor can send them again in the Newsletter tab.`,
    )
  if (waiting > 0 && !trouble?.isRefusal)
    found.push(
      `${waiting === 1 ? '1 enquiry' : `${waiting} enquiries`} can’t be emailed to the office: the mail server refuses. Check OFFICE_EMAIL. The enquiries are in the portal.`,
    )
  return found.join(' ') || null
}

/** Always checks the folder; the rest only while a job makes daily backups. */
async function findBackupFault({ db, backupStatus: { last } }: MonitoredApp): Promise<string | null> {
  if (last?.folder) return `The backup folder (BACKUP_DIR) ${last.folder} No backups are made until this is fixed.`
  if (!last?.isDaily) return null
  const setUp = (await findSetUpTime(db)).getTime()
  const age = (at: string | null) => Date.now() - (at === null ? setUp : Date.parse(at))
  const since = (at: string | null, name: string) =>
    at !== null
      ? `The last ${name} is ${formatHours(age(at))} old`
      : `There has been no ${name} ${setUp === 0 ? 'yet' : `for ${formatHours(age(at))}`}`
  const why = 'The log says why.'
  const { wholeAt, currentAt, isHourly } = last
  if (age(wholeAt) > MAX_BACKUP_AGE)
    return `${since(wholeAt, isHourly ? 'daily backup' : 'backup')} (limit: 26 hours). ${describeNewestHourly(last)}${why}`
  if (isHourly && age(currentAt) > MAX_HOURLY_AGE)
    return `${since(currentAt, 'backup')}, although one is made every hour. ${why}`
  return null
}

/** Reports recently refused requests for a while, since a monitor only asks every few minutes. */
function findMemoryFault({ refusedRequests: { count, ago } }: MonitoredApp): string | null {
  if (ago > REFUSAL_REPORT_TIME) return null
  return `There were too many requests at once for the memory: ${count === 1 ? '1 request was' : `${count} requests were`} refused since the start, the last one ${formatHours(ago)} ago. Find these requests in the log, and limit their rate at the proxy.`
}

/** The age of the newest hourly backup if it is newer than the last daily one, else ''. */
const describeNewestHourly = ({ at, wholeAt }: LastBackup) =>
  at !== null && at !== wholeAt ? `The last hourly one is ${formatHours(Date.now() - Date.parse(at))} old. ` : ''

/** The checks in output order. Each returns a text for the operator, or null. */
const readinessChecks: [ReasonName, (operated: MonitoredApp) => Promise<string | null>][] = [
  ['disk', findDiskFault],
  ['mail', findMailFault],
  [
    'paused',
    async ({ db }) =>
      (await findPausedSince(db)) &&
      'Sending has been paused since a backup was restored. A tutor can turn it back on in the Newsletter tab.',
  ],
  ['backup', findBackupFault],
  ['uploads', async ({ settings }) => describeLostUploads(join(settings.dataDir, 'uploads'))],
  // A clock that has leapt, or backups dated ahead by an earlier wrong clock.
  ['clock', async ({ clockWatch, backupStatus }) => clockWatch.doubt() ?? backupStatus.last?.ahead ?? null],
  ['memory', async (operated) => findMemoryFault(operated)],
]

const databaseFaults = {
  full: 'The database can’t be read because the disk is full.',
  locked: 'Another program has locked the database for too long.',
  broken: 'The database can’t be read.',
}

const DAMAGED =
  'The database is damaged, or its disk is failing. Run the doctor, and restore a backup: data saved from now on may be lost'

/** All current problems; empty if there are none. Never throws. */
export async function findReasons(operated: MonitoredApp): Promise<Reason[]> {
  const damage = getDatabaseFile(operated.db).damage.code
  const found: Reason[] = damage ? [{ reason: 'database', words: `${DAMAGED} (${damage}).` }] : []
  for (const [reason, look] of readinessChecks)
    try {
      const words = await look(operated)
      if (words) found.push({ reason, words })
    } catch (error) {
      if (found[0]?.reason !== 'database')
        found.unshift({ reason: 'database', words: databaseFaults[getTrouble(error) ?? 'broken'] })
    }
  return found
}

function getStartReason(isMigrating: boolean): Reason {
  return isMigrating
    ? { reason: 'migration', words: 'The database is being backed up and updated. Please wait.' }
    : { reason: 'start', words: 'Riverbank is starting.' }
}

/** In ms: how long an answer is cached, so that requests can't keep the disk busy. */
const CACHE_TIME = 1000

/** Sends the problems as JSON, or as plain text to clients that accept text (browsers): 200 for none, else 503. */
function sendReasons({ headers, method }: IncomingMessage, response: ServerResponse, reasons: Reason[]): void {
  const isReady = reasons.length === 0
  const inWords = /^text\//.test(headers.accept ?? '')
  const body = inWords
    ? `${isReady ? 'All is well.' : reasons.map(({ reason, words }) => `${reason}: ${words}`).join('\n')}\n`
    : JSON.stringify({ ready: isReady, reasons })
  response
    .writeHead(isReady ? 200 : 503, {
      'Content-Type': inWords ? 'text/plain; charset=utf-8' : 'application/json; charset=utf-8',
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      'Content-Length': Buffer.byteLength(body),
    })
    .end(method === 'HEAD' ? undefined : body)
}

/** Handles /readyz: 200 without problems, else 503 with the reasons. */
export function handleReadyz(operated: MonitoredApp) {
  const looks = new LRUCache<'now', Reason[]>({ max: 1, ttl: CACHE_TIME, fetchMethod: () => findReasons(operated) })
  return async (request: IncomingMessage, response: ServerResponse) =>
    sendReasons(request, response, await looks.forceFetch('now'))
}

/**
 * Returns a handler for health checks while the server starts: alive, but not ready. It returns false for any other request, which then
 * waits.
 */
export function whileStarting(startup: { isMigrating: boolean }) {
  return (request: IncomingMessage, response: ServerResponse): boolean => {
    const [path] = (request.url ?? '').split('?', 1)
    if (path === '/readyz') sendReasons(request, response, [getStartReason(startup.isMigrating)])
    else if (path === '/healthz' || path === '/up')
      response.writeHead(200, { 'Cache-Control': 'no-store' }).end('{"ok":true,"starting":true}')
    else return false
    return true
  }
}
