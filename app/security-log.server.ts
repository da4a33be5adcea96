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

/** Ids and networks only: never a name, typed text, a token or a URL with one. */
export interface SecurityDetails {
  network?: string
  /** The person who acted, or whose account was tried; null for an unknown username. */
  userId?: number | null
  /** The record or person affected. */
  recordId?: number
  status?: number
  method?: string
  /** The route's pattern or the first path segment, never one that may hold a token. */
  place?: string
  /** A fixed text, never one from the client. */
  reason?: string
  /** Settings that are not secret. */
  settings?: Readonly<Record<string, boolean | number>>
}

type Severity = 'info' | 'warn'

const MINUTE = 60_000
/** Maximum log lines a minute for an event and a network; the rest are only counted. */
const MAX_LINES = 10
/** Maximum networks counted separately in a minute; the rest are counted as one. */
const MAX_SOURCES = 200

// LOG_LEVEL=error does not turn it off, since log-ins and refusals must be on record after a break-in (OWASP ASVS 7.1 and
// 7.2). The limits bound the volume.
const securityLog = log.child({ log: 'security' }, { level: log.level === 'silent' ? 'silent' : 'info' })

interface Source {
  event: SecurityEvent
  network?: string
  lines: number
}
// The severities are separate, so that a flood of refusals never hides the actions of logged-in people.
const sources: Record<Severity, Map<string, Source>> = { info: new Map(), warn: new Map() }
let flushTimer: NodeJS.Timeout | undefined

/** Number of each event since the start, including suppressed ones. */
export const securityEventCounts = new Map<SecurityEvent, number>()

/** Logs an event that helps to investigate a break-in; severity is 'warn' for refusals and anything that weakens the site. */
export function logSecurity(event: SecurityEvent, details: SecurityDetails, severity: Severity = 'info'): void {
  securityEventCounts.set(event, (securityEventCounts.get(event) ?? 0) + 1)
  const source = getSource(event, details, severity)
  source.lines += 1
  if (source.lines <= MAX_LINES) securityLog[severity]({ event, ...details }, event)
  flushTimer ??= setTimeout(logSuppressed, MINUTE).unref()
}

/** Logs how many lines were suppressed, after each minute and when the process stops. */
export function logSuppressed(): void {
  clearTimeout(flushTimer)
  flushTimer = undefined
  for (const severity of ['info', 'warn'] as const) {
    for (const { event, network, lines } of sources[severity].values())
      if (lines > MAX_LINES) securityLog.warn({ event, network, leftOut: lines - MAX_LINES }, 'more of the same')
    sources[severity].clear()
  }
}

/** Groups events by network; those that need a log-in also by user. */
function getSource(event: SecurityEvent, { network, userId }: SecurityDetails, severity: Severity): Source {
  const ownKey = `${event} ${network} ${severity === 'info' ? userId : ''}`
  const isOverflow = !sources[severity].has(ownKey) && sources[severity].size >= MAX_SOURCES
  const key = isOverflow ? event : ownKey
  const source = sources[severity].get(key) ?? { event, network: isOverflow ? 'many' : network, lines: 0 }
  sources[severity].set(key, source)
  return source
}
