import { getSignUpMessage } from '~/content/contact'
import { SET_UP_ALREADY } from '~/domain/centre/set-up.server'
import type { SiteSettings } from '~/settings.server'
import type { FlashMessage } from '~/ui/browser/root-data'

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
