import type { ActionFunctionArgs, AppLoadContext } from '@remix-run/node'
import type { Tutor } from '~/domain/accounts/account'
import { sendAgain } from '~/domain/deliveries/deliveries.server'
import { copyNewsletter, findNewsletter } from '~/domain/newsletters/newsletters.server'
import { publishNewsletter, stopNewsletter, takeBack } from '~/domain/newsletters/send.server'
import { orNotFound, Refused } from '~/domain/refused'
import { pressing, redirectWithMessage } from '~/http/forms/message.server'
import { peopleInWords } from '~/routes/parts/newsletters/progress'

type Run = (
  context: AppLoadContext,
  tutor: Tutor,
  id: number,
) => Promise<{ title: string; text: string; location?: string }>

const stopped = {
  title: 'Newsletter status updated',
  text: 'Sending has stopped. Nobody got this newsletter, and it is a draft again.',
}
const shown = { title: 'On the website', text: 'Anyone can read this newsletter on the website now.' }
const hidden = { title: 'Not on the website', text: 'This newsletter is no longer on the website.' }

const takenBack = { title: 'It stays a draft', text: 'The newsletter will not leave by itself.' }

/** What the buttons of a newsletter do, by intent; each returns its message, and where it leads if not to the newsletter. */
const actions: Record<string, Run> = {
  stop: ({ db }, tutor, id) => stopNewsletter(db, tutor, id).then(() => stopped),
  publish: ({ db }, tutor, id) => publishNewsletter(db, tutor, id, true).then(() => shown),
  unpublish: ({ db }, tutor, id) => publishNewsletter(db, tutor, id, false).then(() => hidden),
  'take-back': ({ db }, tutor, id) => takeBack(db, tutor, id).then(() => takenBack),
  copy: async ({ db, uploads }, tutor, id) => {
    const copy = await copyNewsletter(db, uploads, tutor, id)
    return {
      title: 'New draft made',
      text: 'It has the same words and files. Change what is new.',
      location: `/dashboard/newsletter/${copy.id}/edit`,
    }
  },
  retry: async ({ db }, tutor, id) => {
    const number = await sendAgain(db, tutor, orNotFound(await findNewsletter(db, id)), { state: 'failed' })
    return {
      title: 'Newsletter status updated',
      text: `The newsletter is being sent again to ${peopleInWords(number)}. Anyone who has unsubscribed since then is left out.`,
    }
  },
}

/** Runs the button's run and redirects to the page, which shows the message. */
export async function changeSending(
  { context }: ActionFunctionArgs,
  tutor: Tutor,
  id: number,
  intent: string,
): Promise<Response> {
  const run = Object.hasOwn(actions, intent) ? actions[intent] : undefined
  if (!run) throw new Refused(400, 'Please go back and press the button again.')
  const location = `/dashboard/newsletter/${id}`
  return pressing(context, { location, failure: 'Failed to update newsletter status' }, async () => {
    const { location: elsewhere, ...message } = await run(context, tutor, id)
    return redirectWithMessage(context, elsewhere ?? location, { kind: 'success', ...message })
  })
}
