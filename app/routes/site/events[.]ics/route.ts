import type { LoaderFunctionArgs } from '@remix-run/node'
import { getToday } from '~/domain/events/days'
import { listWebsiteEventsForCalendars } from '~/domain/events/events.server'
import { allowMethods } from '~/http/errors/refusal'
import { createCalendarResponse } from '~/routes/parts/calendar/feed.server'
import { defineScreen } from '~/screen'

export const handle = defineScreen({ access: 'anyone' })

/**
 * The website's events as public iCalendar. Past events go back about a year, to keep the frequently polled feed small. It begins on the
 * first of a month, so that the response stays the same for weeks.
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { db, settings } = context
  const { month, year } = getToday()
  const events = await listWebsiteEventsForCalendars(db, { day: 1, month, year: year - 1 })
  return createCalendarResponse(request, settings, {
    name: `${settings.centre.shortName} Events`,
    file: 'events',
    events,
  })
}

export const action = allowMethods('GET')
