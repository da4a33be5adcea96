import { setTimeout as pass, setImmediate } from 'node:timers/promises'
import type { ClockWatch } from '~/backups/clock.server'
import type { Delivery } from '~/domain/deliveries/deliveries.server'
import type { MailStatus } from '~/domain/deliveries/mail-status.server'
import { failWritten, outboxIn, writeToOutbox } from '~/domain/deliveries/outbox.server'
import type { Attempt, Message } from '~/domain/deliveries/outcome'
import {
  bringForward,
  claimNext,
  countWaiting,
  giveUp,
  isOutdated,
  type Mail,
  nextDue,
  nextProbe,
  OUTDATED,
  settleInterrupted,
} from '~/domain/deliveries/queue.server'
import { newRefusals, stopwatch, storeVerdict } from '~/domain/deliveries/refusals.server'
import { pausedSince } from '~/domain/deliveries/sending.server'
import type { Running } from '~/domain/job.server'
import { log } from '~/log.server'
import { mailRoute, type Settings } from '~/settings.server'
import type { Database } from '~db/schema'
import { mailComposer, type Undeliverable } from './compose.server'
import { messageOf } from './message.server'
import { serverHealth } from './server-health.server'
import { defaultTimeouts, smtpTransport, type Timeouts, type Transport } from './smtp.server'

/** In milliseconds: between looks for mail, the rests after trouble, and how long a stop waits for a mail. */
export interface Pace {
  idle: number
  trouble: number[]
  stopping: number
  timeouts: Timeouts
}
const defaultPace: Pace = {
  idle: 1000,
  trouble: [5_000, 15_000, 30_000, 60_000, 120_000, 300_000],
  stopping: 6_000,
  timeouts: defaultTimeouts,
}

interface Office {
  db: Database
  settings: Settings
  /** The site's origin, for the links in mails. */
  origin: string
  clockWatch: ClockWatch
  mailStatus: MailStatus
}

/** The most newsletter mails in flight at a time, each on a connection of its own. A kill can leave that many uncertain. */
export const AT_ONCE = 8
/** How many milliseconds a newsletter's mails may be late and still make up for it: timers are late by one or two each time. */
const CATCH_UP = 100

/** Tolerated backward clock change, in ms. */
const UNNOTICED = 1000

/** Returns what tells whether the clock was put back since it was asked last; true the first time, since nobody watched before. */
function clockWatch(): () => boolean {
  let ahead = Number.POSITIVE_INFINITY
  return () => {
    const before = ahead
    ahead = Date.now() - stopwatch()
    return ahead < before - UNNOTICED
  }
}

/** The rate limit of newsletters. No minute gets more than its rate, even when it makes up for the one before. */
function rateLimit(perMinute: number) {
  const between = (60_000 + CATCH_UP) / perMinute
  // The first mail waits too, so that restarts can't exceed the rate.
  let next = stopwatch() + between
  return {
    /** Milliseconds until the next mail may leave; zero or less once it may. */
    wait: () => next - stopwatch(),
    take: () => {
      next = Math.max(next, stopwatch() - CATCH_UP) + between
    },
  }
}

function writer({ db, settings, origin, clockWatch }: Office) {
  const compose = mailComposer(db, { settings, origin })
  return async (delivery: Delivery): Promise<Message | Undeliverable> => {
    try {
      // A clock that leaped must not make mails look old.
      if (!clockWatch.doubt() && (await isOutdated(db, delivery, Date.now()))) return { undeliverable: OUTDATED }
      const mail = await compose(delivery)
      return 'undeliverable' in mail ? mail : await messageOf(delivery, mail, { settings, origin })
    } catch (error) {
      log.error({ err: error, delivery: delivery.id }, 'a mail could not be written')
      return { undeliverable: 'This email could not be put together.' }
    }
  }
}

/** Where mail goes; null where it waits until mail is set up. */
function transportFor({ settings, origin }: Office, timeouts: Timeouts): Transport | null {
  const { smtpUrl: url } = settings
  if (url) return smtpTransport(url, { timeouts, name: new URL(origin).hostname, connections: AT_ONCE + 1 })
  const folder = outboxIn(settings)
  return mailRoute(settings) === 'none' ? null : { send: (message) => writeToOutbox(folder, message) }
}

/**
 * Sends the mails of the deliveries table until it is stopped: newsletters no faster than the settings allow, several at a time, and
 * other mail next to them, one at a time. Trouble with the mail server fails no mail: the worker rests, longer each time, and tries
 * again. Without a mail server all mail waits, except in the demonstration. Stopped, it waits for mails in flight, but no longer than
 * `pace` says: the next start then marks them as uncertain.
 */
