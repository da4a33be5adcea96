import { type Day, isoDay } from '~/domain/events/days'

/** The path of the Calendar tab with a day chosen. */
export function dayAddress(day: Day): string {
  return `/dashboard/calendar?day=${isoDay(day)}`
}
