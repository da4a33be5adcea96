import { hash } from 'node:crypto'
import ipaddr from 'ipaddr.js'
import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { addDays, formatIsoDay, getToday, toDublinMoment } from '~/domain/events/days'
import { Refused } from '~/domain/refused'
import type { Centre } from '~/settings.server'
import { forBookkeeping } from '~db/open'
import type { Database } from '~db/schema'
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
      if (found && found.points + cost > COST * this.rule.max)
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
  const { max, message } = storedLimits.changesInDay
  const day = formatIsoDay(getToday())
  const counted = await sql`update ${sql.table(table)}
    set changesThatDay = iif(changesOn is ${day}, changesThatDay + 1, 1), changesOn = ${day}
    where id = ${id} and not (changesOn is ${day} and changesThatDay >= ${max})`.execute(forBookkeeping(db))
  if (counted.numAffectedRows) return
  const midnight = Date.parse(toDublinMoment(addDays(day, 1), '00:00') ?? '')
  const retryAfter = Math.max(1, Math.ceil((midnight - Date.now()) / 1000))
  throw new Refused('tooMany', message.replace('{phone}', phone), { retryAfter })
}

/** Uncounts a change that repeated what was there already. */
export async function uncountChange(change: Database, { table, id }: LimitedSender): Promise<void> {
  await sql`update ${sql.table(table)} set changesThatDay = changesThatDay - 1
    where id = ${id} and changesThatDay > 0`.execute(change)
}

/** An address with a port, as some proxies send it; IPv6 is then in brackets (RFC 7239 section 6). */
const WITH_PORT = /^(?:\[([^\]]+)\]|([\d.]+))(?::\d{1,5})?$/

/** Parses an address from a proxy or a socket, with or without quotes and a port; null if it is none. */
export function parseAddress(text: string | undefined): ipaddr.IPv4 | ipaddr.IPv6 | null {
  const unquoted = (text?.trim() ?? '').replace(/^"(.*)"$/, '$1')
  const [, six, four] = WITH_PORT.exec(unquoted) ?? []
  const address = six ?? four ?? unquoted
  // ipaddr.js accepts even '1234' and '0xcb.1' as IPv4.
  if (!six && ipaddr.IPv4.isValidFourPartDecimal(address)) return ipaddr.IPv4.parse(address)
  return ipaddr.IPv6.isValid(address) ? ipaddr.process(address) : null
}

/** True for localhost, 127.0.0.0/8 and ::1 (RFC 6761, RFC 1122, RFC 4291). */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || (ipaddr.isValid(host) && ipaddr.process(host).range() === 'loopback')
}

/** True for loopback and private addresses (RFC 1918, RFC 4193): a proxy's, rather than a visitor's. */
export function isLocal(address: string | undefined): boolean {
  const range = parseAddress(address)?.range() ?? ''
  return ['loopback', 'private', 'uniqueLocal', 'linkLocal', 'carrierGradeNat'].includes(range)
}

/** Key for limits and logs: an IPv4 address, or the /64 of an IPv6 address, which is one household's (RFC 6177); else 'unknown'. */
export function getNetwork(address: string | undefined): string {
  const parsed = parseAddress(address)
  if (!parsed) return 'unknown'
  if (parsed instanceof ipaddr.IPv4) return parsed.toString()
  return `${parsed.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`
}

/** The /56 and /48 around an IPv6 key, which a household or an office may have (RFC 6177); none for other keys. */
export function getWiderNetworks(network: string): string[] {
  const [, address] = /^(.+)\/64$/.exec(network) ?? []
  return address
    ? ['56', '48'].map((bits) => `${ipaddr.IPv6.networkAddressFromCIDR(`${address}/${bits}`)}/${bits}`)
    : []
}
