import type { ActionFunctionArgs, AppLoadContext } from '@remix-run/node'
import type { Account } from '~/domain/accounts/account'
import { retryFailed } from '~/domain/deliveries/deliveries.server'
import { findNewsletter } from '~/domain/newsletters/newsletters.server'
import { publishNewsletter, stopNewsletter } from '~/domain/newsletters/send.server'
import { found, Refused } from '~/domain/refused'
import { pressing, redirectWithMessage } from '~/http/message.server'
import { peopleInWords } from '~/routes/parts/newsletters/progress'

type Deed = ({ db }: AppLoadContext, tutor: Account, id: number) => Promise<{ title: string; text: string }>

const stopped = {
  title: 'Newsletter status updated',
  text: 'Sending has stopped. Nobody got this newsletter, and it is a draft again.',
}
const shown = { title: 'On the website', text: 'Anyone can read this newsletter on the website now.' }
const hidden = { title: 'Not on the website', text: 'This newsletter is no longer on the website.' }

/** What the buttons of a sent newsletter do, by intent; each returns its message. */
const deeds: Record<string, Deed> = {
  stop: ({ db }, tutor, id) => stopNewsletter(db, tutor, id).then(() => stopped),
  publish: ({ db }, tutor, id) => publishNewsletter(db, tutor, id, true).then(() => shown),
  unpublish: ({ db }, tutor, id) => publishNewsletter(db, tutor, id, false).then(() => hidden),
  retry: async ({ db }, tutor, id) => {
    const number = await retryFailed(db, tutor, found(await findNewsletter(db, id)))
    return {
      title: 'Newsletter status updated',
      text: `The newsletter is being sent again to ${peopleInWords(number)}. Anyone who has unsubscribed since then is left out.`,
    }
  },
}

/** Runs the button's deed and redirects to the page, which shows the message. */
export async function changeSending(
  { context }: ActionFunctionArgs,
  tutor: Account,
  id: number,
  intent: string,
): Promise<Response> {
  const deed = Object.hasOwn(deeds, intent) ? deeds[intent] : undefined
  if (!deed) throw new Refused(400, 'Please go back and press the button again.')
  const location = `/dashboard/newsletter/${id}`
  return pressing(context, { location, failure: 'Failed to update newsletter status' }, async () =>
    redirectWithMessage(context, location, { kind: 'success', ...(await deed(context, tutor, id)) }),
  )
}
