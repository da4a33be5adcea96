import { randomUUID } from 'node:crypto'
import { type AppLoadContext, redirect } from '@remix-run/node'
import { createSiteCookie } from '~/auth/cookies.server'
import { getSignUpMessage } from '~/content/contact'
import { SET_UP_ALREADY } from '~/domain/centre/centre.server'
import { Refused } from '~/domain/refused'
import { toRefusal } from '~/domain/storage.server'
import { log } from '~/log.server'
import { getRefusalStatus } from '~/refusal-status'
import type { SiteSettings } from '~/settings.server'
import type { FlashMessage, FlashMessage as ShownMessage } from '~/ui/browser/root-data'

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

type CreateMessage = (settings: SiteSettings) => Omit<FlashMessage, 'id'>

interface FixedMessage {
  create: CreateMessage
  /** The only page that shows it; without it, every page of the website. */
  path?: string
}

const createSubscriptionMessage: CreateMessage = ({ newsletter, mailRoute }) => ({
  kind: 'success',
  title: 'Subscription successful',
  text: getSignUpMessage(newsletter.doubleOptIn, mailRoute),
})

/** The message for each query parameter, since a visitor's browser may block cookies. Its text never comes from the address. */
const fixedMessages = new Map<string, FixedMessage>([
  [
    'sent',
    {
      path: '/contact',
      create: () => ({
        kind: 'success',
        title: 'Message sent',
        text: "Thank you for your message. We'll get back to you soon!",
        detail: 'Usually within two working days.',
        place: 'message-sent',
      }),
    },
  ],
  [
    'subscribed',
    { path: '/contact', create: (settings) => ({ ...createSubscriptionMessage(settings), place: 'subscribed' }) },
  ],
  ['signed-up', { create: createSubscriptionMessage }],
  [
    'saved-already',
    { create: () => ({ kind: 'success', title: 'Already saved', text: 'This was saved the first time you sent it.' }) },
  ],
  [
    'set-up-already',
    { path: '/portal', create: () => ({ kind: 'error', title: 'Already set up', text: SET_UP_ALREADY }) },
  ],
])

/** The query parameters that show a fixed message. */
export const fixedMessageNames = [...fixedMessages.keys()]

/** The fixed message that a request's address names; null for none, and for the response to a form at that address. */
export function findFixedMessage({ url, headers }: Request, settings: SiteSettings): Omit<FlashMessage, 'id'> | null {
  // After an action, loaders get the form's request as a GET with its Content-Type.
  if (headers.has('Content-Type')) return null
  const { pathname, searchParams } = new URL(url)
  for (const name of searchParams.keys()) {
    const { path = pathname, create } = fixedMessages.get(name) ?? {}
    if (create && path === pathname && !/^\/dashboard\b/.test(pathname)) return create(settings)
  }
  return null
}
