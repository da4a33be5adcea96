import { useLoaderData } from '@remix-run/react'
import { accepted } from '~/domain/change.server'
import { longDate } from '~/domain/events/days'
import { findEvent, removeEvents, seriesOf } from '~/domain/events/events.server'
import { scope } from '~/domain/events/schema'
import { confirmAction, recordDone, recordLoader } from '~/http/forms/pages.server'
import { dayAddress } from '~/routes/parts/calendar/day-address'
import { SeriesChoice } from '~/routes/parts/calendar/series-choice'
import { defineScreen } from '~/screen'
import { ConfirmDelete } from '~/ui/dialogs/confirm'

export const handle = defineScreen<typeof loader>({
  access: 'tutor',
  title: 'Delete Event',
  detail: ({ event }) => event.title,
})

export const loader = recordLoader(
  ({ db, id }) => findEvent(db, id),
  async (event, { db, id }) => ({ event, series: await seriesOf(db, id) }),
)
export const action = confirmAction(async ({ db, tutor, id }, form) => {
  const { event, number } = await removeEvents(db, tutor, id, accepted(scope, form.get('scope') ?? undefined))
  const to = dayAddress(event)
  if (number === 1) return recordDone('event', 'deleted', to)
  return { to, title: 'Events deleted', text: `${number} events have been deleted.` }
})

export { pageMeta as meta } from '~/ui/browser/page-meta'
export { clientAction, shouldRevalidate } from '~/ui/forms/post'

export default function DeleteEvent() {
  const { event, series } = useLoaderData<typeof loader>()
  return (
    <ConfirmDelete what="Event" name={event.title} cancelTo={dayAddress(event)}>
      <p>{longDate(event)}</p>
      <SeriesChoice legend="Which of them do you want to delete?" series={series} />
    </ConfirmDelete>
  )
}
