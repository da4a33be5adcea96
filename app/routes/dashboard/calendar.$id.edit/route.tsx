import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { tutorOf } from '~/auth/identity.server'
import { changeOf } from '~/domain/change.server'
import { isoDay } from '~/domain/events/days'
import { changeEvent, eventInWords, findEvent } from '~/domain/events/events.server'
import { eventEdit } from '~/domain/events/schema'
import { pathId } from '~/domain/path-id'
import { orNotFound } from '~/domain/refused'
import { readForm } from '~/http/forms/body'
import { check, saving } from '~/http/forms/form.server'
import { redirectWithMessage } from '~/http/forms/message.server'
import { dayAddress } from '~/routes/parts/calendar/day-address'
import { EventForm } from '~/routes/parts/calendar/event-form'
import { pageTitle } from '~/ui/browser/page-title'
import { Card } from '~/ui/card'

export async function loader(args: LoaderFunctionArgs) {
  return { event: orNotFound(await findEvent(args.context.db, pathId(args.params.id))) }
}

export async function action(args: ActionFunctionArgs) {
  const user = tutorOf(args)
  const { request, params, context } = args
  const submission = check(await readForm(request), eventEdit)
  return saving(
    submission,
    async (event) => {
      const changed = await changeEvent(context.db, user, pathId(params.id), changeOf(event))
      return redirectWithMessage(context, dayAddress(changed), {
        kind: 'success',
        title: 'Event updated',
        text: 'The event has been updated successfully.',
      })
    },
    { inWords: eventInWords },
  )
}

export const meta = pageTitle<typeof loader>('Edit Event', { of: ({ event }) => event.title })
export { clientAction, shouldRevalidate } from '~/ui/forms/post'

export default function EditEvent() {
  const { event } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { id, title, description, time, location, onWebsite, version } = event
  return (
    <Card className="max-w-2xl">
      <h2>Edit Event</h2>
      <EventForm
        to={`/dashboard/calendar/${id}/edit`}
        answer={answer}
        event={{ title, description, time, location, onWebsite, date: isoDay(event), version }}
        submitLabel="Save"
        pendingLabel="Saving..."
        cancelTo={dayAddress(event)}
      />
    </Card>
  )
}
