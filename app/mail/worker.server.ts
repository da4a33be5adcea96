import { setImmediate, setTimeout } from 'node:timers/promises'
import type { Delivery } from '~/domain/deliveries/deliveries.server'
import { outboxIn } from '~/domain/deliveries/outbox.server'
import type { Outcome } from '~/domain/deliveries/outcome'
import { pausedSince } from '~/domain/deliveries/pause.server'
import { claim, giveUp, nextDue, settle, settleInterrupted } from '~/domain/deliveries/queue.server'
import { reportTrouble } from '~/domain/deliveries/trouble.server'
import { log } from '~/log.server'
import type { Settings } from '~/settings.server'
import type { Database } from '~db/schema'
import { mailComposer } from './compose.server'
import { messageOf } from './message.server'
import { outboxTransport } from './outbox.server'
import { defaultTimeouts, smtpTransport, type Timeouts } from './smtp.server'

/**
 * In milliseconds: how often an idle worker looks for mail; how long it rests after trouble with the server, longer each time; how
 * long stopping waits for the mail in flight.
 */
export interface Pace {
  idle: number
  trouble: number[]
  stopping: number
  timeouts: Timeouts
}
const defaultPace: Pace = {
  idle: 1000,
  trouble: [5_000, 15_000, 30_000, 60_000, 120_000, 300_000],
  stopping: 10_000,
  timeouts: defaultTimeouts,
}

export interface MailWorker {
  /**
   * A mail that has not left goes back to the queue. One under way is waited for, but no longer than ten seconds: the next start
   * then marks it as uncertain.
   */
  stop: () => Promise<void>
}

interface Office {
  db: Database
  settings: Settings
  /** The site's origin, for the links in mails. */
  origin: string
}

/** Hands one due mail to the transport. Returns its outcome; undefined when there was nothing to send after all. */
function deliverer({ db, settings, origin }: Office, timeouts: Timeouts) {
  const compose = mailComposer(db, { settings, origin })
  const transport = settings.smtpUrl ? smtpTransport(settings.smtpUrl, timeouts) : outboxTransport(outboxIn(settings))

  async function write(delivery: Delivery) {
    try {
      const mail = await compose(delivery)
      return 'undeliverable' in mail ? mail : await messageOf(delivery, mail, { settings, origin })
    } catch (error) {
      log.error({ err: error, delivery: delivery.id }, 'a mail could not be written')
      return { undeliverable: 'This email could not be put together.' }
    }
  }

  return {
    deliver: async (id: number): Promise<Outcome | undefined> => {
      const trouble = await transport.reach()
      if (trouble) return trouble
      const delivery = await claim(db, id)
      if (!delivery) return undefined
      const message = await write(delivery)
      if ('undeliverable' in message) {
        await giveUp(db, delivery, message.undeliverable, Date.now())
        return undefined
      }
      const outcome = await transport.send(message)
      await settle(db, delivery, outcome, Date.now())
      return outcome
    },
    transport,
  }
}

/**
 * Sends the mails of the deliveries table, one at a time, until it is stopped; newsletters no faster than the settings allow.
 * Trouble with the mail server fails no mail: the worker rests, longer each time, and tries again.
 */
export function startMailWorker(office: Office, pace: Pace = defaultPace): MailWorker {
  const { db, settings } = office
  const between = 60_000 / settings.newsletter.ratePerMinute
  const { deliver, transport } = deliverer(office, pace.timeouts)
  const stopping = new AbortController()
  // The first newsletter mail waits too, so that restarts can't exceed the rate.
  let newsletterAt = Date.now() + between
  let troubles = 0
  let isSettled = false
  reportTrouble(null)

  /** How long to rest after a mail. */
  function restAfter(outcome: Outcome | undefined): number {
    if (!outcome || stopping.signal.aborted) return 0
    if (outcome.is === 'sent' || outcome.is === 'refused') {
      troubles = 0
      reportTrouble(null)
      return 0
    }
    reportTrouble(outcome.reason)
    const rest = pace.trouble[Math.min(troubles, pace.trouble.length - 1)] ?? 0
    troubles++
    // The server's text may name an address.
    const reason = outcome.is === 'unreachable' ? outcome.reason : undefined
    log.warn({ outcome: outcome.is, reason, rest }, 'trouble with the mail server')
    return rest
  }

  /** Sends the next mail, if one is due. Returns how long to rest afterwards. */
  async function turn(): Promise<number> {
    const now = Date.now()
    if (!isSettled) {
      await settleInterrupted(db, now)
      isSettled = true
    }
    if (await pausedSince(db)) return pace.idle
    const other = await nextDue(db, 'other', now)
    if (other !== undefined) return restAfter(await deliver(other))
    if (now < newsletterAt) return Math.min(newsletterAt - now, pace.idle)
    const newsletter = await nextDue(db, 'newsletter', now)
    if (newsletter === undefined) {
      // Nothing is queued, so the server's last error is out of date.
      reportTrouble(null)
      return pace.idle
    }
    newsletterAt = now + between
    return restAfter(await deliver(newsletter))
  }

  function unexpected(error: unknown): number {
    log.error({ err: error }, 'sending mail failed')
    // The mail that was being sent may be marked as in flight.
    isSettled = false
    return pace.trouble[0] ?? pace.idle
  }

  async function run() {
    while (!stopping.signal.aborted) {
      const rest = await turn().catch(unexpected)
      // Lets requests in between mails that need no network.
      if (rest === 0) await setImmediate()
      else await setTimeout(rest, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }

  const running = run()
  return {
    stop: async () => {
      stopping.abort()
      transport.stop()
      const patience = new AbortController()
      const late = setTimeout(pace.stopping, undefined, { signal: patience.signal }).catch(() => {})
      await Promise.race([running, late])
      patience.abort()
      transport.close()
    },
  }
}
