import { type SqlBool, sql } from 'kysely'
import type { Account } from '~/domain/accounts/account'
import { type Page, paginate } from '~/domain/page.server'
import { truncate } from '~/domain/text'
import { parseHours } from '~/domain/times'
import type { Bit, Database, Row } from '~db/schema'
import { addDays, type Day, type DayRange, formatIsoDay, listDays, MAX_EVENT_DAYS, parseDay, toDayRange } from './days'

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

export type Event = Omit<Row<'events'>, 'date' | 'changedAt' | 'series' | 'onWebsite' | 'closed'> & {
  onWebsite: boolean
  closed: boolean
  /** True if another event closes the centre on all its days, or on those of the requested range. */
  cancelled: boolean
}
const columns = [
  'id',
  'title',
  'description',
  'time',
  'location',
  'day',
  'month',
  'year',
  'onWebsite',
  'closed',
  'endDate',
  'version',
] as const

/** Sorts by day ('2025-10-14'), then start; events without a time come first. */
export const getSortKey = (date: string, time: string | null): string =>
  `${date} ${String(parseHours(time)?.start ?? 0).padStart(4, '0')}`

/** Sorts events by start. */
export function sortByTime<Item extends Pick<Event, 'day' | 'month' | 'year' | 'time'>>(events: Item[]): Item[] {
  const keyed = events.map((event) => ({ event, at: getSortKey(formatIsoDay(event), event.time) }))
  return keyed.sort((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0)).map(({ event }) => event)
}

export const lastDay = sql<string>`coalesce(events.endDate, events.date)`

/** The days of an event that a range includes; without a range, all of them. */
const selectDays = (range?: DayRange) =>
  range
    ? ([sql`max(events.date, ${range.from})`, sql`min(${lastDay}, ${addDays(range.before, -1)})`] as const)
    : ([sql`events.date`, lastDay] as const)

/** One event must close all the days. SQLite searches only those that begin late enough to last until then. */
function selectCancelled(range?: DayRange) {
  const [first, last] = selectDays(range)
  return sql<Bit>`events.closed = 0 and exists
    (select 1 from events as closing where closing.closed = 1
      and closing.date between date(${last}, ${sql.lit(`-${MAX_EVENT_DAYS - 1} days`)}) and ${first}
      and coalesce(closing.endDate, closing.date) >= ${last})`.as('cancelled')
}

const selectEvents = (db: Database, range?: DayRange) =>
  db.selectFrom('events').select(columns).select(selectCancelled(range))

/** A row of selectEvents. */
export type SelectedEvent = Pick<Row<'events'>, (typeof columns)[number]> & { cancelled: Bit }

export function toEvent<EventRow extends { onWebsite: Bit; closed: Bit; cancelled: Bit }>(row: EventRow) {
  const { onWebsite, closed, cancelled, ...event } = row
  return { ...event, onWebsite: onWebsite === 1, closed: closed === 1, cancelled: cancelled === 1 }
}

export const selectEvent = (db: Database, id: number) => selectEvents(db).where('id', '=', id)
export const selectEventsOf = (db: Database, ids: number[]) => selectEvents(db).where('id', 'in', ids)

/** Which events to list: all of them, or only the public ones. */
export interface EventVisibility {
  onWebsite?: true
}

/** Selects events, earliest first day first. */
export function selectEventsByDate(db: Database, { onWebsite }: EventVisibility = {}, range?: DayRange) {
  const events = selectEvents(db, range).orderBy('date').orderBy('id')
  return events.$if(onWebsite === true, (all) => all.where('onWebsite', '=', 1))
}

/** Selects the events that are on, or still last, on the day `from` or later. */
export const selectEventsFrom = (db: Database, from: string, owner?: EventVisibility, range?: DayRange) =>
  selectEventsByDate(db, owner, range)
    .where('date', '>=', addDays(from, 1 - MAX_EVENT_DAYS))
    .where(lastDay, '>=', from)

export const selectEventsInRange = (db: Database, range: DayRange) =>
  selectEventsFrom(db, range.from, {}, range).where('date', '<', range.before)
