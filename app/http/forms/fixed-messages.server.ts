import { getSignUpMessage } from '~/content/contact'
import { SET_UP_ALREADY } from '~/domain/centre/set-up.server'
import type { SiteSettings } from '~/settings.server'
import type { FlashMessage } from '~/ui/browser/root-data'

type Words = (settings: SiteSettings) => Omit<FlashMessage, 'id'>

interface FixedMessage {
  words: Words
  /** The one page that shows it; without it, every page of the website. */
  at?: string
}

const subscription: Words = ({ newsletter, mailRoute }) => ({
  kind: 'success',
  title: 'Subscription successful',
  text: getSignUpMessage(newsletter.doubleOptIn, mailRoute),
})

/** What a page shows when its address has this query parameter, since a visitor's browser may keep no cookies. No word comes from the address. */
const fixedMessages = new Map<string, FixedMessage>([
  [
    'sent',
    {
      at: '/contact',
      words: () => ({
        kind: 'success',
        title: 'Message sent',
        text: "Thank you for your message. We'll get back to you soon!",
        place: 'message-sent',
      }),
    },
  ],
  ['subscribed', { at: '/contact', words: (settings) => ({ ...subscription(settings), place: 'subscribed' }) }],
  ['signed-up', { words: subscription }],
  [
    'saved-already',
    { words: () => ({ kind: 'success', title: 'Saved already', text: 'This was saved the first time you sent it.' }) },
  ],
  [
    'set-up-already',
    { at: '/portal', words: () => ({ kind: 'error', title: 'Not set up again', text: SET_UP_ALREADY }) },
  ],
])

/** The query parameters that show a fixed message. */
export const fixedMessageNames = [...fixedMessages.keys()]

/** The fixed message that the address of a request names, or null; null too where a form comes back at that address. */
export function findFixedMessage({ url, headers }: Request, settings: SiteSettings): Omit<FlashMessage, 'id'> | null {
  // Loaders get a form's request as a GET, with the headers of its body.
  if (headers.has('Content-Type')) return null
  const { pathname, searchParams } = new URL(url)
  for (const name of searchParams.keys()) {
    const { at = pathname, words } = fixedMessages.get(name) ?? {}
    if (words && at === pathname && !/^\/dashboard\b/.test(pathname)) return words(settings)
  }
  return null
}
