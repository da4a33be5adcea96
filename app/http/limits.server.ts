import { createHash } from 'node:crypto'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'

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
 * Every rate limit of the product. Limits by network treat a household or a centre as one (http/network.ts). The counts are in
 * memory and start again with the process. Beyond a limit the response is 429 with Retry-After (RFC 6585 section 4).
 */
export const limits = {
  /** Failed log-ins (auth/throttle.server.ts; OWASP ASVS 2.2.1, NIST SP 800-63B section 5.2.2). */
  triesAtName: new Limit('log-ins to one name from one network', 10, 5 * MINUTE),
  triesFromNetwork: new Limit('log-ins from one network', 200, 10 * MINUTE),
  triesOnDevice: new Limit('log-ins on a known device', 10, 5 * MINUTE),

  /** Wrong secrets at the setup address (http/set-up.server.ts). */
  setUps: new Limit('wrong setup addresses from one network', 10, 5 * MINUTE),
  /** Wrong codes of a second step, and wrong current passwords, of one account; limited by the day too, against slow guessing. */
  codes: atSecretOfAccount('codes'),
  currentPasswords: atSecretOfAccount('current passwords'),

  /** Enquiries (http/spam.server.ts). Beyond the first they are spam; beyond the others they are refused. */
  enquiriesInHour: new Limit('enquiries of an hour from one network', 6, HOUR),
  enquiriesInDay: new Limit('enquiries of a day from one network', 50, DAY),
  enquiriesInAll: new Limit('enquiries of a day in all', 1000, DAY),

  /**
   * Sign-ups and unsubscribe links: each may mail whatever address was typed. A whole information evening can sign up on the
   * centre's network within an hour; a script can't bother thousands of people.
   */
  mailsInHour: new Limit('mails of an hour asked for from one network', 40, HOUR),
}
