import { useLoaderData } from '@remix-run/react'
import { validate } from '~/domain/change.server'
import { formatLongDate } from '~/domain/events/days'
import { findEvent, findSeries, removeEvents } from '~/domain/events/events.server'
import { seriesScope } from '~/domain/events/schema'
import { createConfirmAction, createRecordLoader, createSaveResult } from '~/http/forms/pages.server'
import { getDayPath } from '~/routes/parts/addresses'
import { SeriesChoice } from '~/routes/parts/calendar/event-form'
import { defineScreen } from '~/screen'
import { formatEventDays } from '~/ui/dates'
import { ConfirmDelete } from '~/ui/dialogs/confirm'

export const handle = defineScreen<typeof loader>({
  access: 'tutor',
  title: 'Delete Event',
  detail: ({ event }) => event.title,
})

export const loader = createRecordLoader(
  ({ db, tutor, id }) => findEvent(db, tutor, id),
  async (event, { db, tutor, id }) => ({ event, series: await findSeries(db, tutor, id) }),
)
export const action = createConfirmAction(async ({ db, tutor, id }, form) => {
  const { event, number } = await removeEvents(db, tutor, id, validate(seriesScope, form.get('scope') ?? undefined))
  const to = getDayPath(event)
  if (number === 1) return createSaveResult('event', 'deleted', to)
  return { to, title: 'Events deleted', text: `${number} events have been deleted.` }
})

export { pageMeta as meta } from '~/ui/browser/page-meta'
export { ErrorPage as ErrorBoundary } from '~/ui/error-page'
export { clientAction, shouldRevalidate } from '~/ui/forms/post'

export default function DeleteEvent() {
  const { event, series } = useLoaderData<typeof loader>()
  return (
    <ConfirmDelete what="Event" name={event.title} cancelTo={getDayPath(event)}>
      <p>{formatEventDays(event, formatLongDate)}</p>
      <SeriesChoice legend="Which events do you want to delete?" series={series} />
    </ConfirmDelete>
  )
}
