import type { AppLoadContext } from '@remix-run/node'
import { fill } from '~/content/fill'
import { hiddenFields } from '~/domain/enquiries/enquiries'
import { type Limit, limits } from '~/domain/limits/limits.server'
import { Refused } from '~/domain/refused'
import { isValidSignature } from '~/signing.server'

/** No person reads and fills in the enquiry form within two seconds. */
const MIN_FILL_TIME = 2000

/** The current time, signed, which an enquiry form sends back. */
export function signOpeningTime({ sign, perResponse: unique }: AppLoadContext): string {
  const timestamp = String(Date.now())
  unique.signedOpeningTime = `${timestamp}.${sign(`opened ${timestamp}`)}`
  return unique.signedOpeningTime
}

function readOpeningTime(token: string, { sign }: AppLoadContext): number | null {
  const [timestamp = '', signature = ''] = token.split('.')
  return isValidSignature(sign, `opened ${timestamp}`, signature) ? Number(timestamp) : null
}

/** True if a robot seems to have sent the form: the trap field is filled in, or it came too fast. */
export function isLikelyAutomated(form: FormData, context: AppLoadContext): boolean {
  const openingTime = readOpeningTime(String(form.get(hiddenFields.opened) ?? ''), context)
  if (form.get(hiddenFields.trap) || openingTime === null) return true
  // Negative after the clock was put back, which does not mean haste.
  const elapsed = Date.now() - openingTime
  return elapsed >= 0 && elapsed < MIN_FILL_TIME
}

/** Counts an attempt to send an enquiry, before its fields are read. Throws Refused, tooMany, beyond a network's limit of a day. */
export const countEnquiryAttempt = (context: AppLoadContext) => takeOrRefuse(limits.enquiriesInDay, context)

/**
 * Counts a valid enquiry, and returns whether it is spam: automatic, or beyond a network's six in an hour. Throws Refused, tooMany,
 * beyond the limit of all networks. Spam is counted separately, so that families can still use the form during a flood.
 */
export async function classifyEnquiry(context: AppLoadContext, { isAutomatic }: { isAutomatic: boolean }) {
  const isSpam = limits.enquiriesInHour.take(context.network) > 0 || isAutomatic
  takeOrRefuse(limits.enquiriesInAll, context, isSpam ? 'spam' : 'real')
  return { isSpam }
}

/** Counts a mail that a visitor requests, before the form's fields are read. Throws Refused, tooMany, after too many from one network. */
export const countRequestedMail = (context: AppLoadContext) => takeOrRefuse(limits.mailsInHour, context)

function takeOrRefuse(limit: Limit, { network, securityLog, settings }: AppLoadContext, key = network): void {
  const retryAfter = limit.take(key)
  if (retryAfter === 0) return
  const { counts, message } = limit.rule
  securityLog.record('too many', { network, status: 429, reason: counts }, 'warn')
  throw new Refused('tooMany', fill(message, settings.centre), { retryAfter })
}
