import { type SqlBool, sql } from 'kysely'
import type { Tutor } from '~/domain/accounts/account'
import { findIdsContaining, mapPage, type Page, paginate, paginateIds } from '~/domain/page.server'
import type { Database, Row } from '~db/schema'
import { type Day, formatIsoDay, formatShortDate, formatWeekday, parseDay } from './days'
import {
  type Event,
  getSortKey,
  lastDay,
  type SelectedEvent,
  selectEventsByDate,
  selectEventsFrom,
  selectEventsOf,
  sortByTime,
  toEvent,
} from './event-lists.server'

/** An event in the tutors' list. A series is one line: its next event, or its last one if all are over. */
export interface EventLine extends Omit<Event, 'description' | 'version'> {
  isPast: boolean
  series: SeriesLine | null
}
interface SeriesLine {
  id: number
  /** 'Every Tuesday until 15 December 2026, 12 times'. */
  text: string
}

/** The lines to list: those that contain `text`, or the past ones, or those that are not over. */
export interface EventLineRequest {
  page: number
  text?: string
  isPast?: boolean
}

/** One page of the lines that are not over, earliest first, or of the past ones, latest first; a search lists both. */
export async function paginateEventLines(
  db: Database,
  _tutor: Tutor,
  today: Day,
  { page, text = '', isPast = false }: EventLineRequest,
): Promise<Page<EventLine>> {
  const day = formatIsoDay(today)
  if (text.trim()) return searchLines(db, day, { page, text })
  const shown = await paginate(isPast ? selectPast(db, day) : selectUpcoming(db, day), page)
  const sorted = sortByTime(shown.items)
  return toLines(db, day, { ...shown, items: isPast ? sorted.reverse() : sorted })
}

/** One page of the events of a series, earliest first. `text` describes it; null if it does not exist. */
export async function paginateSeries(
  db: Database,
  _tutor: Tutor,
  today: Day,
  { series, page }: { series: number; page: number },
): Promise<Page<EventLine> & { text: string | null }> {
  const shown = await paginate(selectEventsByDate(db).select('series').where('series', '=', series), page)
  const { items, ...place } = await toLines(db, formatIsoDay(today), shown)
  return { ...place, items: items.map((line) => ({ ...line, series: null })), text: items[0]?.series?.text ?? null }
}

type LineRow = SelectedEvent & Pick<Row<'events'>, 'series'>

const selectUpcoming = (db: Database, today: string) =>
  selectEventsFrom(db, today)
    .select('series')
    .where(sql<SqlBool>`not exists (select 1 from events as earlier where earlier.series = events.series
      and coalesce(earlier.endDate, earlier.date) >= ${today} and (earlier.date, earlier.id) < (events.date, events.id))`)

const selectPast = (db: Database, today: string) =>
  selectEventsByDate(db)
    .select('series')
    .clearOrderBy()
    .orderBy('date', 'desc')
    .orderBy('id', 'desc')
    .where('date', '<', today)
    .where(lastDay, '<', today)
    .where(sql<SqlBool>`not exists (select 1 from events as later where later.series = events.series
      and (coalesce(later.endDate, later.date) >= ${today} or (later.date, later.id) > (events.date, events.id)))`)

async function searchLines(db: Database, today: string, { page, text }: { page: number; text: string }) {
  const found = await findIdsContaining(
    db.selectFrom('events').select(['id', 'date', 'title', 'description', 'location']),
    { by: 'date', direction: 'asc', getCursor: ({ date, id }) => [date, id] },
    { text, getText: ({ title, description, location }) => [title, description, location].join('\n') },
  )
  const series = db.selectFrom('events').select('series').where('id', 'in', found)
  const listIds = async (lines: ReturnType<typeof selectPast>) => {
    const matching = lines.where(({ or, eb }) => or([eb('id', 'in', found), eb('series', 'in', series)]))
    const rows = await matching.clearSelect().clearOrderBy().select(['id', 'date', 'time']).execute()
    const keyed = rows.map(({ id, date, time }) => ({ id, at: getSortKey(date, time) }))
    return keyed.sort((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0)).map(({ id }) => id)
  }
  const ids = [...(await listIds(selectUpcoming(db, today))), ...(await listIds(selectPast(db, today))).reverse()]
  const read = (shown: number[]) => selectEventsOf(db, shown).select('series').execute()
  return toLines(db, today, await paginateIds(ids, page, read))
}

async function toLines(db: Database, today: string, page: Page<LineRow>): Promise<Page<EventLine>> {
  const ids = page.items.flatMap(({ series }) => series ?? [])
  const texts = ids.length > 0 ? await describeSeries(db, ids) : new Map<number, string>()
  return mapPage(page, (row): EventLine => {
    const { description: _, version: __, series: id, ...event } = toEvent(row)
    const text = texts.get(id ?? 0)
    const isPast = (event.endDate ?? formatIsoDay(event)) < today
    return { ...event, isPast, series: id !== null && text ? { id, text } : null }
  })
}

/** How often each series is on and until when. One with a single event left is none. */
async function describeSeries(db: Database, ids: number[]): Promise<Map<number, string>> {
  const events = db.selectFrom('events').select(['series', 'date']).where('series', 'in', ids)
  const dates = new Map<number, string[]>()
  for (const { series, date } of await events.orderBy('series').orderBy('date').execute())
    dates.set(series!, [...(dates.get(series!) ?? []), date])
  return new Map([...dates].flatMap(([series, days]) => (days.length > 1 ? [[series, describeDates(days)]] : [])))
}

const WEEK = 7 * 24 * 3_600_000

/** Tutors may have moved or deleted some events of the series. */
function describeDates(dates: string[]): string {
  const last = parseDay(dates.at(-1)!)!
  const moments = dates.map((date) => Date.parse(date))
  const steps = moments.slice(1).map((moment, number) => (moment - moments[number]!) / WEEK)
  const until = `until ${formatShortDate(last)}, ${dates.length} times`
  if (!steps.every(Number.isInteger)) return `Repeats ${until}`
  return `${steps.every((step) => step % 2 === 0) ? 'Every second' : 'Every'} ${formatWeekday(last)} ${until}`
}
