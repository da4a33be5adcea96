import { useActionData, useLoaderData } from '@remix-run/react'
import { toChange } from '~/domain/change.server'
import { formatIsoDay } from '~/domain/events/days'
import { changeEvents, describeEvent, findEvent, findSeries } from '~/domain/events/events.server'
import { eventEdit } from '~/domain/events/schema'
import { createFormAction, createRecordLoader, createSaveResult } from '~/http/forms/pages.server'
import { paths } from '~/paths'
import { getDayPath } from '~/routes/parts/addresses'
import { describeClosedDays } from '~/routes/parts/calendar/closed-days.server'
import { CalendarEventForm } from '~/routes/parts/calendar/event-form'
import { defineScreen } from '~/screen'
import { Card } from '~/ui/card'

export const handle = defineScreen<typeof loader>({
  access: 'tutor',
  body: 'text',
  title: 'Edit Event',
  detail: ({ event }) => event.title,
})

export const loader = createRecordLoader(
  ({ db, tutor, id }) => findEvent(db, tutor, id),
  async (event, { db, tutor, id }) => ({ event, series: await findSeries(db, tutor, id) }),
)
export const action = createFormAction(
  eventEdit,
  async ({ scope, ...fields }, { db, tutor, id }) => {
    const { event, events } = await changeEvents(db, tutor, id, scope, toChange(fields))
    const to = getDayPath(event)
    const closedNote = await describeClosedDays(db, tutor, events)
    if (events.length === 1) return createSaveResult('event', 'updated', to, closedNote)
    return { to, title: 'Events updated', text: `${events.length} events have been updated. ${closedNote}`.trim() }
  },
  { descriptions: describeEvent },
)

export { pageMeta as meta } from '~/ui/browser/page-meta'
export { ErrorPage as ErrorBoundary } from '~/ui/error-page'
export { clientAction, shouldRevalidate } from '~/ui/forms/post'

export default function EditEvent() {
  const { event, series } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <Card className="max-w-2xl">
      <h2>Edit Event</h2>
      <CalendarEventForm
        to={paths.dashboard.calendar.edit(event.id)}
        answer={answer}
        event={{ ...event, date: formatIsoDay(event) }}
        series={series}
        cancelTo={getDayPath(event)}
      />
    </Card>
  )
}
