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
  | 'link refused'
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
const securityLogger = log.child({ log: 'security' }, { level: log.level === 'silent' ? 'silent' : 'info' })

interface Source {
  event: SecurityEvent
  network?: string
  lines: number
}
/** Logs events that help to investigate a break-in, with bounded volume. */
export class SecurityLog {
  /** Number of each event since the start, including suppressed ones. */
  readonly counts = new Map<SecurityEvent, number>()
  // The severities are separate, so that a flood of refusals never hides the actions of logged-in people.
  private readonly sources: Record<Severity, Map<string, Source>> = { info: new Map(), warn: new Map() }
  private flushTimer: NodeJS.Timeout | undefined

  /** Logs an event; severity is 'warn' for refusals and anything that weakens the site. */
  record(event: SecurityEvent, details: SecurityDetails, severity: Severity = 'info'): void {
    this.counts.set(event, (this.counts.get(event) ?? 0) + 1)
    const source = this.getSource(event, details, severity)
    source.lines += 1
    if (source.lines <= MAX_LINES) securityLogger[severity]({ event, ...details }, event)
    this.flushTimer ??= setTimeout(() => this.logSuppressed(), MINUTE).unref()
  }

  /** Logs how many lines were suppressed, after each minute and when the process stops. */
  logSuppressed(): void {
    clearTimeout(this.flushTimer)
    this.flushTimer = undefined
    for (const sources of Object.values(this.sources)) {
      for (const { event, network, lines } of sources.values())
        if (lines > MAX_LINES) securityLogger.warn({ event, network, leftOut: lines - MAX_LINES }, 'more of the same')
      sources.clear()
    }
  }

  /** Groups events by network; those that need a log-in also by user. */
  private getSource(event: SecurityEvent, { network, userId }: SecurityDetails, severity: Severity): Source {
    const sources = this.sources[severity]
    const ownKey = `${event} ${network} ${severity === 'info' ? userId : ''}`
    const isOverflow = !sources.has(ownKey) && sources.size >= MAX_SOURCES
    const key = isOverflow ? event : ownKey
    const source = sources.get(key) ?? { event, network: isOverflow ? 'many' : network, lines: 0 }
    sources.set(key, source)
    return source
  }
}
