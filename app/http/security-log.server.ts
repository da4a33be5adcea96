import { log } from './log.server'

/** What the security log writes down. A new event joins here. */
export type SecurityEvent =
  | 'forbidden'
  | 'password changed'
  | 'password set'
  | 'current password refused'
  | 'second step on'
  | 'second step off'
  | 'second step refused'
  | 'recovery code used'
  | 'recovery codes made'

/** Ids and networks only: never a name, a word somebody typed, a token or an address with one. */
export interface SecurityDetails {
  network?: string
  userId?: number | null
  /** The record or person it was done to. */
  recordId?: number
  status?: number
  method?: string
  /** The route's pattern or the first part of the path, never one that may hold a token. */
  place?: string
  reason?: string
}

const security = log.child({ log: 'security' })

/** Writes down an event that whoever looks into a break-in needs; `worth` warn for what is refused or weakens the site. */
export function logSecurity(event: SecurityEvent, details: SecurityDetails, worth: 'info' | 'warn' = 'info'): void {
  security[worth]({ event, ...details }, event)
}
