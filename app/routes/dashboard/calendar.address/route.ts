import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { userOf } from '~/auth/identity.server'
import { makeCalendarAddress, removeCalendarAddress } from '~/domain/events/address.server'
import { readForm } from '~/http/body'
import { pressing, redirectWithMessage } from '~/http/message.server'
import { refusal } from '~/http/refusal'

const SECTION = '/dashboard/calendar#phone'

export async function loader() {
  return redirect(SECTION, { status: 303 })
}

export { clientAction } from '~/ui/post'

/** Creates, renews or removes the user's calendar address, which the Calendar tab shows. */
export async function action(args: ActionFunctionArgs) {
  const user = userOf(args)
  const { request, context } = args
  const deed = deeds.get(String((await readForm(request)).get('intent')))
  if (!deed) throw refusal(request, 400, { message: 'Please choose what to do with your calendar address.' })
  return pressing(context, { location: SECTION, failure: 'Failed to change the calendar address' }, async () => {
    await deed.change(context.db, user.id)
    return redirectWithMessage(context, SECTION, { kind: 'success', title: deed.title, text: deed.text })
  })
}

const deeds = new Map([
  [
    'make-address',
    { change: makeCalendarAddress, title: 'Calendar address ready', text: 'You can add it to your phone now.' },
  ],
  [
    'remove-address',
    {
      change: removeCalendarAddress,
      title: 'Calendar address turned off',
      text: 'Your calendar address no longer works.',
    },
  ],
])
