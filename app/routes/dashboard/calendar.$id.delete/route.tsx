import { useLoaderData } from '@remix-run/react'
import { longDate, shortDate } from '~/domain/events/days'
import { findEvent, removeEvent, removeRestOfSeries, restOfSeries } from '~/domain/events/events.server'
import { confirmAction, recordLoader } from '~/http/forms/pages.server'
import { dayAddress } from '~/routes/parts/calendar/day-address'
import { pageTitle } from '~/ui/browser/page-title'
import { ConfirmDelete } from '~/ui/dialogs/confirm'

export const loader = recordLoader(
  ({ db, id }) => findEvent(db, id),
  async (event, { db, id }) => ({
    event,
    rest: await restOfSeries(db, id),
  }),
)

export const action = confirmAction(async ({ db, tutor, id }, form) => {
  const { event, number } = form.has('rest')
    ? await removeRestOfSeries(db, tutor, id)
    : { event: await removeEvent(db, tutor, id), number: 1 }
  return {
    to: dayAddress(event),
    ...(number === 1
      ? { title: 'Event deleted', text: 'The event has been deleted successfully.' }
      : { title: 'Events deleted', text: `${number} events have been deleted.` }),
  }
})

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
