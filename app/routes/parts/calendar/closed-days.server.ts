import type { Event } from '~/domain/events/events.server'
import { truncate } from '~/domain/text'
import { listCancelled } from '~/domain/week/week.server'
import type { Database } from '~db/schema'

const inList = new Intl.ListFormat('en-IE')
/** A message is kept in a cookie, and a year of closed days may stop more than one holds. */
const MOST = 400

/** What a tutor reads after saving `events` about closed days: what is not on because of them, or that they are not on; '' for most. */
export async function closedDaysInWords(db: Database, events: Event[]): Promise<string> {
  const closing = events.filter(({ closed }) => closed)
  if (closing.length > 0) {
    const { titles, activities } = await listCancelled(db, closing)
    const names = [...titles, ...activities]
    const days = closing.length === 1 ? 'that day' : 'these days'
    return names.length > 0
      ? `The centre is closed on ${days}, so these are not on: ${truncate(inList.format(names), MOST)}.`
      : `Nothing else is planned for ${days}.`
  }
  const cancelled = events.filter((event) => event.cancelled)
  if (cancelled.length === 0) return ''
  const which = events.length === 1 ? 'it is' : `${cancelled.length} of them are`
  return `The centre is closed then, so ${which} shown as not on. Tick ‘The centre is closed’ in an event that is held all the same.`
}
