import { setTimeout as pass, setImmediate } from 'node:timers/promises'
import type { ClockWatch } from '~/backups/clock.server'
import type { Delivery } from '~/domain/deliveries/deliveries.server'
import { failOutboxMails, getOutboxPath, writeToOutbox } from '~/domain/deliveries/outbox.server'
import type { DeliveryAttempt, FinishedMail } from '~/domain/deliveries/outcome'
import {
  bringForward,
  claimNext,
  countWaiting,
  failDelivery,
  findNextDue,
  findNextProbe,
  isOutdated,
  type MailKind,
  OUTDATED,
  resolveInterrupted,
} from '~/domain/deliveries/queue.server'
import { createRefusalTracker, getMonotonicTime, storeVerdict } from '~/domain/deliveries/refusals.server'
import { findPausedSince, type MailStatus } from '~/domain/deliveries/sending.server'
import type { Running } from '~/domain/job.server'
import { log } from '~/log.server'
import { getMailRoute, type Settings } from '~/settings.server'
import type { Database } from '~db/schema'
import { createMailComposer, type Undeliverable } from './compose.server'
import { createMessage } from './message.server'
import { trackServerHealth } from './server-health.server'
import { createSmtpTransport, defaultTimeouts, type Timeouts, type Transport } from './smtp.server'

/** In ms: between checks for mail, the back-off delays after trouble, and how long a stop waits for mails in flight. */
export interface WorkerTimings {
  pollInterval: number
  trouble: number[]
  stopTimeout: number
  timeouts: Timeouts
}
const defaultTimings: WorkerTimings = {
  pollInterval: 1000,
  trouble: [5_000, 15_000, 30_000, 60_000, 120_000, 300_000],
  stopTimeout: 6_000,
  timeouts: defaultTimeouts,
}

interface MailWorkerContext {
  db: Database
  settings: Settings
  origin: string
  clockWatch: ClockWatch
  mailStatus: MailStatus
}

/** Newsletter mails in flight at a time, each on its own connection. A kill can leave that many uncertain. */
export const MAX_IN_FLIGHT = 8
/** How far newsletter mails may catch up, in ms: timers are one or two late each time. */
const MAX_CATCH_UP = 100

/** Tolerated backward clock change, in ms. */
const CLOCK_TOLERANCE = 1000

/** Returns a function that says whether the clock was put back since its last call. The first call returns true. */
function detectClockSetBack(): () => boolean {
  let offset = Number.POSITIVE_INFINITY
  return () => {
    const before = offset
    offset = Date.now() - getMonotonicTime()
    return offset < before - CLOCK_TOLERANCE
  }
}

/** The newsletters' rate limit. No minute exceeds the rate, even when catching up. */
function createRateLimit(perMinute: number) {
  const between = (60_000 + MAX_CATCH_UP) / perMinute
  // The first mail waits too, so that restarts can't exceed the rate.
  let next = getMonotonicTime() + between
  return {
    /** Ms until the next mail may leave; zero or less if now. */
    wait: () => next - getMonotonicTime(),
    take: () => {
      next = Math.max(next, getMonotonicTime() - MAX_CATCH_UP) + between
    },
  }
}

function createMessageWriter({ db, settings, origin, clockWatch }: MailWorkerContext) {
  const compose = createMailComposer(db, { settings, origin })
  return async (delivery: Delivery): Promise<FinishedMail | Undeliverable> => {
    try {
      // A clock that jumped ahead must not make mails look old.
      if (!clockWatch.doubt() && (await isOutdated(db, delivery, Date.now()))) return { undeliverable: OUTDATED }
      const mail = await compose(delivery)
      return 'undeliverable' in mail ? mail : await createMessage(delivery, mail, { settings, origin })
    } catch (error) {
      log.error({ err: error, delivery: delivery.id }, 'an email could not be created')
      return { undeliverable: 'This email could not be created.' }
    }
  }
}

/** Null if mail waits until a mail server is set up. */
function createMailTransport({ settings, origin }: MailWorkerContext, timeouts: Timeouts): Transport | null {
  const { smtpUrl: url } = settings
  if (url) return createSmtpTransport(url, { timeouts, name: new URL(origin).hostname, connections: MAX_IN_FLIGHT + 1 })
  const folder = getOutboxPath(settings)
  return getMailRoute(settings) === 'none' ? null : { send: (message) => writeToOutbox(folder, message) }
}

/**
 * Sends the queued deliveries until it is stopped: newsletters within the set rate, several at a time, and other mail one at a time.
 * Server trouble fails no mail: the worker backs off, longer each time, and retries. Without a mail server all mail waits, except in the
 * demonstration. A stop waits for mails in flight, until its timeout; the next start marks the rest as uncertain.
 */
