import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { RateLimiterRes } from 'rate-limiter-flexible'
import StoreLimiter from 'rate-limiter-flexible/lib/RateLimiterStoreAbstract.js'
import { getWiderNetworks } from './network'
import { type RateLimit, rateLimits } from './table'

/** Most keys that one limit counts. Evicting old keys gains an attacker nothing: each new network starts at zero anyway. */
const MAX_KEYS = 10_000

interface Count {
  count: number
  /** End time on the monotonic clock (performance.now). */
  until: number
}

/** Bounded in-memory store on the monotonic clock. The library's own is unbounded and uses the system clock (README.md). */
class BoundedLimiter extends StoreLimiter {
  // `maxSize`, because with `max` the cache allocates all its memory at once.
  private readonly counts = new LRUCache<string, Count>({ maxSize: MAX_KEYS, sizeCalculation: () => 1 })

  /** Adds to a count, which never falls below zero. Its time starts with the first event. */
  async _upsert(key: string, points: number, lasts: number): Promise<Count> {
    const { count, until } = this.findCount(key) ?? { count: 0, until: performance.now() + lasts }
    const next = { count: Math.max(0, count + points), until }
    if (next.count > 0) this.counts.set(key, next)
    else this.counts.delete(key)
    return next
  }

  async _get(key: string): Promise<Count | null> {
    return this.findCount(key)
  }

  async _delete(key: string): Promise<boolean> {
    return this.counts.delete(key)
  }

  _getRateLimiterRes(_key: string, _change: number, { count, until }: Count): RateLimiterRes {
    return new RateLimiterRes(Math.max(0, this.points - count), until - performance.now(), count)
  }

  private findCount(key: string): Count | null {
    const next = this.counts.get(key)
    return next && next.until > performance.now() ? next : null
  }
}

/**
 * Points that one event costs its network, the /56 and the /48 around it. All have the same number, so the wider ones allow two and
 * four times as many events.
 */
const COSTS = [4, 2, 1] as const
const [COST] = COSTS

/** A limit from table.ts. Counts by a key, such as a network, and optionally by a `name` in it, such as a username. */
export class Limit {
  private readonly limiter: BoundedLimiter

  constructor(readonly rule: RateLimit) {
    this.limiter = new BoundedLimiter({ points: COST * rule.most, duration: rule.seconds, storeClient: null })
  }

  /** Counts an event unless the limit is reached. Returns 0, or the seconds to wait. */
  async take(key: string, name = ''): Promise<number> {
    const waitTime = await this.wait(key, name)
    if (waitTime > 0) return waitTime
    // Of simultaneous events, the last may exceed the limit.
    const taken = await this.forEachNetwork(key, name, (one, cost) =>
      this.limiter.consume(one, cost).then(
        () => undefined,
        (full: RateLimiterRes) => full,
      ),
    )
    return getSecondsToWait(taken.find(Boolean))
  }

  /** Returns the seconds to wait if the limit is reached, else 0. Counts nothing. */
  async wait(key: string, name = ''): Promise<number> {
    const counted = await this.forEachNetwork(key, name, async (one, cost) => {
      const found = await this.limiter.get(one)
      return found && found.consumedPoints + cost > this.limiter.points ? found : undefined
    })
    return getSecondsToWait(counted.find(Boolean))
  }

  /** Uncounts one event, unless its time is over. */
  async giveBack(key: string, name = ''): Promise<void> {
    await this.forEachNetwork(key, name, (one, cost) => this.limiter.reward(one, cost))
  }

  /** Resets a count, and uncounts one event in the wider networks, which others share. */
  async clear(key: string, name = ''): Promise<void> {
    await this.forEachNetwork<unknown>(key, name, (one, cost) =>
      cost === COST ? this.limiter.delete(one) : this.limiter.reward(one, cost),
    )
  }

  private forEachNetwork<Result>(key: string, name: string, work: (key: string, cost: number) => Promise<Result>) {
    const keys = [key, ...(this.rule.by === 'network' ? getWiderNetworks(key) : [])]
    // Hashes keep keys short, however long the name is.
    return Promise.all(keys.map((one, place) => work(hash('sha256', `${name} ${one}`, 'base64'), COSTS[place]!)))
  }
}

const getSecondsToWait = (full: RateLimiterRes | undefined) =>
  full ? Math.max(1, Math.ceil(full.msBeforeNext / 1000)) : 0

/** Every limit that is counted in memory. */
export const limits = Object.fromEntries(
  Object.entries(rateLimits).map(([name, rule]) => [name, new Limit(rule)]),
) as Record<keyof typeof rateLimits, Limit>
