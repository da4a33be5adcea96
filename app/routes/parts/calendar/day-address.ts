import { type Day, formatIsoDay } from '~/domain/events/days'
import { paths } from '~/paths'

/** The path of the Calendar tab with this day selected. */
export function getDayPath(day: Day): string {
  return `${paths.dashboard.calendar.index}?day=${formatIsoDay(day)}`
}