export function startMailWorker(worker: MailWorkerContext, timings: WorkerTimings = defaultTimings): Running {
  const { db, settings, mailStatus } = worker
  const transport = createMailTransport(worker, timings.timeouts)
  const server = trackServerHealth({ backoffDelays: timings.trouble, maxInFlight: MAX_IN_FLIGHT, mailStatus })
  const refusals = createRefusalTracker()
  const write = createMessageWriter(worker)
  const rate = createRateLimit(settings.newsletter.ratePerMinute)
  const wasClockSetBack = detectClockSetBack()
  const stopping = new AbortController()
  let wakeUp = new AbortController()
  const attempts = new Map<Promise<void>, MailKind>()
  let outcomes: ((change: Database) => Promise<DeliveryAttempt>)[] = []
  let isRecovered = false
  let isConnecting = false

  const inFlight = (mail: MailKind) => [...attempts.values()].filter((one) => one === mail).length

  async function deliver({ send }: Transport, delivery: Delivery): Promise<void> {
    const message = await write(delivery)
    if ('undeliverable' in message)
      return void outcomes.push((change) => failDelivery(change, delivery, message.undeliverable, Date.now()))
    const startedAt = getMonotonicTime()
    const outcome = await send(message)
    const now = Date.now()
    const verdict = refusals.after(delivery, outcome, startedAt)
    if (!stopping.signal.aborted) server.recordOutcome(verdict.ofServer, { startedAt, others: attempts.size - 1 })
    outcomes.push((change) => storeVerdict(change, delivery, verdict, now))
  }

  function startAttempt(to: Transport, delivery: Delivery): void {
    const attempt = deliver(to, delivery).then(() => {
      attempts.delete(attempt)
      wakeUp.abort()
    })
    attempts.set(attempt, delivery.kind === 'newsletter' ? 'newsletter' : 'other')
  }

  async function recoverInterrupted(): Promise<void> {
    await resolveInterrupted(db, Date.now())
    // A read-only outbox must not stop the mail.
    if (getMailRoute(settings) !== 'outbox')
      await failOutboxMails(db, getOutboxPath(settings)).catch((error) =>
        log.warn({ err: error }, 'the outbox could not be emptied'),
      )
    if (!transport)
      log.warn({ waiting: await countWaiting(db) }, 'Mail is not set up: all mail waits until SMTP_URL is set')
    isRecovered = true
  }

  /** Connects before any mail is marked, unless the server is known to work. False until it has succeeded. */
  function isConnected({ checkConnection }: Transport): boolean {
    if (server.isWorkingNow() || !checkConnection) return true
    if (isConnecting) return false
    isConnecting = true
    void checkConnection().then((obstacle) => {
      isConnecting = false
      if (!stopping.signal.aborted) server.recordOutcome(obstacle ?? 'reached')
      wakeUp.abort()
    })
    return false
  }

  async function canSend(to: Transport, now: number): Promise<boolean> {
    if (server.getBackoffLeft() > 0 || stopping.signal.aborted || (await findPausedSince(db))) return false
    const isAnyDue = (await findNextDue(db, 'other', now)) ?? (await findNextDue(db, 'newsletter', now))
    // An idle worker's knowledge of the server is out of date.
    if (isAnyDue === undefined && attempts.size === 0) server.reset()
    return isAnyDue !== undefined && isConnected(to)
  }

  async function claimDue(change: Database, now: number): Promise<Delivery[]> {
    const marked: Delivery[] = []
    const take = async (mail: MailKind, id?: number) => {
      if (mail === 'newsletter' && rate.wait() > 0) return false
      const delivery = await claimNext(change, mail, now, id)
      if (!delivery) return false
      if (mail === 'newsletter') rate.take()
      return marked.push(delivery) > 0
    }
    if (await findPausedSince(change)) return marked
    if (refusals.areInDoubt()) {
      const probe = attempts.size === 0 ? await findNextProbe(change, refusals.refused(), now) : undefined
      if (probe) await take(probe.mail, probe.id)
      return marked
    }
    const hasCapacity = () => attempts.size + marked.length < server.connectionLimit()
    // Take other mail first, so that it does not wait behind a newsletter.
    if (inFlight('other') === 0 && hasCapacity()) await take('other')
    for (let free = server.concurrency() - inFlight('newsletter'); free > 0 && hasCapacity(); free--)
      if (!(await take('newsletter'))) break
    return marked
  }

  /** Stores outcomes and marks the next mails in one transaction, since each commit waits for the disk. */
  async function processQueue(): Promise<void> {
    if (!isRecovered) await recoverInterrupted()
    if (!transport) return
    const now = Date.now()
    if (wasClockSetBack()) await bringForward(db, { now, hold: settings.newsletter.holdSeconds * 1000 })
    const isOpen = await canSend(transport, now)
    const finished = [...outcomes]
    if (finished.length === 0 && !isOpen) return
    const { completed, marked } = await db.transaction().execute(async (change) => {
      const completed: DeliveryAttempt[] = []
      for (const store of finished) completed.push(await store(change))
      return { completed, marked: isOpen ? await claimDue(change, now) : [] }
    })
    outcomes = outcomes.slice(finished.length)
    for (const attempt of completed) mailStatus.countAttempt(attempt)
    for (const delivery of marked) startAttempt(transport, delivery)
  }

  function handleUnexpected(error: unknown): void {
    log.error({ err: error }, 'sending mail failed')
    server.backOff()
  }

  function getIdleTime(): number {
    const [backoff, delay] = [server.getBackoffLeft(), rate.wait()]
    if (backoff > 0) return backoff
    return delay > 0 ? Math.min(delay, timings.pollInterval) : timings.pollInterval
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      await processQueue().catch(handleUnexpected)
      // Let requests run between mails that need no network.
      await setImmediate()
      await pass(getIdleTime(), undefined, { signal: wakeUp.signal }).catch(() => {})
      wakeUp = new AbortController()
    }
    await Promise.all(attempts.keys())
    await processQueue().catch(handleUnexpected)
  }

  const running = run()
  return {
    stop: async () => {
      stopping.abort()
      wakeUp.abort()
      transport?.stop?.()
      const patience = new AbortController()
      await Promise.race([running, pass(timings.stopTimeout, undefined, { signal: patience.signal }).catch(() => {})])
      patience.abort()
      transport?.close?.()
    },
  }
}
