import { hash } from 'node:crypto'
import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { toDublinMoment } from '~/domain/dublin'
import { addDays, formatIsoDay, getToday } from '~/domain/events/days'
import { Refused } from '~/domain/refused'
import type { Centre } from '~/settings.server'
import { forBookkeeping } from '~db/open'
import type { Database } from '~db/schema'
import { getWiderNetworks } from './network'
import { type RateLimit, rateLimits, storedLimits } from './table'

/** Most keys that one limit counts. Evicting old keys gains an attacker nothing: each new network starts at zero anyway. */
const MAX_KEYS = 10_000

interface Count {
  points: number
  /** End time on the monotonic clock (performance.now), which setting the system's clock does not change. */
  until: number
}

/**
 * Points that one event costs its network, the /56 and the /48 around it. All have the same number, so the wider ones allow two and
 * four times as many events.
 */
const COSTS = [4, 2, 1] as const
const [COST] = COSTS

/** A limit from table.ts. Counts by a key, such as a network, and optionally by a `name` in it, such as a username. */
export class Limit {
  // `maxSize`, because with `max` the cache allocates all its memory at once.
  private readonly counts = new LRUCache<string, Count>({ maxSize: MAX_KEYS, sizeCalculation: () => 1 })

  constructor(readonly rule: RateLimit) {}

  /** Counts an event unless the limit is reached. Returns 0, or the seconds to wait. */
  take(key: string, name = ''): number {
    const waitTime = this.wait(key, name)
    if (waitTime === 0) for (const [counted, cost] of this.listCounted(key, name)) this.add(counted, cost)
    return waitTime
  }

  /** Returns the seconds to wait if the limit is reached, else 0. Counts nothing. */
  wait(key: string, name = ''): number {
    for (const [counted, cost] of this.listCounted(key, name)) {
      const found = this.find(counted)
      if (found && found.points + cost > COST * this.rule.most)
        return Math.max(1, Math.ceil((found.until - performance.now()) / 1000))
    }
    return 0
  }

  /** Uncounts one event, unless its time is over. */
  giveBack(key: string, name = ''): void {
    for (const [counted, cost] of this.listCounted(key, name)) this.add(counted, -cost)
  }

  /** Resets a count, and uncounts one event in the wider networks, which others share. */
  clear(key: string, name = ''): void {
    for (const [counted, cost] of this.listCounted(key, name))
      this.add(counted, cost === COST ? Number.NEGATIVE_INFINITY : -cost)
  }

  private find(counted: string): Count | undefined {
    const found = this.counts.get(counted)
    return found && found.until > performance.now() ? found : undefined
  }

  /** Adds to a count, which never falls below zero. Its time starts with the first event. */
  private add(counted: string, change: number): void {
    const { points, until } = this.find(counted) ?? { points: 0, until: performance.now() + this.rule.seconds * 1000 }
    if (points + change > 0) this.counts.set(counted, { points: points + change, until })
    else this.counts.delete(counted)
  }

  /** What an event counts for, with its cost: the key, and the networks around it. */
  private listCounted(key: string, name: string): [counted: string, cost: number][] {
    const keys = [key, ...(this.rule.by === 'network' ? getWiderNetworks(key) : [])]
    // Hashes keep keys short, however long the name is.
    return keys.map((one, level) => [hash('sha256', `${name} ${one}`, 'base64'), COSTS[level]!])
  }
}

/** Every limit that is counted in memory. */
export const limits = Object.fromEntries(
  Object.entries(rateLimits).map(([name, rule]) => [name, new Limit(rule)]),
) as Record<keyof typeof rateLimits, Limit>

/** A student or a family link. Each link of a family has its own limit. */
export type LimitedSender = { table: 'users' | 'familyLinks'; id: number }

/**
 * Counts a change for today, before it is looked at: a refused one counts too. Above the limit it throws Refused, tooMany until midnight in
 * Dublin, with the centre's telephone number.
 */
export async function countChange(db: Database, { table, id }: LimitedSender, { phone }: Pick<Centre, 'phone'>) {
  const { most, words } = storedLimits.changesInDay
  const day = formatIsoDay(getToday())
  const counted = await sql`update ${sql.table(table)}
    set changesThatDay = iif(changesOn is ${day}, changesThatDay + 1, 1), changesOn = ${day}
    where id = ${id} and not (changesOn is ${day} and changesThatDay >= ${most})`.execute(forBookkeeping(db))
  if (counted.numAffectedRows) return
  const midnight = Date.parse(toDublinMoment(addDays(day, 1), '00:00') ?? '')
  const retryAfter = Math.max(1, Math.ceil((midnight - Date.now()) / 1000))
  throw new Refused('tooMany', words.replace('{phone}', phone), { retryAfter })
}

/** Uncounts a change that repeated what was there already. */
export async function uncountChange(change: Database, { table, id }: LimitedSender): Promise<void> {
  await sql`update ${sql.table(table)} set changesThatDay = changesThatDay - 1
    where id = ${id} and changesThatDay > 0`.execute(change)
}
