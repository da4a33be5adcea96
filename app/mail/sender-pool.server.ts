import { setTimeout } from 'node:timers/promises'
import type { Delivery } from '~/domain/deliveries/deliveries.server'
import type { Message, Outcome } from '~/domain/deliveries/outcome'
import { claimNext, giveUp, type Mail } from '~/domain/deliveries/queue.server'
import { countTry, pausedSince } from '~/domain/deliveries/sending.server'
import { log } from '~/log.server'
import type { Database } from '~db/schema'
import type { Undeliverable } from './compose.server'
import { type Refusals, type Rest, stopwatch, storeVerdict } from './refusals.server'
import type { Transport } from './transport.server'

interface Work {
  db: Database
  write: (delivery: Delivery) => Promise<Message | Undeliverable>
  rest: Rest
  refusals: Refusals
  stopping: AbortSignal
  /** Called when one more mail of a newsletter may follow at once; whether the rate allows it. */
  takeTurn: () => boolean
  /** Called whenever there is room for another mail. */
  onRoom: () => void
}

/** Sends mails over `transports`, one of them for other mail. Newsletters begin with one, so that trouble makes few uncertain. */
export function senderPool(transports: Transport[], { db, write, rest, refusals, stopping, takeTurn, onRoom }: Work) {
  /** Resolves once it is on the disk: a mail is marked there before a byte of it leaves. */
  const commit = <Result>(write: (change: Database) => Promise<Result>) => db.transaction().execute(write)
  /** Those with an open connection are last, and used first, so that no more are open than are needed. */
  const free = [...transports]
  const under = { newsletter: 0, other: 0 }
  const sendings = new Set<Promise<void>>()
  /** The sendings that have a connection. */
  const connected = new Set<Promise<void>>()
  let width = 1
  let widest = transports.length - 1
  let taken = 0
  /** How much other mail found no connection to spare. */
  let waiting = 0

  function unexpected(error: unknown) {
    log.error({ err: error }, 'sending mail failed')
    rest.begin()
  }

  /** With null it is open what the outcome says of the server: one mail at a time has to show it. */
  function learn(outcome: Outcome | null) {
    if (stopping.aborted) return
    if (!outcome) {
      width = 1
      return
    }
    if (outcome.is === 'sent') taken++
    const wasTrouble = rest.after(outcome)
    if (wasTrouble && width > 1) widest = Math.max(1, Math.floor(width / 2))
    if (wasTrouble) width = 1
    else if (rest.left() === 0 && width < widest) {
      width++
      onRoom()
    }
  }

  /** A server may take only so many connections: where mails go through over the others, that is no trouble. */
  async function makeDo(mail: Mail) {
    widest = Math.max(1, width - 1)
    width = widest
    if (mail === 'other') waiting++
    if (connected.size > 0) await Promise.race(connected).catch(() => {})
    if (mail === 'other') waiting--
  }

  /** Whether a newsletter's next mail may follow over the connection of the one before. */
  const mayFollow = () =>
    !stopping.aborted &&
    rest.left() === 0 &&
    !refusals.areInDoubt() &&
    under.newsletter <= width &&
    waiting === 0 &&
    takeTurn()

  /** What is known of a mail is not given up while the database can't be written. */
  async function keep<Result>(outcome: (change: Database) => Promise<Result>): Promise<Result> {
    while (true) {
      try {
        return await commit(outcome)
      } catch (error) {
        if (stopping.aborted) throw error
        unexpected(error)
        await setTimeout(rest.left(), undefined, { signal: stopping }).catch(() => {})
      }
    }
  }

  /** The next mail, marked as in sending; undefined when none is due, sending is paused, or only a probe may leave. */
  const claim = async (change: Database, mail: Mail, id?: number) =>
    (id === undefined && refusals.areInDoubt()) || (await pausedSince(change))
      ? undefined
      : claimNext(change, mail, Date.now(), id)

  /** Sends one mail. Returns what is to be written of it, and whether the connection is good for another. */
  async function hand(transport: Transport, delivery: Delivery) {
    const message = await write(delivery)
    if ('undeliverable' in message) {
      const { undeliverable } = message
      return { isOpen: true, store: (change: Database) => giveUp(change, delivery, undeliverable, Date.now()) }
    }
    const begun = stopwatch()
    const outcome = await transport.send(message)
    const now = Date.now()
    const verdict = refusals.after(delivery, outcome, begun)
    learn(verdict.ofServer)
    return { isOpen: outcome.is === 'sent', store: (change: Database) => storeVerdict(change, delivery, verdict, now) }
  }

  async function carry(transport: Transport, mail: Mail, id?: number): Promise<void> {
    let delivery = await commit((change) => claim(change, mail, id))
    while (delivery) {
      const { isOpen, store } = await hand(transport, delivery)
      const { tried, next } = await keep(async (change) => ({
        tried: await store(change),
        next: isOpen && mail === 'newsletter' && mayFollow() ? await claim(change, mail) : undefined,
      }))
      countTry(tried)
      delivery = next
    }
  }

  async function send(transport: Transport, mail: Mail, id?: number): Promise<void> {
    const takenBefore = taken
    const obstacle = await transport.reach()
    if (obstacle) {
      free.unshift(transport)
      return connected.size > 0 || taken > takenBefore ? makeDo(mail) : learn(obstacle)
    }
    const carried = carry(transport, mail, id)
    connected.add(carried)
    await carried.finally(() => {
      connected.delete(carried)
      free.push(transport)
    })
  }

  return {
    haveRoomFor: (mail: Mail) => (mail === 'other' ? under.other === 0 : under.newsletter < width),
    /** Sends the mail `id`, or the one of this kind that has been due the longest, if it still is, without waiting for it. */
    launch: (mail: Mail, id?: number) => {
      const transport = free.pop()
      if (!transport) return
      under[mail]++
      const sending = send(transport, mail, id)
        .catch(unexpected)
        .then(() => {
          under[mail]--
          sendings.delete(sending)
          onRoom()
        })
      sendings.add(sending)
    },
    /** Whether nothing is under way. */
    areOver: () => sendings.size === 0,
    /** Begins with one mail at a time again, whatever was learned of the server. */
    beginAnew: () => {
      width = 1
      widest = transports.length - 1
    },
    /** Resolves once nothing is under way. */
    settled: async () => void (await Promise.all(sendings)),
  }
}
