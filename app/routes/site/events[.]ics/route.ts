import type { LoaderFunctionArgs } from '@remix-run/node'
import { today } from '~/domain/events/days'
import { listWebsiteEventsForCalendars } from '~/domain/events/events.server'
import { methods } from '~/http/errors/refusal'
import { calendarAnswer } from '~/routes/parts/calendar/feed.server'
import { defineScreen } from '~/screen'

export const handle = defineScreen({ access: 'anyone' })

/**
 * The website's events as iCalendar, for everyone. Only those of the last year and to come, since anybody may ask for them again and
 * again: from the first of a month on, so that the answer stays the same for weeks.
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { db, settings } = context
  const { month, year } = today()
  const events = await listWebsiteEventsForCalendars(db, { day: 1, month, year: year - 1 })
  return calendarAnswer(request, settings, { name: `${settings.centre.shortName} Events`, file: 'events', events })
}

export const action = methods('GET')
