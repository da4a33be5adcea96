import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { tutorOf } from '~/auth/identity.server'
import { longDate, shortDate } from '~/domain/events/days'
import { findEvent, removeEvent, removeRestOfSeries, restOfSeries } from '~/domain/events/events.server'
import { pathId } from '~/domain/path-id'
import { orNotFound } from '~/domain/refused'
import { readForm } from '~/http/forms/body'
import { redirectWithMessage } from '~/http/forms/message.server'
import { dayAddress } from '~/routes/parts/calendar/day-address'
import { pageTitle } from '~/ui/browser/page-title'
import { ConfirmDelete } from '~/ui/dialogs/confirm'

export async function loader(args: LoaderFunctionArgs) {
  const { db } = args.context
  const event = orNotFound(await findEvent(db, pathId(args.params.id)))
  return { event, rest: await restOfSeries(db, event.id) }
}

export async function action(args: ActionFunctionArgs) {
  const user = tutorOf(args)
  const { db } = args.context
  const id = pathId(args.params.id)
  const form = await readForm(args.request)
  const { event, number } = form.has('rest')
    ? await removeRestOfSeries(db, user, id)
    : { event: await removeEvent(db, user, id), number: 1 }
  return redirectWithMessage(args.context, dayAddress(event), {
    kind: 'success',
    ...(number === 1
      ? { title: 'Event deleted', text: 'The event has been deleted successfully.' }
      : { title: 'Events deleted', text: `${number} events have been deleted.` }),
  })
}

export const meta = pageTitle<typeof loader>('Delete Event', { of: ({ event }) => event.title })
export { clientAction, shouldRevalidate } from '~/ui/forms/post'

export default function DeleteEvent() {
  const { event, rest } = useLoaderData<typeof loader>()
  return (
    <ConfirmDelete what="Event" name={event.title} cancelTo={dayAddress(event)}>
      <p>{longDate(event)}</p>
      {rest && (
        <div className="flex items-start gap-3">
          <input type="checkbox" id="rest" name="rest" className="h-[44px] w-[44px] shrink-0 accent-river" />
          <label htmlFor="rest" className="flex min-h-target items-center font-bold">
            Delete the later ones too: {rest.number} events in all, until {shortDate(rest.last)}
          </label>
        </div>
      )}
    </ConfirmDelete>
  )
}
