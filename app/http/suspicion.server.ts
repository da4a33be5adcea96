import { createHmac, timingSafeEqual } from 'node:crypto'
import type { AppLoadContext } from '@remix-run/node'
import { RateLimiterMemory } from 'rate-limiter-flexible'

/** No person reads and fills in the enquiry form within two seconds. */
const QUICKEST_PERSON = 2000
/** Six enquiries an hour from one address are more than a family sends. */
const enquiriesPerAddress = new RateLimiterMemory({ points: 6, duration: 3600 })

/** A name no browser fills in by itself; people never see the field (ui/hidden-field). */
export const TRAP_FIELD = 'reference_line_b'
export const OPENED_FIELD = 'opened'

function sign(moment: string, { settings }: AppLoadContext) {
  return createHmac('sha256', settings.sessionSecret).update(`opened ${moment}`).digest('base64url')
}

/** A sealed note of when a form was opened, to come back with it. */
export function openedNow(context: AppLoadContext): string {
  const moment = String(Date.now())
  return `${moment}.${sign(moment, context)}`
}

function openedAt(note: string, context: AppLoadContext): number | null {
  const [moment = '', seal = ''] = note.split('.')
  const expected = Buffer.from(sign(moment, context))
  const given = Buffer.from(seal)
  return given.length === expected.length && timingSafeEqual(given, expected) ? Number(moment) : null
}

/** True when a visitor's form looks sent by a machine: the trap is filled, it came too fast, or too many came (decisions.md section 7). */
export async function isSuspected(form: FormData, context: AppLoadContext): Promise<boolean> {
  const opened = openedAt(String(form.get(OPENED_FIELD) ?? ''), context)
  const tooMany = await comesTooOften(context)
  return Boolean(form.get(TRAP_FIELD)) || opened === null || Date.now() - opened < QUICKEST_PERSON || tooMany
}

/** True from the seventh enquiry of an hour from one address. */
export async function comesTooOften(context: AppLoadContext): Promise<boolean> {
  return enquiriesPerAddress.consume(context.address).then(
    () => false,
    () => true,
  )
}
