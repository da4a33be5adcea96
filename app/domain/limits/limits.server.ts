import { createHash } from 'node:crypto'
import { MOST_WRONG } from '~/domain/cards/cards.server'
import { widerNetworks } from './network'

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** The most keys that one limit counts. Whoever has more networks gains nothing by evicting the oldest: each of theirs starts at zero. */
const MOST_KEYS = 10_000

/** A limit of so many events within so many seconds for each key, such as a network, or a network and a name. The time runs from the first event. */
export class Limit {
  /** The counts by key, the least recently counted first, with when they end: by a clock that nobody sets. */
  private readonly counts = new Map<string, { count: number; until: number }>()

  constructor(
    readonly name: string,
    readonly most: number,
    private readonly seconds: number,
  ) {}

  /** Counts one. Returns 0, or beyond the limit the seconds to wait. */
  take(name: string): number {
    const key = keyOf(name)
    const { count, until } = this.counted(key) ?? { count: 0, until: performance.now() + this.seconds * 1000 }
    this.counts.delete(key)
    this.counts.set(key, { count: count + 1, until })
    const [quietest = ''] = this.counts.keys()
    if (this.counts.size > MOST_KEYS) this.counts.delete(quietest)
    return count < this.most ? 0 : secondsTo(until)
  }

  /** The seconds to wait when the limit is reached, else 0. Counts nothing. */
  wait(name: string): number {
    const counted = this.counted(keyOf(name))
    return counted && counted.count >= this.most ? secondsTo(counted.until) : 0
  }

  /** Uncounts one, unless its time is over. */
  giveBack(name: string): void {
    const counted = this.counted(keyOf(name))
    if (counted) counted.count -= 1
  }

  /** Resets a count. */
  clear(name: string): void {
    this.counts.delete(keyOf(name))
  }

  /** How many keys are counted, at most MOST_KEYS. */
  get size(): number {
    return this.counts.size
  }

  private counted(key: string) {
    const counted = this.counts.get(key)
    return counted && counted.until > performance.now() && counted.count > 0 ? counted : undefined
  }
}

const secondsTo = (moment: number) => Math.max(1, Math.ceil((moment - performance.now()) / 1000))

/** How often the limit of a network counts for the wider ones around it, the /56 and the /48 of an IPv6 network. */
const WIDER = [2, 4]

/** A limit by network, counted more loosely for the wider networks around it too; `name` is what is counted beside the network. */
export class NetworkLimit {
  private readonly limits: readonly Limit[]

  constructor(
    readonly name: string,
    most: number,
    seconds: number,
  ) {
    this.limits = [1, ...WIDER].map((times) => new Limit(name, times * most, seconds))
  }

  /** Counts one where none of the limits is reached. Returns 0, or the seconds to wait. */
  take(network: string, name = ''): number {
    const reached = this.wait(network, name)
    return reached > 0 ? reached : firstOf(this.keyed(network, name), (limit, key) => limit.take(key))
  }

  /** The seconds to wait when one of the limits is reached, else 0. Counts nothing. */
  wait(network: string, name = ''): number {
    return firstOf(this.keyed(network, name), (limit, key) => limit.wait(key))
  }

  /** Uncounts one. */
  giveBack(network: string, name = ''): void {
    for (const [limit, key] of this.keyed(network, name)) limit.giveBack(key)
  }

  /** Resets the count of the network, and uncounts one of the wider ones, which others share. */
  clear(network: string, name = ''): void {
    const [[own, key], ...wider] = this.keyed(network, name) as [Keyed, ...Keyed[]]
    own.clear(key)
    for (const [limit, key] of wider) limit.giveBack(key)
  }

  private keyed(network: string, name: string): Keyed[] {
    return [network, ...widerNetworks(network)].map((key, place) => [this.limits[place]!, `${name} ${key}`] as const)
  }
}

type Keyed = readonly [Limit, string]

function firstOf(keyed: Keyed[], secondsToWait: (...one: Keyed) => number): number {
  for (const one of keyed) {
    const wait = secondsToWait(...one)
    if (wait > 0) return wait
  }
  return 0
}

/** Of fixed length, however long the name is. */
function keyOf(name: string): string {
  return createHash('sha256').update(name).digest('base64')
}

function atSecretOfAccount(what: string) {
  return [
    new Limit(`${what} of one account`, 10, 5 * MINUTE),
    new Limit(`${what} of one account in a day`, 100, DAY),
  ] as const
}

/** Every rate limit, in memory. None is on a secret of 256 bits, which cannot be guessed. A household or a centre is one network. Beyond a limit the answer is 429 with Retry-After. */
export const limits = {
  /** Failed log-ins (auth/throttle.server.ts; OWASP ASVS 2.2.1, NIST SP 800-63B section 5.2.2). */
  triesAtName: new NetworkLimit('log-ins to one name from one network', 10, 5 * MINUTE),
  triesFromNetwork: new NetworkLimit('log-ins from one network', 200, 10 * MINUTE),
  /** Against slow guessing from many networks. Known devices don't count here, so that it locks no owner out of them. */
  triesAtNameInDay: new Limit('log-ins of a day to one name from unknown devices', 100, DAY),
  triesOnDevice: new Limit('log-ins on a known device', 10, 5 * MINUTE),

  /** Codes for a day at a username that has none. Nothing is kept from anybody: it reads like a code that five wrong tries locked. */
  dayCodesOfNobody: new Limit('codes for a day at one name without one', MOST_WRONG, 12 * HOUR),

  /** Wrong codes of a second step, and wrong current passwords, of one account; limited by the day too, against slow guessing. */
  codes: atSecretOfAccount('codes'),
  currentPasswords: atSecretOfAccount('current passwords'),

  /** Enquiries (http/limits/spam.server.ts). Beyond the first they are spam; beyond the others they are refused. */
  enquiriesInHour: new NetworkLimit('enquiries of an hour from one network', 6, HOUR),
  enquiriesInDay: new NetworkLimit('enquiries of a day from one network', 50, DAY),
  enquiriesInAll: new Limit('enquiries of a day in all', 1000, DAY),

  /** Sign-ups and unsubscribe links mail whatever address was typed. An information evening signs up on one network. */
  mailsInHour: new NetworkLimit('mails of an hour asked for from one network', 40, HOUR),
}
