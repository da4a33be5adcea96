import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { RateLimiterRes } from 'rate-limiter-flexible'
import StoreLimiter from 'rate-limiter-flexible/lib/RateLimiterStoreAbstract.js'
import { getWiderNetworks } from './network'
import { type RateLimit, rateLimits } from './table'

/** The most keys that one limit counts. Whoever has more networks gains nothing by evicting the oldest: each of theirs starts at zero. */
const MOST_KEYS = 10_000

interface Counted {
  count: number
  /** When it ends, by a clock that nobody sets (performance.now). */
  until: number
}

/** A bounded store in memory, by that clock; the library's own is not bounded, and goes by the one that people set (README.md). */
class BoundedLimiter extends StoreLimiter {
  // By their size, since with `max` the cache takes all its memory at once.
  private readonly counts = new LRUCache<string, Counted>({ maxSize: MOST_KEYS, sizeCalculation: () => 1 })

  /** Adds to a count, which is never less than nothing. Its time runs from the first. */
  async _upsert(key: string, points: number, lasts: number): Promise<Counted> {
    const { count, until } = this.found(key) ?? { count: 0, until: performance.now() + lasts }
    const counted = { count: Math.max(0, count + points), until }
    if (counted.count > 0) this.counts.set(key, counted)
    else this.counts.delete(key)
    return counted
  }

  async _get(key: string): Promise<Counted | null> {
    return this.found(key)
  }

  async _delete(key: string): Promise<boolean> {
    return this.counts.delete(key)
  }

  _getRateLimiterRes(_key: string, _change: number, { count, until }: Counted): RateLimiterRes {
    return new RateLimiterRes(Math.max(0, this.points - count), until - performance.now(), count)
  }

  private found(key: string): Counted | null {
    const counted = this.counts.get(key)
    return counted && counted.until > performance.now() ? counted : null
  }
}

/** What one event costs of its network's points, and of those of the /56 and the /48 around it: they get two and four times as many. */
const COSTS = [4, 2, 1] as const
const [COST] = COSTS

/** A limit of the table. What counts is named by a key, such as a network, and by a `name` besides where the network alone is too much. */
export class Limit {
  private readonly limiter: BoundedLimiter

  constructor(readonly rule: RateLimit) {
    this.limiter = new BoundedLimiter({ points: COST * rule.most, duration: rule.within, storeClient: null })
  }

  /** Counts one, where the limit is not reached. Returns 0, or the seconds to wait. */
  async take(key: string, name = ''): Promise<number> {
    const reached = await this.wait(key, name)
    if (reached > 0) return reached
    // Of those that come at one moment, the last may be too many.
    const taken = await this.each(key, name, (one, cost) =>
      this.limiter.consume(one, cost).then(
        () => undefined,
        (full: RateLimiterRes) => full,
      ),
    )
    return secondsTo(taken.find(Boolean))
  }

  /** The seconds to wait when the limit is reached, else 0. Counts nothing. */
  async wait(key: string, name = ''): Promise<number> {
    const counted = await this.each(key, name, async (one, cost) => {
      const found = await this.limiter.get(one)
      return found && found.consumedPoints + cost > this.limiter.points ? found : undefined
    })
    return secondsTo(counted.find(Boolean))
  }

  /** Uncounts one, unless its time is over. */
  async giveBack(key: string, name = ''): Promise<void> {
    await this.each(key, name, (one, cost) => this.limiter.reward(one, cost))
  }

  /** Resets a count, and uncounts one of the wider networks, which others share. */
  async clear(key: string, name = ''): Promise<void> {
    await this.each<unknown>(key, name, (one, cost) =>
      cost === COST ? this.limiter.delete(one) : this.limiter.reward(one, cost),
    )
  }

  private each<Result>(key: string, name: string, work: (key: string, cost: number) => Promise<Result>) {
    const keys = [key, ...(this.rule.by === 'network' ? getWiderNetworks(key) : [])]
    // Of fixed length, however long the name is.
    return Promise.all(keys.map((one, place) => work(hash('sha256', `${name} ${one}`, 'base64'), COSTS[place]!)))
  }
}

const secondsTo = (full: RateLimiterRes | undefined) => (full ? Math.max(1, Math.ceil(full.msBeforeNext / 1000)) : 0)

/** Every limit that is counted in memory. */
export const limits = Object.fromEntries(
  Object.entries(rateLimits).map(([name, rule]) => [name, new Limit(rule)]),
) as Record<keyof typeof rateLimits, Limit>
