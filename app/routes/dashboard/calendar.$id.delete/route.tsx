import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { requireTutor } from '~/auth/identity.server'
import { findEvent, removeEvent } from '~/domain/events/events.server'
import { pathId } from '~/domain/path-id'
import { found } from '~/domain/refused'
import { removing } from '~/http/form.server'
import { redirectWithMessage } from '~/http/message.server'
import { dayAddress } from '~/routes/parts/calendar/day-address'
import { ConfirmDelete } from '~/ui/confirm'
import { pageTitle } from '~/ui/page-title'

export async function loader(args: LoaderFunctionArgs) {
  await requireTutor(args)
  return { event: found(await findEvent(args.context.db, pathId(args.params.id))) }
}

export async function action(args: ActionFunctionArgs) {
  const { user } = await requireTutor(args)
  const { params, context } = args
  return removing(args.request, async () => {
    const event = await removeEvent(context.db, user, pathId(params.id))
    return redirectWithMessage(context, dayAddress(event), {
      kind: 'success',
      title: 'Event deleted',
      text: 'The event has been deleted successfully.',
    })
  })
}

export const meta = pageTitle<typeof loader>('Delete Event', { of: ({ event }) => event.title })
export { clientAction, shouldRevalidate } from '~/ui/post'

export default function DeleteEvent() {
  const { event } = useLoaderData<typeof loader>()
  return <ConfirmDelete what="Event" name={event.title} cancelTo={dayAddress(event)} />
}
