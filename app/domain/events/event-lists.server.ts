import { mapPage, type Page, paginate } from '~/domain/page.server'
import { truncate } from '~/domain/text'
import type { Database } from '~db/schema'
import { type Day, type DayRange, formatIsoDay } from './days'
import {
  type Event,
  type SelectedEvent,
  selectEventsByDate,
  selectEventsInRange,
  sortByTime,
  toEvent,
} from './events.server'

const EVENTS_PER_PAGE = 4
/** With large text, eight are about 4,000 px high on a phone. */
const WEBSITE_EVENTS_PER_PAGE = 8

/** An event in the lists next to the calendar. */
export type TermEvent = Omit<Event, 'description' | 'version' | 'onWebsite'>
export type TutorEvent = TermEvent & Pick<Event, 'onWebsite'>

function toTermEvent(row: SelectedEvent): TermEvent {
  const { description: _, version: __, onWebsite: ___, ...event } = toEvent(row)
  return event
}
const toTutorEvent = (row: SelectedEvent): TutorEvent => ({ ...toTermEvent(row), onWebsite: row.onWebsite === 1 })

/** The events of a range of days, earliest first. */
export async function listTermEvents(db: Database, days: DayRange): Promise<TermEvent[]> {
  return sortByTime(await selectEventsInRange(db, days).execute()).map(toTermEvent)
}

async function paginateByTime(events: ReturnType<typeof selectEventsByDate>, page: number, perPage: number) {
  const shown = await paginate(events, page, { perPage })
  return { ...shown, items: sortByTime(shown.items) }
}

/** One page of events from `day` on, earliest first. A day split across pages is sorted by time on each. */
export async function paginateUpcomingEvents(db: Database, day: Day, page: number): Promise<Page<TutorEvent>> {
  const upcoming = selectEventsByDate(db).where('date', '>=', formatIsoDay(day))
  return mapPage(await paginateByTime(upcoming, page, EVENTS_PER_PAGE), toTutorEvent)
}

/** One page of public events from `day` on, as paginateUpcomingEvents. */
export async function paginateWebsiteEvents(db: Database, day: Day, page: number): Promise<Page<Event>> {
  const upcoming = selectEventsByDate(db, { onWebsite: true }).where('date', '>=', formatIsoDay(day))
  return mapPage(await paginateByTime(upcoming, page, WEBSITE_EVENTS_PER_PAGE), toEvent)
}

/** One page of events before `day`, latest first. */
export async function paginatePastEvents(db: Database, day: Day, page: number): Promise<Page<TutorEvent>> {
  const past = selectEventsByDate(db).clearOrderBy().where('date', '<', formatIsoDay(day))
  const shown = await paginateByTime(past.orderBy('date', 'desc').orderBy('id', 'desc'), page, EVENTS_PER_PAGE)
  return mapPage({ ...shown, items: shown.items.reverse() }, toTutorEvent)
}

/** A cell fits a few words. Longer titles would only make the page larger. */
const MAX_CELL_TITLE = 40

/** A day of the calendar that has events. */
export interface DaySummary {
  count: number
  /** The title of the event that closes the centre, or else of the first one; cut at 40 characters. */
  title: string
  isClosed: boolean
}

/** Summarises each day that has events, by '2025-10-14'. `events` are sorted. */
export function summariseByDay(events: TermEvent[]): Record<string, DaySummary> {
  const summaries: Record<string, DaySummary> = {}
  for (const event of events) {
    const day = formatIsoDay(event)
    const before = summaries[day]
    const closes = event.closed && !before?.isClosed
    summaries[day] = {
      count: (before?.count ?? 0) + 1,
      title: before && !closes ? before.title : truncate(event.title, MAX_CELL_TITLE),
      isClosed: closes || before?.isClosed === true,
    }
  }
  return summaries
}
