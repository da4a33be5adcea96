import type { AppLoadContext } from '@remix-run/node'
import { isSealed } from '~/seal.server'
import { type Limit, limits } from './limits.server'
import { logSecurity } from './security-log.server'

/** No person reads and fills in the enquiry form within two seconds. */
const QUICKEST_PERSON = 2000
/** A name no browser fills in by itself; people never see the field (ui/hidden-field). */
export const TRAP_FIELD = 'reference_line_b'
export const OPENED_FIELD = 'opened'

/** A sealed note of when a form was opened, to come back with it. */
export function openedNow({ seal }: AppLoadContext): string {
  const moment = String(Date.now())
  return `${moment}.${seal(`opened ${moment}`)}`
}

function openedAt(note: string, { seal }: AppLoadContext): number | null {
  const [moment = '', sealed = ''] = note.split('.')
  return isSealed(seal, `opened ${moment}`, sealed) ? Number(moment) : null
}

/** True when a visitor's form looks sent by a machine: the trap is filled, or it came too fast. */
export function looksAutomatic(form: FormData, context: AppLoadContext): boolean {
  const opened = openedAt(String(form.get(OPENED_FIELD) ?? ''), context)
  return Boolean(form.get(TRAP_FIELD)) || opened === null || Date.now() - opened < QUICKEST_PERSON
}

/**
 * Counts an enquiry: the seventh of an hour from one network is kept apart like one that looks automatic. Gives the seconds to
 * wait once a network has sent all that a day may bring, or all networks have; then it is not to be kept. What is kept apart
 * counts by itself there, so that no flood of it leaves families without the form.
 */
export async function weighEnquiry(
  context: AppLoadContext,
  { automatic }: { automatic: boolean },
): Promise<{ suspected: boolean; wait: number }> {
  const { network } = context
  const suspected = (await limits.enquiriesInHour.take(network)) > 0 || automatic
  const wait =
    (await takeOrNote(limits.enquiriesInDay, context)) ||
    (await takeOrNote(limits.enquiriesInAll, context, suspected ? 'suspected' : 'ordinary'))
  return { suspected, wait }
}

/** What a visitor is told who asks for too many mails. */
export const TOO_MANY_MAILS =
  'Many people have done this from here in the last hour. Please try again in an hour, or ring us.'

/**
 * Counts a mail that a visitor asks for: a sign-up, an unsubscribe link. Gives 0, or the seconds to wait after too many from one
 * network. No recipient gets more than one of a kind in a day anyhow (own-choice.server.ts).
 */
export async function waitBeforeMail(context: AppLoadContext): Promise<number> {
  return takeOrNote(limits.mailsInHour, context)
}

async function takeOrNote(limit: Limit, { network }: AppLoadContext, key = network): Promise<number> {
  const wait = await limit.take(key)
  if (wait > 0) logSecurity('too many', { network, status: 429, reason: limit.name }, 'warn')
  return wait
}
