import { setTimeout as pass, setImmediate } from 'node:timers/promises'
import type { ClockWatch } from '~/backups/clock.server'
import type { Delivery } from '~/domain/deliveries/deliveries.server'
import { failWritten, outboxIn } from '~/domain/deliveries/outbox.server'
import type { Message } from '~/domain/deliveries/outcome'
import {
  bringForward,
  countWaiting,
  isOutdated,
  nextDue,
  nextProbe,
  OUTDATED,
  settleInterrupted,
} from '~/domain/deliveries/queue.server'
import { pausedSince, reportTrouble } from '~/domain/deliveries/sending.server'
import type { Running } from '~/domain/job.server'
import { log } from '~/log.server'
import { mailRoute, type Settings } from '~/settings.server'
import type { Database } from '~db/schema'
import { mailComposer, type Undeliverable } from './compose.server'
import { messageOf } from './message.server'
import { newRefusals, restsOf, stopwatch } from './refusals.server'
import { senderPool } from './sender-pool.server'
import { defaultTimeouts, smtpTransport, type Timeouts } from './smtp.server'
import { outboxTransport, type Transport } from './transport.server'

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
}

/** The most newsletter mails under way at a time, each on a connection of its own. A kill can leave that many uncertain. */
export const AT_ONCE = 8
/** How many milliseconds a newsletter's mails may be late and still make up for it: timers are late by one or two each time. */
const CATCH_UP = 100

/** By how many milliseconds a clock may be put back without anybody noticing. */
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

function transportsFor({ settings, origin }: Office, timeouts: Timeouts): Transport[] {
  const { smtpUrl } = settings
  const { hostname } = new URL(origin)
  if (smtpUrl) return Array.from({ length: AT_ONCE + 1 }, () => smtpTransport(smtpUrl, timeouts, hostname))
  if (mailRoute(settings) === 'none') return []
  return Array.from({ length: 2 }, () => outboxTransport(outboxIn(settings)))
}

/**
 * Sends the mails of the deliveries table until it is stopped: newsletters no faster than the settings allow, several at a time, and
 * other mail beside them, one at a time. Trouble with the mail server fails no mail: the worker rests, longer each time, and tries
 * again. Without a mail server all mail waits, but in the demonstration. Stopped, it waits for mails under way, but no longer than `pace` says: the next start then marks them as uncertain.
 */
export function startMailWorker(office: Office, pace: Pace = defaultPace): Running {
  const { db, settings } = office
  const stopping = new AbortController()
  let woken = new AbortController()
  const rest = restsOf(pace.trouble)
  const refusals = newRefusals()
  const route = mailRoute(settings)
  const transports = transportsFor(office, pace.timeouts)
  const pool = senderPool(transports, {
    db,
    write: writer(office),
    rest,
    refusals,
    stopping: stopping.signal,
    takeTurn,
    onRoom: () => woken.abort(),
  })
  // No minute gets more than its rate, even when it makes up for the one before.
  const between = (60_000 + CATCH_UP) / settings.newsletter.ratePerMinute
  // The first newsletter mail waits too, so that restarts can't exceed the rate.
  let newsletterAt = stopwatch() + between
  let isSettled = false
  const wasPutBack = clockWatch()
  reportTrouble(null)

  /** Takes the next place among the newsletter mails; false while the rate allows none. */
  function takeTurn(): boolean {
    const now = stopwatch()
    if (now < newsletterAt) return false
    newsletterAt = Math.max(newsletterAt, now - CATCH_UP) + between
    return true
  }

  /** Launches one mail that shows whether the server refuses us, or only those that it has refused. Returns as `turn` does. */
  async function probe(now: number): Promise<number> {
    const next = pool.areOver() ? await nextProbe(db, refusals.refused(), now) : undefined
    if (!next) return pace.idle
    if (next.mail === 'newsletter' && !takeTurn()) return Math.min(newsletterAt - stopwatch(), pace.idle)
    pool.launch(next.mail, next.id)
    return pace.idle
  }

  /** Settles what an earlier start has left. */
  async function begin(): Promise<void> {
    await settleInterrupted(db, Date.now())
    // A folder that can't be written must not stop the mail.
    if (route !== 'outbox')
      await failWritten(db, outboxIn(settings)).catch((error) =>
        log.warn({ err: error }, 'the outbox could not be emptied'),
      )
    if (route === 'none')
      log.warn({ waiting: await countWaiting(db) }, 'Mail is not set up: all mail waits until SMTP_URL is set')
    isSettled = true
  }

  /** Launches what is due. Returns how long there is nothing else to do, unless a mail lands before. */
  async function turn(): Promise<number> {
    if (rest.left() > 0) return rest.left()
    if (!isSettled) await begin()
    const now = Date.now()
    if (wasPutBack()) await bringForward(db, { now, hold: settings.newsletter.holdSeconds * 1000 })
    if (route === 'none' || (await pausedSince(db))) return pace.idle
    if (refusals.areInDoubt()) return probe(now)
    const isOtherDue = (await nextDue(db, 'other', now)) !== undefined
    if (isOtherDue && pool.haveRoomFor('other')) {
      pool.launch('other')
      return 0
    }
    if (!pool.haveRoomFor('newsletter')) return pace.idle
    if (stopwatch() < newsletterAt) return Math.min(newsletterAt - stopwatch(), pace.idle)
    if ((await nextDue(db, 'newsletter', now)) !== undefined) {
      while (pool.haveRoomFor('newsletter') && takeTurn()) pool.launch('newsletter')
      return 0
    }
    if (pool.areOver()) {
      pool.beginAnew()
      // Nothing is queued, so the server's last error is out of date.
      reportTrouble(null)
    }
    return pace.idle
  }

  function unexpected(error: unknown): number {
    log.error({ err: error }, 'sending mail failed')
    rest.begin()
    return rest.left()
  }

  async function run() {
    while (!stopping.signal.aborted) {
      const wait = await turn().catch(unexpected)
      // Lets requests in between mails that need no network.
      if (wait === 0) await setImmediate()
      else await pass(wait, undefined, { signal: woken.signal }).catch(() => undefined)
      woken = new AbortController()
    }
    await pool.settled()
  }

  const running = run()
  return {
    stop: async () => {
      stopping.abort()
      woken.abort()
      for (const transport of transports) transport.stop()
      const patience = new AbortController()
      const late = pass(pace.stopping, undefined, { signal: patience.signal }).catch(() => {})
      await Promise.race([running, late])
      patience.abort()
      for (const transport of transports) transport.close()
    },
  }
}
