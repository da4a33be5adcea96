import { signedUp } from '~/content/contact'
import { SET_UP_ALREADY } from '~/domain/centre/set-up.server'
import type { SiteSettings } from '~/settings.server'
import type { Message } from '~/ui/browser/root-data'

type FixedMessage = (settings: SiteSettings) => Omit<Message, 'id'>

const subscription: FixedMessage = ({ newsletter, mailRoute }) => ({
  kind: 'success',
  title: 'Subscription successful',
  text: signedUp(newsletter.doubleOptIn, mailRoute),
})

/** What a page shows when its address has this query parameter, since a visitor's browser may keep no cookies. No word comes from the address. */
const fixedMessages = new Map<string, FixedMessage>([
  [
    'sent',
    () => ({
      kind: 'success',
      title: 'Message sent',
      text: "Thank you for your message. We'll get back to you soon!",
      place: 'message-sent',
    }),
  ],
  ['subscribed', (settings) => ({ ...subscription(settings), place: 'subscribed' })],
  ['signed-up', subscription],
  [
    'saved-already',
    () => ({ kind: 'success', title: 'Saved already', text: 'This was saved the first time you sent it.' }),
  ],
  ['set-up-already', () => ({ kind: 'error', title: 'Not set up again', text: SET_UP_ALREADY })],
])

/** The query parameters that show a fixed message. */
export const fixedMessageNames = [...fixedMessages.keys()]

/** The fixed message that the address of a request names, or null; null too where a form comes back at that address. */
export function fixedMessageOf({ url, headers }: Request, settings: SiteSettings): Omit<Message, 'id'> | null {
  // Loaders get a form's request as a GET, with the headers of its body.
  if (headers.has('Content-Type')) return null
  const names = new URL(url).searchParams.keys()
  for (const name of names) {
    const message = fixedMessages.get(name)
    if (message) return message(settings)
  }
  return null
}
