import type { Event } from './events.server'

/** That an event closes the centre, or is cancelled because another closes it; null for most events. */
export function describeClosed({ closed, cancelled }: Pick<Event, 'closed' | 'cancelled'>): string | null {
  if (closed) return 'The centre is closed'
  return cancelled ? 'Not on: the centre is closed' : null
}
