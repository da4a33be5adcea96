import { randomUUID } from 'node:crypto'
import { type AppLoadContext, redirect } from '@remix-run/node'
import { createSiteCookie } from '~/auth/cookies.server'
import { Refused } from '~/domain/refused'
import { toRefusal } from '~/domain/storage.server'
import { log } from '~/log.server'
import { getRefusalStatus } from '~/refusal-status'
import type { FlashMessage as ShownMessage } from '~/ui/browser/root-data'
import { findFixedMessage } from './fixed-messages.server'

/** A message that the next page shows once. */
export type Message = Omit<ShownMessage, 'id'>

function createMessageCookie({ settings, sign }: AppLoadContext) {
  return createSiteCookie(settings, 'message', { secrets: [sign('messages to the next page')], maxAge: 300 })
}

/** The Set-Cookie header that makes the next page show `message` once: at its top, or as a toast where scripts run. */
function createMessageHeader(context: AppLoadContext, message: Message): Promise<string> {
  return createMessageCookie(context).serialize({ ...message, id: randomUUID() })
}

/** True for the Set-Cookie header of a message, with or without the prefix __Host-. */
export const isMessageCookie = (setCookie: string) => /^(__Host-)?riverbank_message=/.test(setCookie)

/** A 303 to `location`, whose page shows `message` once. */
export async function redirectWithMessage(
  context: AppLoadContext,
  location: string,
  message: Message,
  headers = new Headers(),
): Promise<Response> {
  headers.append('Set-Cookie', await createMessageHeader(context, message))
  return redirect(location, { status: 303, headers })
}

/** A 303 to `location`, whose page shows once what failed, with the status and the reason; null for a fault of ours. */
export function redirectWithRefusal(
  context: AppLoadContext,
  location: string,
  failure: string,
  refused: Refused | null,
): Promise<Response> {
  const { status, message } = refused ? { status: getRefusalStatus(refused), message: refused.message } : SERVER_FAULT
  return redirectWithMessage(context, location, { kind: 'error', title: `${failure}: ${status}`, text: message })
}

interface FailureTarget {
  location: string
  failure: string
  /** Redirects every refusal, for a route without a page that could show it. */
  redirectsRefusals?: true
}

/** Runs `action`. For a conflict with the record's state, redirects to `location`, which shows that state. */
export async function redirectOnConflict<Answer>(
  context: AppLoadContext,
  { location, failure }: FailureTarget,
  action: () => Promise<Answer>,
): Promise<Answer | Response> {
  try {
    return await action()
  } catch (error) {
    if (!(error instanceof Refused) || error.kind !== 'conflict') throw error
    return redirectWithRefusal(context, location, failure, error)
  }
}

const SERVER_FAULT = { status: 500, message: 'This is our fault, not yours. Please try again in a few minutes.' }

/** Like redirectOnConflict, for a button without typed fields: a server fault redirects to `location` too. */
export async function redirectOnFailure<Answer>(
  context: AppLoadContext,
  target: FailureTarget,
  action: () => Promise<Answer>,
): Promise<Answer | Response> {
  try {
    return await redirectOnConflict(context, target, action)
  } catch (error) {
    if (error instanceof Response || (error instanceof Refused && !target.redirectsRefusals)) throw error
    const refused = toRefusal(error)
    if (!refused) log.error({ err: error }, target.failure)
    return redirectWithRefusal(context, target.location, target.failure, refused)
  }
}

/** The message in this request's cookie and the header that clears it, or the fixed message that its address names. */
export async function takeMessage(
  request: Request,
  context: AppLoadContext,
): Promise<{ message: ShownMessage | null; headers: HeadersInit }> {
  const sent = request.headers.get('Cookie')
  // Most requests have none, and deriving the cookie's secret takes as long as a loader.
  if (!sent?.includes('riverbank_message=')) {
    const fixed = findFixedMessage(request, context.settings)
    // One id for each rendering, so that no toast repeats the message that the page was served with.
    return { message: fixed && { ...fixed, id: context.perResponse.idempotencyKey ?? '' }, headers: {} }
  }
  const cookie = createMessageCookie(context)
  const message = (await cookie.parse(sent)) as ShownMessage | null
  return { message, headers: message ? { 'Set-Cookie': await cookie.serialize('', { maxAge: 0 }) } : {} }
}
