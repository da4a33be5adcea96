import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { requireTutor } from '~/auth/identity.server'
import { findEvent, removeEvent } from '~/domain/events/events.server'
import { redirectWithMessage } from '~/http/message.server'
import { pathId } from '~/http/path-id'
import { notFound } from '~/http/refusal'
import { ConfirmDelete } from '~/ui/confirm'
import { pageTitle } from '~/ui/page-title'
import { dayAddress } from '../calendar._index/day-address'

export async function loader(args: LoaderFunctionArgs) {
  await requireTutor(args)
  const event = await findEvent(args.context.db, pathId(args.params.id))
  if (!event) throw notFound(args.request)
  return { event }
}

export async function action(args: ActionFunctionArgs) {
  const { user } = await requireTutor(args)
  const event = await removeEvent(args.context.db, user, pathId(args.params.id))
  if (!event) throw notFound(args.request)
  return redirectWithMessage(args.context, dayAddress(event), {
    kind: 'success',
    title: 'Event deleted',
    text: 'The event has been deleted successfully.',
  })
}

export const meta = pageTitle('Delete Event')

export default function DeleteEvent() {
  const { event } = useLoaderData<typeof loader>()
  return <ConfirmDelete what="Event" name={event.title} cancelTo={dayAddress(event)} />
}
