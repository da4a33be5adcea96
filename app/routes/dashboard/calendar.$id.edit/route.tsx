import { useActionData, useLoaderData } from '@remix-run/react'
import { changeOf } from '~/domain/change.server'
import { isoDay } from '~/domain/events/days'
import { changeEvents, eventInWords, findEvent, seriesOf } from '~/domain/events/events.server'
import { eventEdit } from '~/domain/events/schema'
import { formAction, recordDone, recordLoader } from '~/http/forms/pages.server'
import { paths } from '~/paths'
import { closedDaysInWords } from '~/routes/parts/calendar/closed-days.server'
import { dayAddress } from '~/routes/parts/calendar/day-address'
import { EventForm } from '~/routes/parts/calendar/event-form'
import { defineScreen } from '~/screen'
import { Card } from '~/ui/card'

export const handle = defineScreen<typeof loader>({
  access: 'tutor',
  body: 'text',
  title: 'Edit Event',
  detail: ({ event }) => event.title,
})

export const loader = recordLoader(
  ({ db, id }) => findEvent(db, id),
  async (event, { db, id }) => ({ event, series: await seriesOf(db, id) }),
)
export const action = formAction(
  eventEdit,
  async ({ scope, ...fields }, { db, tutor, id }) => {
    const { event, events } = await changeEvents(db, tutor, id, scope, changeOf(fields))
    const to = dayAddress(event)
    const closed = await closedDaysInWords(db, events)
    if (events.length === 1) return recordDone('event', 'updated', to, closed)
    return { to, title: 'Events updated', text: `${events.length} events have been updated. ${closed}`.trim() }
  },
  { inWords: eventInWords },
)

export { pageMeta as meta } from '~/ui/browser/page-meta'
export { clientAction, shouldRevalidate } from '~/ui/forms/post'

export default function EditEvent() {
  const { event, series } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { id, title, description, time, location, onWebsite, closed, version } = event
  return (
    <Card className="max-w-2xl">
      <h2>Edit Event</h2>
      <EventForm
        to={paths.dashboard.calendar.edit(id)}
        answer={answer}
        event={{ title, description, time, location, onWebsite, closed, date: isoDay(event), version }}
        series={series}
        cancelTo={dayAddress(event)}
      />
    </Card>
  )
}
