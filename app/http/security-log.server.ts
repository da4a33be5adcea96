import { log } from '~/log.server'

/** What the security log writes down. A new event joins here, on a line of its own. */
export type SecurityEvent =
  | 'settings at start'
  | 'demonstration on'
  | 'demonstration closed'
  | 'log-in'
  | 'log-in refused'
  | 'log-out'
  | 'forbidden'
  | 'too many'
  | 'password queue full'
  | 'password set'
  | 'sessions ended'
  | 'account added'
  | 'account closed'
  | 'account erased'
  | 'data of a person exported'
  | 'list of subscribers exported'
  | 'password changed'
  | 'current password refused'
  | 'second step on'
  | 'second step off'
  | 'second step refused'
  | 'recovery code used'
  | 'recovery codes made'

/** Ids and networks only: never a name, a word somebody typed, a token or an address with one. */
export interface SecurityDetails {
  network?: string
  /** Who did it, or whose account it was tried at; null for a name that is nobody's. */
  userId?: number | null
  /** The record or person it was done to. */
  recordId?: number
  status?: number
  method?: string
  /** The route's pattern or the first part of the path, never one that may hold a token. */
  place?: string
  /** Words of ours, never of whoever asked. */
  reason?: string
  /** What the operator has set, as far as it is no secret. */
  settings?: Readonly<Record<string, boolean | number>>
}

type Worth = 'info' | 'warn'

const MINUTE = 60_000
/** The same event from the same network is written this often in a minute; the rest is counted. */
const MOST_LINES = 10
/** So many networks are told apart in a minute; what comes from more of them is counted together. */
const MOST_SOURCES = 200

// LOG_LEVEL=error asks for less noise, not for blindness: who logged in and what was refused has to be there after a
// break-in (OWASP ASVS 7.1 and 7.2), and a flood can't swell it. Only 'silent' silences it.
const security = log.child({ log: 'security' }, { level: log.level === 'silent' ? 'silent' : 'info' })

interface Source {
  event: SecurityEvent
  network?: string
  lines: number
}
// Apart, so that a flood of refusals takes no place from what people who are logged in do.
const sources: Record<Worth, Map<string, Source>> = { info: new Map(), warn: new Map() }
let minute: NodeJS.Timeout | undefined

/** Writes down an event that whoever looks into a break-in needs; `worth` warn for what is refused or weakens the site. */
export function logSecurity(event: SecurityEvent, details: SecurityDetails, worth: Worth = 'info'): void {
  const source = sourceOf(event, details, worth)
  source.lines += 1
  if (source.lines <= MOST_LINES) security[worth]({ event, ...details }, event)
  minute ??= setTimeout(tellLeftOut, MINUTE).unref()
}

/** Ends the minute under way and says what was left out of it: when it is over, and when the process stops. */
export function tellLeftOut(): void {
  clearTimeout(minute)
  minute = undefined
  for (const worth of ['info', 'warn'] as const) {
    for (const { event, network, lines } of sources[worth].values())
      if (lines > MOST_LINES) security.warn({ event, network, leftOut: lines - MOST_LINES }, 'more of the same')
    sources[worth].clear()
  }
}

/**
 * Where an event counts. What anybody can cause counts by network alone; what only somebody who is logged in can do, for each of
 * them, since a whole centre shares one network.
 */
function sourceOf(event: SecurityEvent, { network, userId }: SecurityDetails, worth: Worth): Source {
  const one = `${event} ${network} ${worth === 'info' ? userId : ''}`
  const isOneTooMany = !sources[worth].has(one) && sources[worth].size >= MOST_SOURCES
  const key = isOneTooMany ? event : one
  const source = sources[worth].get(key) ?? { event, network: isOneTooMany ? 'many' : network, lines: 0 }
  sources[worth].set(key, source)
  return source
}

/** The part of the site that a path leads to. The rest of it was typed by whoever asked, or is a secret, and stays out. */
export function placeOf(path: string): string {
  return /^\/(api|dashboard|files|portal|login|contact|unsubscribe|confirm|calendar)(?=\/|$)/.exec(path)?.[0] ?? '/'
}
