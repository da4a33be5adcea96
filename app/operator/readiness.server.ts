import { statfs } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { LRUCache } from 'lru-cache'
import { type BackupStatus, type LastBackup, setUpAt } from '~/backups/backup-status.server'
import type { ClockWatch } from '~/backups/clock.server'
import type { MailStatus } from '~/domain/deliveries/mail-status.server'
import { countWaiting, oldestDue } from '~/domain/deliveries/queue.server'
import { countRefused, pausedSince } from '~/domain/deliveries/sending.server'
import { lostInWords } from '~/domain/files/lost.server'
import { requestRefusals } from '~/http/limits/refusals'
import { mailRoute, type Settings } from '~/settings.server'
import { fileOf } from '~db/open'
import type { Database } from '~db/schema'
import { troubleOf } from '~db/trouble'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const MEGABYTE = 1_000_000

/** Bytes that must be free where data and backups are kept. */
export const LEAST_FREE = 500 * MEGABYTE
/** In milliseconds: how long a mail that is due may wait, and how old the last good backup may be. */
export const LONGEST_WAIT = HOUR
export const OLDEST_BACKUP = 26 * HOUR
/** In milliseconds: how old the newest one may be where one is made each hour; a failed one is tried again after an hour. */
export const OLDEST_HOURLY = 3 * HOUR
/** In milliseconds: for how long a refusal is told. */
const REFUSED_LATELY = 15 * MINUTE

/** Why all is not well. */
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
  /** What it is and what to do, for the operator; without paths and names, since anybody may ask. */
  words: string
}

/** The parts of the application that show whether all is well. */
export interface Operated {
  db: Database
  settings: Pick<Settings, 'dataDir' | 'backups' | 'smtpUrl' | 'demo'>
  clockWatch: ClockWatch
  backupStatus: BackupStatus
  mailStatus: MailStatus
}

/** A time in hours and minutes, as people say it. */
export function inHours(milliseconds: number): string {
  const minutes = Math.floor(milliseconds / MINUTE)
  if (minutes < 120) return `${minutes} minutes`
  return minutes < 72 * 60 ? `${Math.floor(minutes / 60)} hours` : `${Math.floor(minutes / 60 / 24)} days`
}

/** The bytes that are free for this process on the disk of a folder; null where the folder is not there. */
export async function freeOn(folder: string): Promise<number | null> {
  try {
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize
  } catch {
    return null
  }
}

async function disk({ settings }: Operated): Promise<string | null> {
  const folders = [settings.dataDir, settings.backups.folder]
  const free = (await Promise.all(folders.map(freeOn))).filter((bytes) => bytes !== null)
  const least = Math.min(...free)
  if (least >= LEAST_FREE) return null
  return `Only ${Math.floor(least / MEGABYTE)} MB are free on the disk, less than 500. Make room, or nothing more can be saved one day.`
}

