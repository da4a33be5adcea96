import { type Day, isoDay } from '~/domain/events/days'
import type { Event } from '~/domain/events/events.server'

/** What everyone sees of an event; `date` is '2026-12-04'. */
export type ShownEvent = Pick<Event, 'id' | 'title' | 'description' | 'time' | 'location'> & {
  date: string
  isToday: boolean
}
export interface ShownMonth {
  /** 'December 2026'. */
  name: string
  events: ShownEvent[]
}

/** The events of a page, which come by their days, under their months. */
export function byMonth(events: Event[], now: Day): ShownMonth[] {
  const names = [...new Set(events.map(nameOfMonth))]
  return names.map((name) => ({
    name,
    events: events.filter((event) => nameOfMonth(event) === name).map((event) => toShown(event, now)),
  }))
}

const nameOfMonth = ({ month, year }: Event) => `${month} ${year}`

function toShown({ id, title, description, time, location, ...day }: Event, now: Day): ShownEvent {
  const date = isoDay(day)
  return { id, title, description, time, location, date, isToday: date === isoDay(now) }
}
