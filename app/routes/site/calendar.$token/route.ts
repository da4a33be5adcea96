import type { LoaderFunctionArgs } from '@remix-run/node'
import { opensCalendar } from '~/domain/events/address.server'
import { listEventsForCalendars } from '~/domain/events/events.server'
import { Refused } from '~/domain/refused'
import { methods } from '~/http/errors/refusal'
import { calendarAnswer } from '~/routes/parts/calendar/feed.server'
import { defineScreen } from '~/screen'

export const handle = defineScreen({ access: 'anyone', cache: 'private' })

/** The events as iCalendar, at a person's secret address: all of them, since a calendar program removes what the feed no longer has. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { db, settings, seal } = context
  if (!(await opensCalendar(db, seal, params.token ?? ''))) throw new Refused(404, 'Not found.')
  const events = await listEventsForCalendars(db)
  return calendarAnswer(request, settings, { name: `${settings.centre.shortName} Calendar`, file: 'calendar', events })
}

/** Remix would refuse other methods too, but log the secret address. */
export const action = methods('GET')
