import type { ActionFunctionArgs, AppLoadContext } from '@remix-run/node'
import type { Account } from '~/domain/accounts/account'
import { retryFailed } from '~/domain/deliveries/deliveries.server'
import { findNewsletter } from '~/domain/newsletters/newsletters.server'
import { NewsletterRefused } from '~/domain/newsletters/refused'
import { publishNewsletter, stopNewsletter } from '~/domain/newsletters/send.server'
import { redirectWithMessage } from '~/http/message.server'
import { notFound, refusal } from '~/http/refusal'
import { peopleInWords } from '~/routes/parts/newsletters/progress'
import { refusedNewsletter } from '~/routes/parts/newsletters/refused.server'

type Deed = ({ db }: AppLoadContext, tutor: Account, id: number) => Promise<{ title: string; text: string } | null>

const stopped = {
  title: 'Newsletter status updated',
  text: 'The sending is stopped. Nobody got this newsletter, and it is a draft again.',
}
const shown = { title: 'On the website', text: 'Everyone can read this newsletter on the website now.' }
const hidden = { title: 'Not on the website', text: 'This newsletter is no longer on the website.' }

/** What the buttons of a sent newsletter do, by their intents: each tells what happened, or null where there is no such newsletter. */
const deeds: Record<string, Deed> = {
  stop: async ({ db }, tutor, id) => (await stopNewsletter(db, tutor, id)) && stopped,
  publish: async ({ db }, tutor, id) => (await publishNewsletter(db, tutor, id, true)) && shown,
  unpublish: async ({ db }, tutor, id) => (await publishNewsletter(db, tutor, id, false)) && hidden,
  retry: async ({ db }, tutor, id) => {
    const newsletter = await findNewsletter(db, id)
    if (!newsletter) return null
    const number = await retryFailed(db, tutor, newsletter)
    return {
      title: 'Newsletter status updated',
      text: `The newsletter is sent again to ${peopleInWords(number)}. Who has unsubscribed since is left out.`,
    }
  },
}

/** Does what a button of the page asks for, and leads back to the page, which tells what came of it. */
export async function changeSending(
  { request, context }: ActionFunctionArgs,
  tutor: Account,
  id: number,
  intent: string,
): Promise<Response> {
  const deed = Object.hasOwn(deeds, intent) ? deeds[intent] : undefined
  if (!deed) throw refusal(request, 400, { message: 'Please go back and press the button again.' })
  try {
    const done = await deed(context, tutor, id)
    if (!done) throw notFound(request)
    return redirectWithMessage(context, `/dashboard/newsletter/${id}`, { kind: 'success', ...done })
  } catch (error) {
    if (!(error instanceof NewsletterRefused)) throw error
    return refusedNewsletter(context, id, 'Failed to update newsletter status', error)
  }
}
