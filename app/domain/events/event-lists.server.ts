import { type SqlBool, sql } from 'kysely'
import type { Account } from '~/domain/accounts/account'
import { type Page, paginate } from '~/domain/page.server'
import { truncate } from '~/domain/text'
import type { Database } from '~db/schema'
import { type Day, type DayRange, formatIsoDay, listDays, parseDay, toDayRange } from './days'
import {
  type Event,
  type SelectedEvent,
  selectEventsFrom,
  selectEventsInRange,
  sortByTime,
  toEvent,
} from './event-rows.server'

/** The titles of `events`, which the website lists, on days when another event closes the centre. That event may be in the portal alone. */
export async function findCancelledOnWebsite(
  db: Database,
  events: { title: string; date: string }[],
): Promise<string[]> {
  const isCancelled = async ({ title, date }: { title: string; date: string }) => {
    const closing = selectEventsInRange(db, toDayRange(parseDay(date)!)).where(sql<SqlBool>`closed = 1`)
    const titles = (await closing.execute()).map((event) => event.title)
    return titles.length > 0 && !titles.includes(title)
  }
  const titles = await Promise.all(events.map(async (event) => ((await isCancelled(event)) ? event.title : [])))
  return titles.flat()
}

/** With large text, eight are about 4,000 px high on a phone. */
const WEBSITE_EVENTS_PER_PAGE = 8

/** An event in the lists next to the calendar. */
export type TermEvent = Omit<Event, 'description' | 'version' | 'onWebsite'>

function toTermEvent(row: SelectedEvent): TermEvent {
  const { description: _, version: __, onWebsite: ___, ...event } = toEvent(row)
  return event
}

/** The events of a range of days, for a person who is logged in, earliest first. */
export async function listTermEvents(db: Database, _reader: Account, days: DayRange): Promise<TermEvent[]> {
  return sortByTime(await selectEventsInRange(db, days).execute()).map(toTermEvent)
}

/** One page of public events from `day` on, earliest first. A day split across pages is sorted by time on each. */
export async function paginateWebsiteEvents(db: Database, day: Day, page: number): Promise<Page<Event>> {
  const upcoming = selectEventsFrom(db, formatIsoDay(day), { onWebsite: true })
  const shown = await paginate(upcoming, page, { perPage: WEBSITE_EVENTS_PER_PAGE })
  return { ...shown, items: sortByTime(shown.items).map(toEvent) }
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

/** Summarises each day of a range that has events, by '2025-10-14'. `events` are sorted. */
export function summariseByDay(events: TermEvent[], { from, before }: DayRange): Record<string, DaySummary> {
  const summaries: Record<string, DaySummary> = {}
  for (const event of events)
    for (const day of listDays(event))
      if (day >= from && day < before) summaries[day] = addToSummary(event, summaries[day])
  return summaries
}

function addToSummary({ title, closed }: TermEvent, summary: DaySummary | undefined): DaySummary {
  const closes = closed && !summary?.isClosed
  return {
    count: (summary?.count ?? 0) + 1,
    title: summary && !closes ? summary.title : truncate(title, MAX_CELL_TITLE),
    isClosed: closes || summary?.isClosed === true,
  }
}
