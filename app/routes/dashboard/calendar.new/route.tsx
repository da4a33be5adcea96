import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { tutorOf } from '~/auth/identity.server'
import { isoDay, readDay } from '~/domain/events/days'
import { readForm } from '~/http/forms/body'
import { addEventOf } from '~/routes/parts/calendar/add-event.server'
import { EventForm } from '~/routes/parts/calendar/event-form'
import { pageTitle } from '~/ui/browser/page-title'
import { Card } from '~/ui/card'
import { weekdayInWords } from '~/ui/dates'

export async function loader(args: LoaderFunctionArgs) {
  const day = readDay(new URL(args.request.url).searchParams.get('day') ?? '')
  return { date: day ? isoDay(day) : '' }
}

export async function action(args: ActionFunctionArgs) {
  const user = tutorOf(args)
  return addEventOf(await readForm(args.request), user, args.context)
}

export const meta = pageTitle<typeof loader>('Add Event', { of: ({ date }) => date && weekdayInWords(date) })
export { clientAction, shouldRevalidate } from '~/ui/forms/post'

export default function NewEvent() {
  const { date } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <Card isSnug className="max-w-2xl">
      <h2>Add Event</h2>
      <EventForm
        to="/dashboard/calendar/new"
        answer={answer}
        event={{ date }}
        submitLabel="Add Event"
        pendingLabel="Adding..."
        isRepeatable
        cancelTo={date ? `/dashboard/calendar?day=${date}` : '/dashboard/calendar'}
      />
    </Card>
  )
}
