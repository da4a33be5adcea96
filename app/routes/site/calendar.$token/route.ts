import type { LoaderFunctionArgs } from '@remix-run/node'
import { openLink } from '~/auth/secret-links.server'
import { findCalendarReader } from '~/domain/events/address.server'
import { listEventsForCalendars } from '~/domain/events/events.server'
import { orNotFound } from '~/domain/refused'
import { allowMethods } from '~/http/errors/refusal'
import { createCalendarResponse } from '~/routes/parts/calendar/feed.server'
import { defineScreen } from '~/screen'

export const handle = defineScreen({ access: 'anyone', cache: 'private' })

/** All events as iCalendar, at a person's secret address. Calendar programs remove events that a feed no longer has. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { db, settings, sign } = context
  const reader = await openLink(context, 'calendar address', params.token, (_db, token) =>
    findCalendarReader(db, sign, token),
  )
  const events = await listEventsForCalendars(db, orNotFound(reader))
  return createCalendarResponse(request, settings, {
    name: `${settings.centre.shortName} Calendar`,
    file: 'calendar',
    events,
  })
}

/** Remix would refuse other methods too, but would log the secret address. */
export const action = allowMethods('GET')