export function startMailWorker(office: Office, pace: Pace = defaultPace): Running {
  const { db, settings, mailStatus } = office
  const transport = transportFor(office, pace.timeouts)
  const server = serverHealth({ rests: pace.trouble, atOnce: AT_ONCE, mailStatus })
  const refusals = newRefusals()
  const write = writer(office)
  const rate = rateLimit(settings.newsletter.ratePerMinute)
  const wasPutBack = clockWatch()
  const stopping = new AbortController()
  let woken = new AbortController()
  /** The mails in flight. */
  const attempts = new Map<Promise<void>, Mail>()
  /** Store the outcomes of attempts that are over. */
  let outcomes: ((change: Database) => Promise<Attempt>)[] = []
  let isSettled = false
  let isConnecting = false

  const inFlight = (mail: Mail) => [...attempts.values()].filter((one) => one === mail).length

  async function deliver({ send }: Transport, delivery: Delivery): Promise<void> {
    const message = await write(delivery)
    if ('undeliverable' in message)
      return void outcomes.push((change) => giveUp(change, delivery, message.undeliverable, Date.now()))
    const begun = stopwatch()
    const outcome = await send(message)
    const now = Date.now()
    const verdict = refusals.after(delivery, outcome, begun)
    if (!stopping.signal.aborted) server.learn(verdict.ofServer, { begun, others: attempts.size - 1 })
    outcomes.push((change) => storeVerdict(change, delivery, verdict, now))
  }

  function launch(to: Transport, delivery: Delivery): void {
    const attempt = deliver(to, delivery).then(() => {
      attempts.delete(attempt)
      woken.abort()
    })
    attempts.set(attempt, delivery.kind === 'newsletter' ? 'newsletter' : 'other')
  }

  /** Settles what an earlier start has left. */
  async function begin(): Promise<void> {
    await settleInterrupted(db, Date.now())
    // A folder that can't be written must not stop the mail.
    if (mailRoute(settings) !== 'outbox')
      await failWritten(db, outboxIn(settings)).catch((error) =>
        log.warn({ err: error }, 'the outbox could not be emptied'),
      )
    if (!transport)
      log.warn({ waiting: await countWaiting(db) }, 'Mail is not set up: all mail waits until SMTP_URL is set')
    isSettled = true
  }

  /** Connects to a server that is not known to work, before any mail is marked. False until that has succeeded. */
  function isReached({ reach }: Transport): boolean {
    if (server.works() || !reach) return true
    if (isConnecting) return false
    isConnecting = true
    void reach().then((obstacle) => {
      isConnecting = false
      if (!stopping.signal.aborted) server.learn(obstacle ?? 'reached')
      woken.abort()
    })
    return false
  }

  /** Whether any mail may be marked now. */
  async function maySend(to: Transport, now: number): Promise<boolean> {
    if (server.restLeft() > 0 || stopping.signal.aborted || (await pausedSince(db))) return false
    const isAnyDue = (await nextDue(db, 'other', now)) ?? (await nextDue(db, 'newsletter', now))
    // Nothing is queued, so what was learned of the server is out of date.
    if (isAnyDue === undefined && attempts.size === 0) server.forget()
    return isAnyDue !== undefined && isReached(to)
  }

  /** Marks the mails that may leave now as in flight. */
  async function mark(change: Database, now: number): Promise<Delivery[]> {
    const marked: Delivery[] = []
    const take = async (mail: Mail, id?: number) => {
      if (mail === 'newsletter' && rate.wait() > 0) return false
      const delivery = await claimNext(change, mail, now, id)
      if (!delivery) return false
      if (mail === 'newsletter') rate.take()
      return marked.push(delivery) > 0
    }
    if (await pausedSince(change)) return marked
    if (refusals.areInDoubt()) {
      const probe = attempts.size === 0 ? await nextProbe(change, refusals.refused(), now) : undefined
      if (probe) await take(probe.mail, probe.id)
      return marked
    }
    const hasRoom = () => attempts.size + marked.length < server.limit()
    // First, so that other mail does not wait behind a newsletter.
    if (inFlight('other') === 0 && hasRoom()) await take('other')
    for (let free = server.width() - inFlight('newsletter'); free > 0 && hasRoom(); free--)
      if (!(await take('newsletter'))) break
    return marked
  }

  /** Stores what became of mails and marks the next ones, in one transaction: each commit waits for the disk. */
  async function turn(): Promise<void> {
    if (!isSettled) await begin()
    if (!transport) return
    const now = Date.now()
    if (wasPutBack()) await bringForward(db, { now, hold: settings.newsletter.holdSeconds * 1000 })
    const isOpen = await maySend(transport, now)
    const landed = [...outcomes]
    if (landed.length === 0 && !isOpen) return
    const { done, marked } = await db.transaction().execute(async (change) => {
      const done: Attempt[] = []
      for (const store of landed) done.push(await store(change))
      return { done, marked: isOpen ? await mark(change, now) : [] }
    })
    outcomes = outcomes.slice(landed.length)
    for (const attempt of done) mailStatus.countAttempt(attempt)
    for (const delivery of marked) launch(transport, delivery)
  }

  function unexpected(error: unknown): void {
    log.error({ err: error }, 'sending mail failed')
    server.rest()
  }

  function idleFor(): number {
    const [rest, turn] = [server.restLeft(), rate.wait()]
    if (rest > 0) return rest
    return turn > 0 ? Math.min(turn, pace.idle) : pace.idle
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      await turn().catch(unexpected)
      // Lets requests in between mails that need no network.
      await setImmediate()
      await pass(idleFor(), undefined, { signal: woken.signal }).catch(() => {})
      woken = new AbortController()
    }
    await Promise.all(attempts.keys())
    await turn().catch(unexpected)
  }

  const running = run()
  return {
    stop: async () => {
      stopping.abort()
      woken.abort()
      transport?.stop?.()
      const patience = new AbortController()
      await Promise.race([running, pass(pace.stopping, undefined, { signal: patience.signal }).catch(() => {})])
      patience.abort()
      transport?.close?.()
    },
  }
}
