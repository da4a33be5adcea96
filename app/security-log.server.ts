import { log } from '~/log.server'

/** The events of the security log. */
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
  | 'sign-in card made'
  | 'sign-in card taken back'
  | 'family link made'
  | 'family link taken back'
  | 'family link refused'
  | 'setup refused'
  | 'sessions ended'
  | 'backup downloaded'
  | 'account added'
  | 'account closed'
  | 'account erased'
  | 'data of a person exported'
  | 'data of a subscriber exported'
  | 'list of subscribers exported'
  | 'password changed'
  | 'current password refused'
  | 'second step on'
  | 'second step off'
  | 'second step refused'
  | 'recovery code used'
  | 'recovery codes made'

/** Ids and networks only: never a name, typed text, a token or an address that holds one. */
export interface SecurityDetails {
  network?: string
  /** Who did it, or whose account it was tried on; null for an unknown name. */
  userId?: number | null
  /** The record or person affected. */
  recordId?: number
  status?: number
  method?: string
  /** The route's pattern or the first segment of the path, never one that may hold a token. */
  place?: string
  /** A fixed text, never the client's. */
  reason?: string
  /** The operator's settings that are no secrets. */
  settings?: Readonly<Record<string, boolean | number>>
}

type Worth = 'info' | 'warn'

const MINUTE = 60_000
/** The same event from the same network is logged this often in a minute; the rest is counted. */
const MOST_LINES = 10
/** The networks that are told apart in a minute; the rest are counted together. */
const MOST_SOURCES = 200

// Logged at LOG_LEVEL=error too: log-ins and refusals must be on record after a break-in (OWASP ASVS 7.1 and 7.2), and the
// counts bound their volume. Only 'silent' silences it.
const security = log.child({ log: 'security' }, { level: log.level === 'silent' ? 'silent' : 'info' })

interface Source {
  event: SecurityEvent
  network?: string
  lines: number
}
// Apart, so that a flood of refusals displaces nothing that logged-in people do.
const sources: Record<Worth, Map<string, Source>> = { info: new Map(), warn: new Map() }
let minute: NodeJS.Timeout | undefined

/** How often each event happened since the start, with those that the log left out. */
export const securityEvents = new Map<SecurityEvent, number>()

/** Logs an event that matters for the investigation of a break-in; `worth` is 'warn' for refusals and whatever weakens the site. */
export function logSecurity(event: SecurityEvent, details: SecurityDetails, worth: Worth = 'info'): void {
  securityEvents.set(event, (securityEvents.get(event) ?? 0) + 1)
  const source = sourceOf(event, details, worth)
  source.lines += 1
  if (source.lines <= MOST_LINES) security[worth]({ event, ...details }, event)
  minute ??= setTimeout(tellLeftOut, MINUTE).unref()
}

/** Ends the current minute and logs what was left out of it: when it is over, and when the process stops. */
export function tellLeftOut(): void {
  clearTimeout(minute)
  minute = undefined
  for (const worth of ['info', 'warn'] as const) {
    for (const { event, network, lines } of sources[worth].values())
      if (lines > MOST_LINES) security.warn({ event, network, leftOut: lines - MOST_LINES }, 'more of the same')
    sources[worth].clear()
  }
}

/** What an event is counted with: by network alone what anybody can cause, by user too what takes a log-in. */
function sourceOf(event: SecurityEvent, { network, userId }: SecurityDetails, worth: Worth): Source {
  const one = `${event} ${network} ${worth === 'info' ? userId : ''}`
  const isOneTooMany = !sources[worth].has(one) && sources[worth].size >= MOST_SOURCES
  const key = isOneTooMany ? event : one
  const source = sources[worth].get(key) ?? { event, network: isOneTooMany ? 'many' : network, lines: 0 }
  sources[worth].set(key, source)
  return source
}
