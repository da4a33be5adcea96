import { createHash } from 'node:crypto'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/**
 * The most keys that one limit counts at a time. The library keeps about 650 bytes and a timer for each, so a hundred
 * thousand networks would take 90 MB; this way a limit never takes more than 8. Whoever has so many networks gains
 * nothing by pushing out the oldest: each of theirs begins at nought anyway.
 */
const MOST_KEYS = 10_000

/** So many of a kind within so many seconds, counted by a key: a network, or a network and a name. The seconds run from the first. */
export class Limit {
  private readonly counter: RateLimiterMemory
  /** The keys that are counted, the one that was quiet longest first. */
  private readonly keys = new Set<string>()

  constructor(
    readonly name: string,
    readonly most: number,
    seconds: number,
  ) {
    this.counter = new RateLimiterMemory({ points: most, duration: seconds })
  }

  /** Counts one. Gives 0, or beyond the limit the seconds to wait. */
  async take(name: string): Promise<number> {
    const key = keyOf(name)
    await this.remember(key)
    return this.counter.consume(key).then(() => 0, secondsToWait)
  }

  /** The seconds to wait where the limit is reached, else 0. Counts nothing. */
  async wait(name: string): Promise<number> {
    const counted = await this.counted(keyOf(name))
    return counted && counted.consumedPoints >= this.most ? secondsToWait(counted) : 0
  }

  /** Takes one back that turned out not to count. */
  async giveBack(name: string): Promise<void> {
    const key = keyOf(name)
    // What has run out, or was pushed out, must not come back as less than nothing.
    if (await this.counted(key)) await this.counter.reward(key)
  }

  /** Begins again at nought. */
  async clear(name: string): Promise<void> {
    const key = keyOf(name)
    this.keys.delete(key)
    await this.counter.delete(key)
  }

  /** How many keys are counted now, at most MOST_KEYS. */
  get size(): number {
    return this.keys.size
  }

  /** What is counted and has not run out. The library forgets by a timer, which a clock that is put forward overtakes. */
  private async counted(key: string): Promise<RateLimiterRes | null> {
    const counted = await this.counter.get(key)
    return counted && counted.msBeforeNext > 0 && counted.consumedPoints > 0 ? counted : null
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

/** Of one length, however long the words are. */
function keyOf(name: string): string {
  return createHash('sha256').update(name).digest('base64')
}

function secondsToWait(counted: unknown): number {
  if (!(counted instanceof RateLimiterRes)) throw counted
  return Math.max(1, Math.ceil(counted.msBeforeNext / 1000))
}

function atSecretOfAccount(what: string) {
  return [
    new Limit(`${what} of one account`, 10, 5 * MINUTE),
    new Limit(`${what} of one account in a day`, 100, DAY),
  ] as const
}

/**
 * Every limit of the product. What is counted per network takes all of a household or a centre for one (http/network.ts).
 * They live in memory and begin again with the process. Beyond one the answer is 429 with Retry-After (RFC 6585 section 4).
 */
export const limits = {
  /** Log-ins that fail (auth/throttle.server.ts; OWASP ASVS 2.2.1, NIST SP 800-63B section 5.2.2). */
  triesAtName: new Limit('log-ins to one name from one network', 10, 5 * MINUTE),
  triesFromNetwork: new Limit('log-ins from one network', 200, 10 * MINUTE),
  triesOnDevice: new Limit('log-ins on a known device', 10, 5 * MINUTE),

  /**
   * Wrong codes of a second step, and wrong current passwords, of one account: also so many in a day, so that patience helps
   * nobody.
   */
  codes: atSecretOfAccount('codes'),
  currentPasswords: atSecretOfAccount('current passwords'),

  /** Enquiries (http/spam.server.ts). More than the first of these looks like a machine; the others are where it ends. */
  enquiriesInHour: new Limit('enquiries of an hour from one network', 6, HOUR),
  enquiriesInDay: new Limit('enquiries of a day from one network', 50, DAY),
  enquiriesInAll: new Limit('enquiries of a day in all', 1000, DAY),

  /**
   * Sign-ups and unsubscribe links: each may send a mail to whatever address was typed. A whole information evening can
   * sign up on the centre's network within an hour; a machine that wants to bother thousands of people can't.
   */
  mailsInHour: new Limit('mails of an hour asked for from one network', 40, HOUR),
}
