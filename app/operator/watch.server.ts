import { join } from 'node:path'
import { checkDatabase } from '~/backups/database.server'
import { DATABASE, UPLOADS } from '~/backups/entries'
import { findLostUploads } from '~/domain/files/lost-uploads.server'
import { type Running, startJob } from '~/domain/job.server'
import { readSetting, writeSetting } from '~/domain/portal-settings.server'
import { log } from '~/log.server'
import { createMessage } from '~/mail/message.server'
import { createSmtpTransport, type Transport } from '~/mail/smtp.server'
import { writeOperatorMail } from '~/mail/templates'
import type { Settings } from '~/settings.server'
import { getDatabaseFile } from '~db/open'
import type { Database } from '~db/schema'
import { getTrouble } from '~db/trouble'
import { findReasons, type MonitoredApp, type Reason, type ReasonName } from './readiness.server'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** In ms: how long a problem must last before the operator is mailed, and the wait before a failed mail is retried. */
const MIN_DURATION = HOUR
const RETRY_DELAY = 10 * MINUTE

export interface WatchedApp extends MonitoredApp {
  settings: Settings
  origin: string
}

interface WatchState {
  since: Partial<Record<ReasonName, string>>
  mailedAt: string | null
}

const EMPTY_STATE: WatchState = { since: {}, mailedAt: null }

async function readState(db: Database): Promise<WatchState> {
  return { ...EMPTY_STATE, ...JSON.parse((await readSetting(db, 'troubleSince')) ?? '{}') }
}

/** Starts from nothing if the database is damaged: the operator must still be mailed. */
function startOver(error: unknown): WatchState {
  if (getTrouble(error) !== 'broken') throw error
  return EMPTY_STATE
}

/** Limits a stored time to now: a clock that was set back may have left it in the future. */
const limitToNow = (moment: string, now: number) => (Date.parse(moment) > now ? new Date(now).toISOString() : moment)

function logChanges(before: WatchState['since'], reasons: Reason[]): void {
  for (const { reason, words } of reasons) if (!before[reason]) log.warn({ reason }, words)
  for (const reason of Object.keys(before))
    if (!reasons.some((one) => one.reason === reason)) log.info({ reason }, 'this problem is resolved')
}

/** Returns a check that logs when problems start and end, and mails the operator (without the queue) about those that last an hour. */
export function createWatch(watched: WatchedApp, transport: Transport | null) {
  const { db, settings, origin, clockWatch } = watched
  const { operatorEmail, centre } = settings
  let known: WatchState | undefined
  let resting = Number.NEGATIVE_INFINITY

  /** On a full disk the state stays in memory only; the operator must still be mailed. */
  const store = (found: WatchState) =>
    writeSetting(db, 'troubleSince', JSON.stringify(found)).catch((error) =>
      log.warn({ err: error }, 'the current problems could not be stored'),
    )

  async function sendOperatorMail(reasons: Reason[], since: WatchState['since'], now: number): Promise<boolean> {
    if (!transport || !operatorEmail) return false
    const lasting = reasons.map(({ reason, words }) => ({ words, since: since[reason]! }))
    const content = writeOperatorMail({ lasting, site: { origin, centre }, timeZone: settings.timeZone })
    const to = { name: '', address: operatorEmail }
    const createdAt = new Date(now).toISOString()
    const message = await createMessage({ id: 0, createdAt }, { ...content, to, automatic: true }, { settings, origin })
    const outcome = await transport.send(message)
    // An uncertain mail may have arrived: a second one on the same day is too many.
    if (outcome.is === 'sent' || outcome.is === 'uncertain') {
      log.info({ reasons: reasons.map(({ reason }) => reason), outcome: outcome.is }, 'the operator was mailed')
      return true
    }
    log.error(
      { outcome: outcome.is, reason: outcome.reason },
      'the operator could not be mailed: the mail server refuses our mail at the moment',
    )
    return false
  }

  return async function look(now = Date.now()): Promise<void> {
    const reasons = await findReasons(watched)
    known ??= await readState(db).catch(startOver)
    const { since: before } = known
    const at = (reason: ReasonName) => limitToNow(before[reason] ?? new Date(now).toISOString(), now)
    const since: WatchState['since'] = Object.fromEntries(reasons.map(({ reason }) => [reason, at(reason)]))
    logChanges(before, reasons)
    const mailedAt = known.mailedAt && limitToNow(known.mailedAt, now)
    known = { since, mailedAt }
    if (JSON.stringify(since) !== JSON.stringify(before)) await store(known)

    const lasting = reasons.filter(({ reason }) => now - Date.parse(since[reason]!) >= MIN_DURATION)
    const isDue = !mailedAt || now - Date.parse(mailedAt) >= DAY
    if (lasting.length === 0 || !isDue || !transport || performance.now() < resting) return
    // Stored before sending, so that a kill does not cause a second mail.
    known = { since, mailedAt: new Date(now).toISOString() }
    await store(known)
    if (await sendOperatorMail(lasting, since, now)) {
      if (lasting.some(({ reason }) => reason === 'clock')) clockWatch.noteMailed()
      return
    }
    resting = performance.now() + RETRY_DELAY
    known = { since, mailedAt }
    await store(known)
  }
}

/** Clears recorded damage once a check of the whole database finds none: a disk may have failed temporarily. */
async function clearRepairedDamage({ db, settings }: WatchedApp): Promise<void> {
  const { damage } = getDatabaseFile(db)
  if (!damage.code) return
  const fault = await checkDatabase(join(settings.dataDir, DATABASE)).catch((error: Error) => error)
  if (!fault) damage.code = null
}

/** Runs the health checks every minute until stopped, and mails OPERATOR_EMAIL. */
export function startWatch(watched: WatchedApp): Running {
  const { db, settings } = watched
  const { operatorEmail, smtpUrl } = settings
  if (operatorEmail && !smtpUrl) log.warn('OPERATOR_EMAIL is set, but no mail can be sent to it without SMTP_URL')
  const transport = operatorEmail && smtpUrl ? createSmtpTransport(smtpUrl) : null
  const failure = 'the health checks could not run'
  const look = createWatch(watched, transport)
  const looking = startJob(() => look(), {
    every: MINUTE,
    failure,
    isImmediate: false,
    onStop: () => transport?.stop(),
  })
  const checking = startJob(() => clearRepairedDamage(watched), { every: RETRY_DELAY, failure, isImmediate: false })
  // A separate job, not awaited: a disk that hangs must delay neither mail nor a stop.
  let whole = true
  const lookAtUploads = () => {
    const looking = findLostUploads(db, join(settings.dataDir, UPLOADS), { whole })
    whole = false
    return looking
  }
  const uploads = startJob(lookAtUploads, { every: MINUTE, failure })
  return {
    stop: async () => {
      void uploads.stop()
      await Promise.all([looking.stop(), checking.stop()])
      transport?.close()
    },
  }
}
