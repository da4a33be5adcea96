import { useActionData, useLoaderData } from '@remix-run/react'
import { formatIsoDay, formatShortDate, parseDay } from '~/domain/events/days'
import { addSeries } from '~/domain/events/events.server'
import { eventForm } from '~/domain/events/schema'
import { createFormAction, createPageLoader, createSaveResult } from '~/http/forms/pages.server'
import { paths } from '~/paths'
import { getDayPath } from '~/routes/parts/addresses'
import { describeClosedDays } from '~/routes/parts/calendar/closed-days.server'
import { CalendarEventForm } from '~/routes/parts/calendar/event-form'
import { defineScreen } from '~/screen'
import { Card } from '~/ui/card'
import { formatDayWithWeekday } from '~/ui/dates'

export const handle = defineScreen<typeof loader>({
  access: 'tutor',
  body: 'text',
  title: 'Add Event',
  detail: ({ date }) => date && formatDayWithWeekday(date),
})

export const loader = createPageLoader(async (args) => {
  const day = parseDay(new URL(args.request.url).searchParams.get('day') ?? '')
  return { date: day ? formatIsoDay(day) : '' }
})

/** Adds one event, or a series every week or two weeks. */
export const action = createFormAction(eventForm, async ({ repeatUntil, repeat, ...event }, { db, tutor }) => {
  const { first, last, events } = await addSeries(db, tutor, event, repeatUntil, repeat)
  const to = `${getDayPath(first)}#day`
  const closedNote = await describeClosedDays(db, tutor, events)
  if (events.length === 1) return createSaveResult('event', 'added', to, closedNote)
  const interval = repeat === 'week' ? 'week' : 'two weeks'
  const text =
    `${events.length} events have been added, one every ${interval} until ${formatShortDate(last)}. ${closedNote}`.trim()
  return { to, title: 'Events added', text }
})

export { pageMeta as meta } from '~/ui/browser/page-meta'
export { ErrorPage as ErrorBoundary } from '~/ui/error-page'
export { clientAction, shouldRevalidate } from '~/ui/forms/post'

export default function NewEventPage() {
  const { date } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <Card isSnug className="max-w-2xl">
      <h2>Add Event</h2>
      <CalendarEventForm
        to={paths.dashboard.calendar.new}
        answer={answer}
        event={{ date }}
        cancelTo={date ? `${paths.dashboard.calendar.index}?day=${date}` : paths.dashboard.calendar.index}
      />
    </Card>
  )
}
