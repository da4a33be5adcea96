import type { AppLoadContext } from '@remix-run/node'
import { tooManyEnquiries } from '~/content/contact'
import { fill } from '~/content/fill'
import { hiddenFields } from '~/domain/enquiries/form-fields'
import { limits, type NetworkLimit } from '~/domain/limits/limits.server'
import { Refused } from '~/domain/refused'
import { isSealed } from '~/seal.server'
import { logSecurity } from '~/security-log.server'

/** No person reads and fills in the enquiry form within two seconds. */
const QUICKEST_PERSON = 2000

/** A sealed note of the current time, which an enquiry form sends back. */
export function openedNow({ seal, unique }: AppLoadContext): string {
  const moment = String(Date.now())
  unique.opened = `${moment}.${seal(`opened ${moment}`)}`
  return unique.opened
}

function openedAt(note: string, { seal }: AppLoadContext): number | null {
  const [moment = '', sealed = ''] = note.split('.')
  return isSealed(seal, `opened ${moment}`, sealed) ? Number(moment) : null
}

/** True when a form seems sent by a machine: the honeypot is filled, or it came too fast. */
export function looksAutomatic(form: FormData, context: AppLoadContext): boolean {
  const opened = openedAt(String(form.get(hiddenFields.opened) ?? ''), context)
  if (form.get(hiddenFields.trap) || opened === null) return true
  // Less than nothing once the clock was put back, which is nobody's haste.
  const taken = Date.now() - opened
  return taken >= 0 && taken < QUICKEST_PERSON
}

/**
 * Counts an enquiry, and returns whether it is spam: automatic, or beyond a network's six in an hour. Throws Refused, 429,
 * beyond a day's limits. Spam counts apart, so that a flood leaves families the form.
 */
export function countEnquiry(context: AppLoadContext, { isAutomatic }: { isAutomatic: boolean }): { isSpam: boolean } {
  const { network, settings } = context
  const isSpam = limits.enquiriesInHour.take(network) > 0 || isAutomatic
  const message = fill(tooManyEnquiries, settings.centre)
  take(limits.enquiriesInDay, context, message)
  take(limits.enquiriesInAll, context, message, isSpam ? 'spam' : 'real')
  return { isSpam }
}

const TOO_MANY_MAILS =
  'This has been done too often from here in the last hour. Please try again in an hour, or ring us.'

/** Counts a mail that a visitor asks for. Throws Refused, 429, after too many from one network. */
export function countMail(context: AppLoadContext): void {
  take(limits.mailsInHour, context, TOO_MANY_MAILS)
}

function take(
  limit: Pick<NetworkLimit, 'name' | 'take'>,
  { network }: AppLoadContext,
  message: string,
  key = network,
): void {
  const retryAfter = limit.take(key)
  if (retryAfter === 0) return
  logSecurity('too many', { network, status: 429, reason: limit.name }, 'warn')
  throw new Refused(429, message, { retryAfter })
}
