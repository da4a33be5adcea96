import type { Day } from '~/domain/events/days'
import type { Event } from '~/domain/events/events.server'
import { type ShownEvent, toShown } from '~/routes/parts/events/shown-event'

export interface ShownMonth {
  /** 'December 2026'. */
  name: string
  events: ShownEvent[]
}

const nameOfMonth = ({ month, year }: Event) => `${month} ${year}`

/** The events of a page, which come by their days, under their months. */
export function byMonth(events: Event[], now: Day): ShownMonth[] {
  const names = [...new Set(events.map(nameOfMonth))]
  return names.map((name) => ({
    name,
    events: events.filter((event) => nameOfMonth(event) === name).map((event) => toShown(event, now)),
  }))
}
