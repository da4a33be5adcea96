import type { AppLoadContext } from '@remix-run/node'
import { fill } from '~/content/fill'
import { hiddenFields } from '~/domain/enquiries/form-fields'
import { type Limit, limits } from '~/domain/limits/limits.server'
import { Refused } from '~/domain/refused'
import { logSecurity } from '~/security-log.server'
import { isValidSignature } from '~/signing.server'

/** No person reads and fills in the enquiry form within two seconds. */
const QUICKEST_PERSON = 2000

/** A sealed note of the current time, which an enquiry form sends back. */
export function signOpeningTime({ sign, perResponse: unique }: AppLoadContext): string {
  const moment = String(Date.now())
  unique.opened = `${moment}.${sign(`opened ${moment}`)}`
  return unique.opened
}

function openedAt(note: string, { sign }: AppLoadContext): number | null {
  const [moment = '', sealed = ''] = note.split('.')
  return isValidSignature(sign, `opened ${moment}`, sealed) ? Number(moment) : null
}

/** True when a form seems sent by a machine: the honeypot is filled, or it came too fast. */
export function isLikelyAutomated(form: FormData, context: AppLoadContext): boolean {
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
export async function countEnquiry(context: AppLoadContext, { isAutomatic }: { isAutomatic: boolean }) {
  const isSpam = (await limits.enquiriesInHour.take(context.network)) > 0 || isAutomatic
  await take(limits.enquiriesInDay, context)
  await take(limits.enquiriesInAll, context, isSpam ? 'spam' : 'real')
  return { isSpam }
}

/** Counts a mail that a visitor asks for. Throws Refused, 429, after too many from one network. */
export const countRequestedMail = (context: AppLoadContext) => take(limits.mailsInHour, context)

async function take(limit: Limit, { network, settings }: AppLoadContext, key = network): Promise<void> {
  const retryAfter = await limit.take(key)
  if (retryAfter === 0) return
  const { counts, words } = limit.rule
  logSecurity('too many', { network, status: 429, reason: counts }, 'warn')
  throw new Refused(429, fill(words, settings.centre), { retryAfter })
}
