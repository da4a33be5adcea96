import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { requireUser } from '~/auth/identity.server'
import { makeCalendarAddress, removeCalendarAddress } from '~/domain/events/address.server'
import { readForm } from '~/http/body'
import { redirectWithMessage } from '~/http/message.server'
import { refusal } from '~/http/refusal'

const SECTION = '/dashboard/calendar#phone'

export async function loader(args: LoaderFunctionArgs) {
  await requireUser(args)
  return redirect(SECTION, { status: 303 })
}

/** Creates, renews or removes the user's calendar address, which the Calendar tab shows. */
export async function action(args: ActionFunctionArgs) {
  const { user } = await requireUser(args)
  const { request, context } = args
  const intent = (await readForm(request)).get('intent')
  if (intent === 'make-address') {
    await makeCalendarAddress(context.db, user.id)
    const text = 'You can add it to your phone now.'
    return redirectWithMessage(context, SECTION, { kind: 'success', title: 'Calendar address ready', text })
  }
  if (intent === 'remove-address') {
    await removeCalendarAddress(context.db, user.id)
    const text = 'Your calendar address no longer works.'
    return redirectWithMessage(context, SECTION, { kind: 'success', title: 'Calendar address turned off', text })
  }
  throw refusal(request, 400, { message: 'Please choose what to do with your calendar address.' })
}
