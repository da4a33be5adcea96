import type { AppLoadContext } from '@remix-run/node'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { isSealed } from '~/seal.server'

/** No person reads and fills in the enquiry form within two seconds. */
const QUICKEST_PERSON = 2000
/** Six enquiries an hour from one address are more than a family sends. */
const enquiriesPerAddress = new RateLimiterMemory({ points: 6, duration: 3600 })
/**
 * Each sign-up may send a mail to whatever address was typed. A whole information evening can sign up on the centre's
 * network within an hour; a machine that wants to bother thousands of people can't.
 */
const mailsPerAddress = new RateLimiterMemory({ points: 40, duration: 3600 })

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

/** True when a visitor's form looks sent by a machine: the trap is filled, it came too fast, or too many came (decisions.md section 7). */
export async function isSuspected(form: FormData, context: AppLoadContext): Promise<boolean> {
  const opened = openedAt(String(form.get(OPENED_FIELD) ?? ''), context)
  const tooMany = await comesTooOften(context)
  return Boolean(form.get(TRAP_FIELD)) || opened === null || Date.now() - opened < QUICKEST_PERSON || tooMany
}

/** What a visitor is told who asks for too many mails. */
export const TOO_MANY_MAILS =
  'Many people have done this from here in the last hour. Please try again in an hour, or ring us.'

/**
 * Counts a mail that a visitor asks for: a sign-up, an unsubscribe link. Gives 0, or from the 41st of an hour from one
 * address on the seconds to wait. No recipient gets more than one of a kind in a day anyhow (own-choice.server.ts).
 */
export async function waitBeforeMail(context: AppLoadContext): Promise<number> {
  return mailsPerAddress.consume(context.network).then(
    () => 0,
    ({ msBeforeNext }: { msBeforeNext: number }) => Math.ceil(msBeforeNext / 1000),
  )
}

/** True from the seventh enquiry of an hour from one address. */
export async function comesTooOften(context: AppLoadContext): Promise<boolean> {
  return enquiriesPerAddress.consume(context.network).then(
    () => false,
    () => true,
  )
}
