import type { Tutor } from '~/domain/accounts/account'
import { listDays, parseDay } from '~/domain/events/days'
import type { Event } from '~/domain/events/events.server'
import { truncate } from '~/domain/text'
import { listCancelled } from '~/domain/week/week.server'
import type { Database } from '~db/schema'

const listFormat = new Intl.ListFormat('en-IE')
/** Maximum length in characters, because the message is sent in a cookie and a year of closed days can cancel a lot. */
const MAX_LENGTH = 400

/** Describes what saved `events` cancel by closing the centre, or that a closed day cancels them; '' if neither. */
export async function describeClosedDays(db: Database, tutor: Tutor, events: Event[]): Promise<string> {
  const closing = events.filter(({ closed }) => closed)
  if (closing.length > 0) {
    const dates = [...new Set(closing.flatMap(listDays))]
    const { titles, activities } = await listCancelled(
      db,
      tutor,
      dates.map((date) => parseDay(date)!),
    )
    const names = [...titles, ...activities]
    const days = dates.length === 1 ? 'that day' : 'these days'
    return names.length > 0
      ? `The centre is closed on ${days}, so these are not on: ${truncate(listFormat.format(names), MAX_LENGTH)}.`
      : `Nothing else is planned for ${days}.`
  }
  const cancelled = events.filter((event) => event.cancelled)
  if (cancelled.length === 0) return ''
  const affected = events.length === 1 ? 'it is' : `${cancelled.length} of them are`
  return `The centre is closed then, so ${affected} shown as not on. Tick ‘The centre is closed’ in any event that still takes place.`
}