/** The codes alone of what a mail server says: its words may name anybody. */
const codesOf = (reason: string) =>
  /^\d{3}(?:[- ]#?\d\.\d{1,3}\.\d{1,3})?/.exec(reason)?.[0].replace('-', ' ') ?? 'without a code'

export const emails = (number: number) => (number === 1 ? '1 email' : `${number} emails`)

/** 'Mail is not set up; 3 emails wait', for the operator. */
export const notSetUp = (waiting: number) =>
  `Mail is not set up; ${waiting === 0 ? 'no email waits' : `${emails(waiting)} ${waiting === 1 ? 'waits' : 'wait'}`}.`

async function mail({ db, settings, mailStatus: { trouble } }: Operated): Promise<string | null> {
  if (mailRoute(settings) === 'none') {
    const waiting = await countWaiting(db)
    return waiting > 0 ? `${notSetUp(waiting)} Set SMTP_URL and restart Riverbank to send them.` : null
  }
  const found: string[] = []
  const due = await oldestDue(db)
  const waits = due === null ? 0 : Date.now() - Date.parse(due)
  const lasts = trouble ? performance.now() - trouble.since : 0
  if (trouble?.isRefusal)
    found.push(
      `The mail server refuses all email from here (${codesOf(trouble.reason)}); it waits, and nothing is lost. Look at the account with the mail provider, SMTP_URL and MAIL_FROM; the log has the server’s words.`,
    )
  else if (waits > LONGEST_WAIT)
    found.push(
      `An email that is due has waited for ${inHours(waits)}. The log says what is wrong with the mail server.`,
    )
  else if (lasts > LONGEST_WAIT)
    found.push(`The mail server has not worked for ${inHours(lasts)}. The log says what is wrong with it.`)
  const { failed, waiting } = await countRefused(db)
  if (failed > 0)
    found.push(
      `${emails(failed)} failed since the mail server refused us. Once it takes mail, a tutor can send them again, in the Newsletter tab.`,
    )
  if (waiting > 0 && !trouble?.isRefusal)
    found.push(
      `${waiting === 1 ? '1 enquiry' : `${waiting} enquiries`} can’t be mailed to the office: the mail server refuses that. Look at OFFICE_EMAIL; the portal has the enquiries.`,
    )
  return found.join(' ') || null
}

/** The folder is looked at in any case. Nothing else while backups are turned off, or nobody looks after them (development). */
async function backup({ db, backupStatus: { last } }: Operated): Promise<string | null> {
  if (last?.folder) return `The folder of the backups (BACKUP_DIR) ${last.folder} No backup is made until then.`
  if (!last?.isDaily) return null
  const setUp = (await setUpAt(db)).getTime()
  const age = (at: string | null) => Date.now() - (at === null ? setUp : Date.parse(at))
  const since = (at: string | null, name: string) =>
    at !== null
      ? `The last ${name} is ${inHours(age(at))} old`
      : `There has been no ${name} ${setUp === 0 ? 'yet' : `for ${inHours(age(at))}`}`
  const why = 'The log says why none was made.'
  const { wholeAt, currentAt, isHourly } = last
  if (age(wholeAt) > OLDEST_BACKUP)
    return `${since(wholeAt, isHourly ? 'daily backup' : 'backup')}, more than 26 hours. ${newestInWords(last)}${why}`
  if (isHourly && age(currentAt) > OLDEST_HOURLY)
    return `${since(currentAt, 'backup')}, although one is made every hour. ${why}`
  return null
}

/** Requests that were refused lately: a monitor asks every few minutes, and would miss a moment. */
function memory(): string | null {
  const { count, ago } = requestRefusals()
  if (ago > REFUSED_LATELY) return null
  return `More requests came at once than the memory has room for: ${count === 1 ? '1 request was' : `${count} requests were`} refused since the start, the last one ${inHours(ago)} ago. Look in the log for what was asked for, and slow that down at the proxy.`
}

/** That an hourly backup is newer than the last whole one, or nothing. */
const newestInWords = ({ at, wholeAt }: LastBackup) =>
  at !== null && at !== wholeAt ? `The last hourly one is ${inHours(Date.now() - Date.parse(at))} old. ` : ''

/** What is wrong, in words, or null; in the order in which it is told. */
const looks: [ReasonName, (operated: Operated) => Promise<string | null>][] = [
  ['disk', disk],
  ['mail', mail],
  [
    'paused',
    async ({ db }) =>
      (await pausedSince(db)) &&
      'No email is sent since a backup was restored. A tutor can turn sending on, in the Newsletter tab.',
  ],
  ['backup', backup],
  ['uploads', async ({ settings }) => lostInWords(join(settings.dataDir, 'uploads'))],
  // What a clock that leaps holds up, and what one that was wrong has left.
  ['clock', async ({ clockWatch, backupStatus }) => clockWatch.doubt() ?? backupStatus.last?.ahead ?? null],
  ['memory', async () => memory()],
]

const troubles = {
  full: 'The database can’t be read, since the disk is full.',
  locked: 'Another program has kept the database locked for too long.',
  broken: 'The database can’t be read.',
}

const DAMAGED =
  'The database is damaged, or its disk fails. Ask the doctor, and restore a backup: what is saved now may be lost'

/** Everything that is not well at present; empty when all is. Never throws. */
export async function reasonsNow(operated: Operated): Promise<Reason[]> {
  const damage = fileOf(operated.db).damage.code
  const found: Reason[] = damage ? [{ reason: 'database', words: `${DAMAGED} (${damage}).` }] : []
  for (const [reason, look] of looks)
    try {
      const words = await look(operated)
      if (words) found.push({ reason, words })
    } catch (error) {
      if (found[0]?.reason !== 'database')
        found.unshift({ reason: 'database', words: troubles[troubleOf(error) ?? 'broken'] })
    }
  return found
}

function reasonAtStart(isMigrating: boolean): Reason {
  return isMigrating
    ? { reason: 'migration', words: 'The database is being backed up and brought up to date. Please wait.' }
    : { reason: 'start', words: 'Riverbank is starting.' }
}

/** The answer stands for these milliseconds, so that nobody can keep the disk busy by asking. */
const STANDS = 1000

/** Sends what is not well as JSON, or as plain words to whoever asks for text (a browser): 200 for nothing, else 503. */
function tell({ headers, method }: IncomingMessage, response: ServerResponse, reasons: Reason[]): void {
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

/** Answers /readyz: 200 when all is well, else 503 with the reasons. */
export function readyz(operated: Operated) {
  const looks = new LRUCache<'now', Reason[]>({ max: 1, ttl: STANDS, fetchMethod: () => reasonsNow(operated) })
  return async (request: IncomingMessage, response: ServerResponse) =>
    tell(request, response, await looks.forceFetch('now'))
}

/**
 * Returns what answers programs that ask about a server that starts: alive, not ready. That returns false for any other request, which
 * waits. `startup` says how far the start is.
 */
export function whileStarting(startup: { isMigrating: boolean }) {
  return (request: IncomingMessage, response: ServerResponse): boolean => {
    const [path] = (request.url ?? '').split('?', 1)
    if (path === '/readyz') tell(request, response, [reasonAtStart(startup.isMigrating)])
    else if (path === '/healthz' || path === '/up')
      response.writeHead(200, { 'Cache-Control': 'no-store' }).end('{"ok":true,"starting":true}')
    else return false
    return true
  }
}
