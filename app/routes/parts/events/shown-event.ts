import { type Day, isoDay } from '~/domain/events/days'
import type { Event } from '~/domain/events/events.server'

/** What everyone sees of an event; `date` is '2026-12-04'. */
export type ShownEvent = Pick<Event, 'id' | 'title' | 'description' | 'time' | 'location'> & {
  date: string
  isToday: boolean
}

/** An event as the website shows it on the day `now`. */
export function toShown({ id, title, description, time, location, ...day }: Event, now: Day): ShownEvent {
  const date = isoDay(day)
  return { id, title, description, time, location, date, isToday: date === isoDay(now) }
}
