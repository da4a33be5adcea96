import { randomUUID } from 'node:crypto'
import { type AppLoadContext, redirect } from '@remix-run/node'
import { createSiteCookie } from '~/auth/cookies.server'
import { Refused } from '~/domain/refused'
import { toRefusal } from '~/domain/storage.server'
import { log } from '~/log.server'
import type { FlashMessage as ShownMessage } from '~/ui/browser/root-data'
import { findFixedMessage } from './fixed-messages.server'

/** What the next page shows, once. */
export type Message = Omit<ShownMessage, 'id'>

function messageCookie({ settings, sign }: AppLoadContext) {
  return createSiteCookie(settings, 'message', { secrets: [sign('messages to the next page')], maxAge: 300 })
}

/** The Set-Cookie header that makes the next page show `message` once: at its top, or as a toast where scripts run. */
function messageHeader(context: AppLoadContext, message: Message): Promise<string> {
  return messageCookie(context).serialize({ ...message, id: randomUUID() })
}

/** True for the Set-Cookie header of a message, whichever name its cookie has (cookies.server.ts). */
export const isMessageCookie = (setCookie: string) => /^(__Host-)?riverbank_message=/.test(setCookie)

/** A 303 to `location`, whose page shows `message` once. */
export async function redirectWithMessage(
  context: AppLoadContext,
  location: string,
  message: Message,
  headers = new Headers(),
): Promise<Response> {
  headers.append('Set-Cookie', await messageHeader(context, message))
  return redirect(location, { status: 303, headers })
}

/** A 303 to `location`, whose page shows once what failed, with the status and the reason. */
export function redirectWithRefusal(
  context: AppLoadContext,
  location: string,
  failure: string,
  { status, message }: Pick<Refused, 'status' | 'message'>,
): Promise<Response> {
  return redirectWithMessage(context, location, { kind: 'error', title: `${failure}: ${status}`, text: message })
}

interface Pressed {
  location: string
  failure: string
}

/** What `action` returns. A conflict with the record's state (409) is told at `location`, which shows that state. */
export async function redirectOnConflict<Answer>(
  context: AppLoadContext,
  { location, failure }: Pressed,
  action: () => Promise<Answer>,
): Promise<Answer | Response> {
  try {
    return await action()
  } catch (error) {
    if (!(error instanceof Refused) || error.status !== 409) throw error
    return redirectWithRefusal(context, location, failure, error)
  }
}

const FAULT = { status: 500, message: 'This is our fault, not yours. Please try again in a few minutes.' }

/** The response to a button without anything typed: as redirectOnConflict, but a fault of the server is told at `location` too. */
export async function redirectOnFailure<Answer>(
  context: AppLoadContext,
  pressed: Pressed,
  action: () => Promise<Answer>,
): Promise<Answer | Response> {
  try {
    return await redirectOnConflict(context, pressed, action)
  } catch (error) {
    if (error instanceof Response || error instanceof Refused) throw error
    const refused = toRefusal(error)
    if (!refused) log.error({ err: error }, pressed.failure)
    return redirectWithRefusal(context, pressed.location, pressed.failure, refused ?? FAULT)
  }
}

/** The message in this request's cookie and the header that clears it, or the fixed message that its address names. */
export async function takeMessage(
  request: Request,
  context: AppLoadContext,
): Promise<{ message: ShownMessage | null; headers: HeadersInit }> {
  const sent = request.headers.get('Cookie')
  // Most requests bring none, and making the cookie's secret takes as long as a loader.
  if (!sent?.includes('riverbank_message=')) {
    const fixed = findFixedMessage(request, context.settings)
    // One id for each rendering: what a page was served with is not told again by a toast.
    return { message: fixed && { ...fixed, id: context.perResponse.idempotencyKey ?? '' }, headers: {} }
  }
  const cookie = messageCookie(context)
  const message = (await cookie.parse(sent)) as ShownMessage | null
  return { message, headers: message ? { 'Set-Cookie': await cookie.serialize('', { maxAge: 0 }) } : {} }
}
