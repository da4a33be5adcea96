import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { getUser } from '~/auth/identity.server'
import { makeCalendarAddress, removeCalendarAddress } from '~/domain/events/address.server'
import { readSubmission } from '~/http/forms/idempotency.server'
import { selectByIntent } from '~/http/forms/intent.server'
import { redirectOnFailure, redirectWithMessage } from '~/http/forms/message.server'
import { paths } from '~/paths'
import { defineScreen } from '~/screen'

export const handle = defineScreen({ access: 'user' })

const SECTION = `${paths.dashboard.calendar.index}#phone`

export async function loader() {
  return redirect(SECTION, { status: 303 })
}

export { clientAction } from '~/ui/forms/post'

/** Creates, renews or removes the user's calendar address, which the Calendar tab shows. */
export async function action(args: ActionFunctionArgs) {
  const user = getUser(args)
  const { context } = args
  const run = selectByIntent(await readSubmission(args), actions)
  return redirectOnFailure(
    context,
    { location: SECTION, failure: 'Failed to change the calendar address' },
    async () => {
      await run.change(context.db, user)
      return redirectWithMessage(context, SECTION, { kind: 'success', ...run.message })
    },
  )
}

const readyMessage = { title: 'Calendar address ready', text: 'You can add it to your phone now.' }
const removedMessage = { title: 'Calendar address turned off', text: 'Your calendar address no longer works.' }
const actions = {
  'make-address': { change: makeCalendarAddress, message: readyMessage },
  'remove-address': { change: removeCalendarAddress, message: removedMessage },
}
