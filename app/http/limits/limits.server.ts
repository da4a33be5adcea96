import { createHash } from 'node:crypto'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { widerNetworks } from './network'

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/**
 * The most keys that one limit counts. The library keeps about 650 bytes and a timer for each: a hundred thousand networks would take
 * 90 MB, these take 8. Whoever has so many networks gains nothing by evicting the oldest: each of theirs starts at zero anyway.
 */
const MOST_KEYS = 10_000

/** A limit of so many events within so many seconds for each key, such as a network, or a network and a name. The time runs from the first event. */
export class Limit {
  private readonly counter: RateLimiterMemory
  /** The keys in use, the least recently counted first. */
  private readonly keys = new Set<string>()

  constructor(
    readonly name: string,
    readonly most: number,
    private readonly seconds: number,
  ) {
    this.counter = new RateLimiterMemory({ points: most, duration: seconds })
  }

  /** Counts one. Returns 0, or beyond the limit the seconds to wait. */
  async take(name: string): Promise<number> {
    const key = keyOf(name)
    await this.remember(key)
    return this.counter.consume(key).then(
      () => 0,
      (counted) => this.secondsToWait(counted),
    )
  }

  /** The seconds to wait when the limit is reached, else 0. Counts nothing. */
  async wait(name: string): Promise<number> {
    const counted = await this.counted(keyOf(name))
    return counted && counted.consumedPoints >= this.most ? this.secondsToWait(counted) : 0
  }

  /** Uncounts one. */
  async giveBack(name: string): Promise<void> {
    const key = keyOf(name)
    // An expired or evicted count must not become negative.
    if (await this.counted(key)) await this.counter.reward(key)
  }

  /** Resets a count. */
  async clear(name: string): Promise<void> {
    const key = keyOf(name)
    this.keys.delete(key)
    await this.counter.delete(key)
  }

  /** How many keys are counted, at most MOST_KEYS. */
  get size(): number {
    return this.keys.size
  }

  /** The unexpired count of a key. The library expires it by a timer, which lags when the clock is put forward. */
  private async counted(key: string): Promise<RateLimiterRes | null> {
    const counted = await this.counter.get(key)
    return counted && counted.msBeforeNext > 0 && counted.consumedPoints > 0 ? counted : null
  }

  /** Never more than the limit's own time, also when the clock was put back: the library's timer does not wait longer. */
  private secondsToWait(counted: unknown): number {
    if (!(counted instanceof RateLimiterRes)) throw counted
    return Math.min(this.seconds, Math.max(1, Math.ceil(counted.msBeforeNext / 1000)))
  }

  private async remember(key: string): Promise<void> {
    this.keys.delete(key)
    this.keys.add(key)
    if (this.keys.size <= MOST_KEYS) return
    const [quietest = ''] = this.keys
    this.keys.delete(quietest)
    await this.counter.delete(quietest)
  }
}

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
  async take(network: string, name = ''): Promise<number> {
    const reached = await this.wait(network, name)
    return reached > 0 ? reached : firstOf(this.keyed(network, name), (limit, key) => limit.take(key))
  }

  /** The seconds to wait when one of the limits is reached, else 0. Counts nothing. */
  wait(network: string, name = ''): Promise<number> {
    return firstOf(this.keyed(network, name), (limit, key) => limit.wait(key))
  }

  /** Uncounts one. */
  async giveBack(network: string, name = ''): Promise<void> {
    await Promise.all(this.keyed(network, name).map(([limit, key]) => limit.giveBack(key)))
  }

  /** Resets the count of the network, and uncounts one of the wider ones, which others share. */
  async clear(network: string, name = ''): Promise<void> {
    const [[own, key], ...wider] = this.keyed(network, name) as [Keyed, ...Keyed[]]
    await own.clear(key)
    await Promise.all(wider.map(([limit, key]) => limit.giveBack(key)))
  }

  private keyed(network: string, name: string): Keyed[] {
    return [network, ...widerNetworks(network)].map((key, place) => [this.limits[place]!, `${name} ${key}`] as const)
  }
}

type Keyed = readonly [Limit, string]

/** The first seconds to wait, or 0 where no limit is reached. */
async function firstOf(keyed: Keyed[], secondsToWait: (...one: Keyed) => Promise<number>): Promise<number> {
  for (const one of keyed) {
    const wait = await secondsToWait(...one)
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

/**
 * Every rate limit of the product. Limits by network treat a household or a centre as one (http/limits/network.ts). The counts are in
 * memory and start again with the process. Beyond a limit the response is 429 with Retry-After (RFC 6585 section 4).
 */
export const limits = {
  /** Failed log-ins (auth/throttle.server.ts; OWASP ASVS 2.2.1, NIST SP 800-63B section 5.2.2). */
  triesAtName: new NetworkLimit('log-ins to one name from one network', 10, 5 * MINUTE),
  triesFromNetwork: new NetworkLimit('log-ins from one network', 200, 10 * MINUTE),
  /** Against slow guessing from many networks. Known devices don't count here, so that it locks no owner out of them. */
  triesAtNameInDay: new Limit('log-ins of a day to one name from unknown devices', 100, DAY),
  triesOnDevice: new Limit('log-ins on a known device', 10, 5 * MINUTE),

  /** Wrong secrets at the setup address (http/gate/set-up.server.ts). */
  setUps: new NetworkLimit('wrong setup addresses from one network', 10, 5 * MINUTE),
  /** Wrong codes of a second step, and wrong current passwords, of one account; limited by the day too, against slow guessing. */
  codes: atSecretOfAccount('codes'),
  currentPasswords: atSecretOfAccount('current passwords'),

  /** Enquiries (http/limits/spam.server.ts). Beyond the first they are spam; beyond the others they are refused. */
  enquiriesInHour: new NetworkLimit('enquiries of an hour from one network', 6, HOUR),
  enquiriesInDay: new NetworkLimit('enquiries of a day from one network', 50, DAY),
  enquiriesInAll: new Limit('enquiries of a day in all', 1000, DAY),

  /**
   * Sign-ups and unsubscribe links: each may mail whatever address was typed. A whole information evening can sign up on the
   * centre's network within an hour; a script can't bother thousands of people.
   */
  mailsInHour: new NetworkLimit('mails of an hour asked for from one network', 40, HOUR),
}
