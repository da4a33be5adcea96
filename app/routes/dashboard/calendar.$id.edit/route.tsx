import { useActionData, useLoaderData } from '@remix-run/react'
import { changeOf } from '~/domain/change.server'
import { isoDay } from '~/domain/events/days'
import { changeEvent, eventInWords, findEvent } from '~/domain/events/events.server'
import { eventEdit } from '~/domain/events/schema'
import { formAction, recordLoader } from '~/http/forms/pages.server'
import { dayAddress } from '~/routes/parts/calendar/day-address'
import { EventForm } from '~/routes/parts/calendar/event-form'
import { pageTitle } from '~/ui/browser/page-title'
import { Card } from '~/ui/card'

export const loader = recordLoader(
  ({ db, id }) => findEvent(db, id),
  (event) => ({ event }),
)
export const action = formAction(
  eventEdit,
  async (event, { db, tutor, id }) => {
    const changed = await changeEvent(db, tutor, id, changeOf(event))
    return { to: dayAddress(changed), title: 'Event updated', text: 'The event has been updated successfully.' }
  },
  { inWords: eventInWords },
)

export const meta = pageTitle<typeof loader>('Edit Event', { of: ({ event }) => event.title })
export { clientAction, shouldRevalidate } from '~/ui/forms/post'

export default function EditEvent() {
  const { event } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { id, title, description, time, location, onWebsite, closed, version } = event
  return (
    <Card className="max-w-2xl">
      <h2>Edit Event</h2>
      <EventForm
        to={`/dashboard/calendar/${id}/edit`}
        answer={answer}
        event={{ title, description, time, location, onWebsite, closed, date: isoDay(event), version }}
        submitLabel="Save"
        pendingLabel="Saving..."
        cancelTo={dayAddress(event)}
      />
    </Card>
  )
}
