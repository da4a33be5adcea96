import type { Event } from './events.server'

/** What is said of an event about a closed day: that it closes the centre, or that it is not on because another does; null for most. */
export function describeClosed({ closed, cancelled }: Pick<Event, 'closed' | 'cancelled'>): string | null {
  if (closed) return 'The centre is closed'
  return cancelled ? 'Not on: the centre is closed' : null
}
