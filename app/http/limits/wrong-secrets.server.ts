import type { AppLoadContext } from '@remix-run/node'
import { Refused } from '~/domain/refused'
import { logSecurity, type SecurityDetails, type SecurityEvent } from '~/http/errors/security-log.server'
import type { NetworkLimit } from './limits.server'

/** The message after too many attempts. */
export const TOO_MANY_TRIES = 'There have been too many tries. Please wait a few minutes and try again.'

/** Throws Refused, 429, while a network has tried too many secrets that open nothing: the right one waits too. */
export function requireFewWrong(limit: NetworkLimit, { network }: AppLoadContext, field?: string): void {
  const wait = limit.wait(network)
  if (wait > 0) throw new Refused(429, TOO_MANY_TRIES, { field, retryAfter: wait })
}

/** Counts a secret that opens nothing, and logs it. Throws Refused, 429, after too many. */
export function countWrong(
  limit: NetworkLimit,
  { network }: AppLoadContext,
  event: SecurityEvent,
  details: SecurityDetails = {},
): void {
  const wait = limit.take(network)
  logSecurity(event, { network, userId: null, status: wait > 0 ? 429 : 404, ...details }, 'warn')
  if (wait > 0) throw new Refused(429, TOO_MANY_TRIES, { retryAfter: wait })
}
