import type { LoaderFunctionArgs } from '@remix-run/node'
import { opensCalendar } from '~/domain/events/address.server'
import { listEvents } from '~/domain/events/events.server'
import { icalendar } from '~/domain/events/icalendar'
import { Refused } from '~/domain/refused'
import { methods } from '~/http/api.server'

/** The events as iCalendar, at a person's secret address: all of them, since a calendar program removes what the feed no longer has. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const { db, settings, seal } = context
  if (!(await opensCalendar(db, seal, params.token ?? ''))) throw new Refused(404, 'Not found.')
  const text = icalendar(await listEvents(db), {
    name: `${settings.centre.shortName} Calendar`,
    host: settings.publicUrl?.hostname ?? 'riverbank.localhost',
  })
  return new Response(text, {
    headers: {
      'Content-Type': 'text/calendar; charset=utf-8',
      'Content-Disposition': 'inline; filename="calendar.ics"',
    },
  })
}

/** Remix would refuse other methods too, but log the secret address. */
export const action = methods('GET')
