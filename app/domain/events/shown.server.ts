import { mapPage, type Page, paginate } from '~/domain/page.server'
import type { Database } from '~db/schema'
import { type Day, type Days, formatIsoDay } from './days'
import {
  type Event,
  type SelectedEvent,
  selectEventsBetween,
  selectEventsByDate,
  sortByTime,
  toEvent,
} from './events.server'

const EVENTS_A_PAGE = 4
/** The same of the website's list: with long words they are about 4,000 px high on a phone. */
const WEBSITE_EVENTS_A_PAGE = 8

/** What the calendar's page shows of an event next to the months. */
export type TermEvent = Omit<Event, 'description' | 'version' | 'onWebsite'>
export type TutorsEvent = TermEvent & Pick<Event, 'onWebsite'>

function toTermEvent(row: SelectedEvent): TermEvent {
  const { description: _, version: __, onWebsite: ___, ...event } = toEvent(row)
  return event
}
const toTutorsEvent = (row: SelectedEvent): TutorsEvent => ({ ...toTermEvent(row), onWebsite: row.onWebsite === 1 })

export async function listTermEvents(db: Database, days: Days, limit: number): Promise<TermEvent[]> {
  return sortByTime(await selectEventsBetween(db, days).limit(limit).execute()).map(toTermEvent)
}

async function pageInOrder(events: ReturnType<typeof selectEventsByDate>, page: number, perPage: number) {
  const shown = await paginate(events, page, { perPage })
  return { ...shown, items: sortByTime(shown.items) }
}

/** One page of the events from `day` on, nearest first; a day split across pages is ordered by time on each. */
export async function pageOfComingEvents(db: Database, day: Day, page: number): Promise<Page<TutorsEvent>> {
  const coming = selectEventsByDate(db).where('date', '>=', formatIsoDay(day))
  return mapPage(await pageInOrder(coming, page, EVENTS_A_PAGE), toTutorsEvent)
}

/** One page of what the website shows from `day` on, as pageOfComingEvents. */
export async function pageOfWebsiteEvents(db: Database, day: Day, page: number): Promise<Page<Event>> {
  const coming = selectEventsByDate(db, { onWebsite: true }).where('date', '>=', formatIsoDay(day))
  return mapPage(await pageInOrder(coming, page, WEBSITE_EVENTS_A_PAGE), toEvent)
}

/** One page of the events before `day`, the latest first. */
export async function pageOfPastEvents(db: Database, day: Day, page: number): Promise<Page<TutorsEvent>> {
  const past = selectEventsByDate(db).clearOrderBy().where('date', '<', formatIsoDay(day))
  const shown = await pageInOrder(past.orderBy('date', 'desc').orderBy('id', 'desc'), page, EVENTS_A_PAGE)
  return mapPage({ ...shown, items: shown.items.reverse() }, toTutorsEvent)
}

/** How many events each day of a range has, by day, '2025-10-14'; days without any are left out. */
export async function countEventsByDay(db: Database, { from, before }: Days): Promise<Record<string, number>> {
  const days = await db
    .selectFrom('events')
    .where('date', '>=', from)
    .where('date', '<', before)
    .groupBy('date')
    .select(({ fn }) => ['date', fn.countAll<number>().as('number')])
    .execute()
  return Object.fromEntries(days.map(({ date, number }) => [date, number]))
}
