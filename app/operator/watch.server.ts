import { join } from 'node:path'
import { checkDatabase } from '~/backups/database.server'
import { DATABASE, UPLOADS } from '~/backups/entries'
import { findLost } from '~/domain/files/lost.server'
import { type Running, startJob } from '~/domain/job.server'
import { readSetting, writeSetting } from '~/domain/portal-settings.server'
import { log } from '~/log.server'
import { messageOf } from '~/mail/message.server'
import { smtpTransport, type Transport } from '~/mail/smtp.server'
import { operatorMail } from '~/mail/templates'
import type { Settings } from '~/settings.server'
import { fileOf } from '~db/open'
import type { Database } from '~db/schema'
import { troubleOf } from '~db/trouble'
import { type Operated, type Reason, type ReasonName, reasonsNow } from './readiness.server'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** In milliseconds: how long something has to last before the operator is mailed, and until a mail that did not leave is tried again. */
const LASTS = HOUR
const AGAIN = 10 * MINUTE

export interface Watched extends Operated {
  settings: Settings
  /** The site's origin, for the links in the mail. */
  origin: string
}

interface Known {
  since: Partial<Record<ReasonName, string>>
  mailedAt: string | null
}

const NOTHING: Known = { since: {}, mailedAt: null }

async function knownIn(db: Database): Promise<Known> {
  return { ...NOTHING, ...JSON.parse((await readSetting(db, 'troubleSince')) ?? '{}') }
}

/** What is remembered where a damaged database can't tell: its operator must be mailed all the same. */
function asNew(error: unknown): Known {
  if (troubleOf(error) !== 'broken') throw error
  return NOTHING
}

/** Puts a moment that a clock put back has left in the future to now. */
const notAhead = (moment: string, now: number) => (Date.parse(moment) > now ? new Date(now).toISOString() : moment)

function tellChanges(before: Known['since'], reasons: Reason[]): void {
  for (const { reason, words } of reasons) if (!before[reason]) log.warn({ reason }, words)
  for (const reason of Object.keys(before))
    if (!reasons.some((one) => one.reason === reason)) log.info({ reason }, 'this is well again')
}

/** Looks at what is not well, logs its begin and end, and mails the operator, past the queue, after an hour. */
export function watchOver(watched: Watched, transport: Transport | null) {
  const { db, settings, origin, clockWatch } = watched
  const { operatorEmail, centre } = settings
  let known: Known | undefined
  let resting = Number.NEGATIVE_INFINITY

  /** Kept in memory alone where the disk is full: that must be told all the same. */
  const store = (found: Known) =>
    writeSetting(db, 'troubleSince', JSON.stringify(found)).catch((error) =>
      log.warn({ err: error }, 'what is not well could not be written down'),
    )

  async function mail(reasons: Reason[], since: Known['since'], now: number): Promise<boolean> {
    if (!transport || !operatorEmail) return false
    const lasting = reasons.map(({ reason, words }) => ({ words, since: since[reason]! }))
    const content = operatorMail({ lasting, site: { origin, centre }, timeZone: settings.timeZone })
    const to = { name: '', address: operatorEmail }
    const createdAt = new Date(now).toISOString()
    const message = await messageOf({ id: 0, createdAt }, { ...content, to, automatic: true }, { settings, origin })
    const outcome = await transport.send(message)
    // An uncertain one may have come: twice a day is too often.
    if (outcome.is === 'sent' || outcome.is === 'uncertain') {
      log.info({ reasons: reasons.map(({ reason }) => reason), outcome: outcome.is }, 'the operator was mailed')
      return true
    }
    log.error(
      { outcome: outcome.is, reason: outcome.reason },
      'the operator could not be mailed: the mail server refuses our mail at present',
    )
    return false
  }

  return async function look(now = Date.now()): Promise<void> {
    const reasons = await reasonsNow(watched)
    known ??= await knownIn(db).catch(asNew)
    const { since: before } = known
    const at = (reason: ReasonName) => notAhead(before[reason] ?? new Date(now).toISOString(), now)
    const since: Known['since'] = Object.fromEntries(reasons.map(({ reason }) => [reason, at(reason)]))
    tellChanges(before, reasons)
    const mailedAt = known.mailedAt && notAhead(known.mailedAt, now)
    known = { since, mailedAt }
    if (JSON.stringify(since) !== JSON.stringify(before)) await store(known)

    const lasting = reasons.filter(({ reason }) => now - Date.parse(since[reason]!) >= LASTS)
    const isDue = !mailedAt || now - Date.parse(mailedAt) >= DAY
    if (lasting.length === 0 || !isDue || !transport || performance.now() < resting) return
    // Noted before it leaves, so that a kill makes no second one.
    known = { since, mailedAt: new Date(now).toISOString() }
    await store(known)
    if (await mail(lasting, since, now)) {
      if (lasting.some(({ reason }) => reason === 'clock')) clockWatch.noteMailed()
      return
    }
    resting = performance.now() + AGAIN
    known = { since, mailedAt }
    await store(known)
  }
}

/** Forgets the damage that a query has met, once a check of the whole database finds none: a disk may have failed for a while. */
async function lookAtDamage({ db, settings }: Watched): Promise<void> {
  const { damage } = fileOf(db)
  if (!damage.code) return
  const fault = await checkDatabase(join(settings.dataDir, DATABASE)).catch((error: Error) => error)
  if (!fault) damage.code = null
}

/** Looks at what is not well each minute until stopped, and mails OPERATOR_EMAIL. */
export function startWatch(watched: Watched): Running {
  const { db, settings } = watched
  const { operatorEmail, smtpUrl } = settings
  if (operatorEmail && !smtpUrl) log.warn('OPERATOR_EMAIL is set, but nobody can be mailed without SMTP_URL')
  const transport = operatorEmail && smtpUrl ? smtpTransport(smtpUrl) : null
  const failure = 'what is not well could not be looked at'
  const look = watchOver(watched, transport)
  const looking = startJob(() => look(), { every: MINUTE, failure, begin: false, onStop: () => transport?.stop() })
  const checking = startJob(() => lookAtDamage(watched), { every: AGAIN, failure, begin: false })
  // On its own, and not waited for: a disk that hangs must keep nobody from being mailed, and no stop.
  let whole = true
  const lookAtUploads = () => {
    const looking = findLost(db, join(settings.dataDir, UPLOADS), { whole })
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
