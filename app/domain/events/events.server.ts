import type { Tutor } from '~/domain/accounts/account'
import { logFor } from '~/domain/activity/activity.server'
import { applyPatch, type Change, type InWords } from '~/domain/change.server'
import {
  type Cursor,
  type CursorPage,
  type CursorRequest,
  cursorPageOf,
  FIRST_PAGE,
  mapCursorPage,
} from '~/domain/cursor-page.server'
import { countOf, mapPage, type Page, pageOf } from '~/domain/page.server'
import { orNotFound } from '~/domain/refused'
import { erasing } from '~db/erase'
import type { Bit, Database, Row } from '~db/schema'
import { type Day, type Days, isoDay, readHours, today } from './days'
import { type NewEvent, newEvent, weeklyDays } from './schema'

const logEvent = logFor('event')

export type Event = Omit<Row<'events'>, 'date' | 'changedAt' | 'series' | 'onWebsite' | 'closed'> & {
  onWebsite: boolean
  closed: boolean
}
/** An event and when it was added or changed last. */
export type DatedEvent = Event & Pick<Row<'events'>, 'changedAt'>
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
  'version',
] as const

/** An event's fields with labels, for the notice of a conflict. */
export const eventInWords: InWords<NewEvent> = [
  { label: 'Title', of: ({ title }) => title },
  { label: 'Description', of: ({ description }) => description },
  { label: 'Date', of: (event) => isoDay(event) },
  { label: 'Time', of: ({ time }) => time },
  { label: 'Location', of: ({ location }) => location },
  { label: 'Also on the website', of: ({ onWebsite }) => (onWebsite ? 'Everyone can see it' : 'Not on the website') },
  { label: 'The centre is closed', of: ({ closed }) => (closed ? 'Yes' : 'No') },
]

/** How many events a page of a tutor's lists shows. */
const EVENTS_A_PAGE = 6
/** The same of the website's list: with long words they are about 4,000 px high on a phone. */
const WEBSITE_EVENTS_A_PAGE = 8

/** An event's sort key: by its day, then by its start; without a time it comes first. */
const place = (event: Pick<Event, 'day' | 'month' | 'year' | 'time'>) =>
  `${isoDay(event)} ${String(readHours(event.time)?.start ?? 0).padStart(4, '0')}`

function byHour<Item extends Pick<Event, 'day' | 'month' | 'year' | 'time'>>(events: Item[]): Item[] {
  const placed = events.map((event) => ({ event, at: place(event) }))
  return placed.sort((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0)).map(({ event }) => event)
}

type EventRow = Pick<Row<'events'>, (typeof columns)[number]>

function toEvent<Given extends { onWebsite: Bit; closed: Bit }>({ onWebsite, closed, ...event }: Given) {
  return { ...event, onWebsite: onWebsite === 1, closed: closed === 1 }
}
const toBit = (is: boolean): Bit => (is ? 1 : 0)
const toRow = ({ onWebsite, closed, ...event }: NewEvent) => ({
  ...event,
  onWebsite: toBit(onWebsite),
  closed: toBit(closed),
})

/** Whose events a list has: all of them, or only those that everyone may see. */
export interface Whose {
  onWebsite?: true
}

function eventsByDate(db: Database, { onWebsite }: Whose = {}) {
  const events = db.selectFrom('events').select(columns).orderBy('date').orderBy('id')
  return events.$if(onWebsite === true, (all) => all.where('onWebsite', '=', 1))
}
const eventsBetween = (db: Database, { from, before }: Days) =>
  eventsByDate(db).where('date', '>=', from).where('date', '<', before)

const cursorOf = (event: EventRow): Cursor => [isoDay(event), event.id]

/** One page of the events, earliest first, by time within a day; one of the whole list ends with a day where it can. */
export async function listEvents(
  db: Database,
  asked: CursorRequest = FIRST_PAGE,
  whose: Whose = {},
): Promise<CursorPage<Event>> {
  const page = await cursorPageOf(eventsByDate(db, whose), asked, { by: 'date', direction: 'asc', cursorOf })
  const { items, next } = asked.isWhole ? untilADayEnds(page) : page
  return mapCursorPage({ items: byHour(items), next }, toEvent)
}

/** A page without its last day, of which more may follow. */
function untilADayEnds({ items, next }: CursorPage<EventRow>): CursorPage<EventRow> {
  const whole = items.filter((event) => next && isoDay(event) < next[0])
  const last = whole.at(-1)
  return last ? { items: whole, next: cursorOf(last) } : { items, next }
}

/** All events with when each was changed last, for calendar programs; the earliest day first. */
export async function listEventsForCalendars(db: Database): Promise<DatedEvent[]> {
  return (await eventsByDate(db).select('changedAt').execute()).map(toEvent)
}

/** The events on the website from `day` on, as listEventsForCalendars gives them. */
export async function listWebsiteEventsForCalendars(db: Database, day: Day): Promise<DatedEvent[]> {
  const events = eventsByDate(db, { onWebsite: true }).where('date', '>=', isoDay(day))
  return (await events.select('changedAt').execute()).map(toEvent)
}

/** The events of a range of days, earliest first. */
export async function listEventsOf(db: Database, days: Days): Promise<Event[]> {
  return byHour(await eventsBetween(db, days).execute()).map(toEvent)
}

/** What the calendar's page shows of an event beside the months. */
export type TermEvent = Omit<Event, 'description' | 'version' | 'onWebsite'>
/** What a tutor's lists show of it. */
export type TutorsEvent = TermEvent & Pick<Event, 'onWebsite'>

const toTermEvent = ({
  description: _,
  version: __,
  onWebsite: ___,
  closed,
  ...event
}: EventRow | Event): TermEvent => ({
  ...event,
  closed: Boolean(closed),
})
const toTutorsEvent = (row: EventRow): TutorsEvent => ({ ...toTermEvent(row), onWebsite: row.onWebsite === 1 })

/** The first events of a range of days, at most `limit`. */
export async function listTermEvents(db: Database, days: Days, limit: number): Promise<TermEvent[]> {
  return byHour(await eventsBetween(db, days).limit(limit).execute()).map(toTermEvent)
}

/** One page of the events from `day` on, nearest first; a day split across pages is ordered by time on each. */
export async function pageOfComingEvents(db: Database, day: Day, page: number): Promise<Page<TutorsEvent>> {
  const coming = eventsByDate(db).where('date', '>=', isoDay(day))
  const shown = await pageOf(coming, page, { perPage: EVENTS_A_PAGE })
  return mapPage({ ...shown, items: byHour(shown.items) }, toTutorsEvent)
}

/** One page of what the website shows from `day` on, as pageOfComingEvents. */
export async function pageOfWebsiteEvents(db: Database, day: Day, page: number): Promise<Page<Event>> {
  const coming = eventsByDate(db, { onWebsite: true }).where('date', '>=', isoDay(day))
  const shown = await pageOf(coming, page, { perPage: WEBSITE_EVENTS_A_PAGE })
  return mapPage({ ...shown, items: byHour(shown.items) }, toEvent)
}

/** One page of the events before `day`, the latest first. */
export async function pageOfPastEvents(db: Database, day: Day, page: number): Promise<Page<TutorsEvent>> {
  const past = eventsByDate(db)
    .clearOrderBy()
    .where('date', '<', isoDay(day))
    .orderBy('date', 'desc')
    .orderBy('id', 'desc')
  const shown = await pageOf(past, page, { perPage: EVENTS_A_PAGE })
  return mapPage({ ...shown, items: byHour(shown.items).reverse() }, toTutorsEvent)
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

/** The days of a range on which the centre is closed, '2025-10-14' each. */
export async function listClosedDays(db: Database, { from, before }: Days): Promise<string[]> {
  const closed = db.selectFrom('events').where('closed', '=', 1).where('date', '>=', from).where('date', '<', before)
  return (await closed.select('date').distinct().execute()).map(({ date }) => date)
}

/** The next `number` events from `day` on, nearest first. */
export async function listComingEvents(db: Database, day: Day, number: number, whose: Whose = {}): Promise<Event[]> {
  const coming = eventsByDate(db, whose).where('date', '>=', isoDay(day))
  // The time is free text, which SQL can't sort: all events of the last of these days are read.
  const last = await coming
    .clearSelect()
    .select('date')
    .limit(1)
    .offset(number - 1)
    .executeTakeFirst()
  const events = await coming.$if(last !== undefined, (query) => query.where('date', '<=', last?.date ?? '')).execute()
  return byHour(events).slice(0, number).map(toEvent)
}

/** The next `number` events on the website, today's among them, nearest first. */
export async function nextEvents(db: Database, number: number, now = today()): Promise<Event[]> {
  return listComingEvents(db, now, number, { onWebsite: true })
}

/** One event, or null. */
export async function findEvent(db: Database, id: number): Promise<Event | null> {
  const row = await db.selectFrom('events').select(columns).where('id', '=', id).executeTakeFirst()
  return row ? toEvent(row) : null
}

/** Adds an event and returns its record. */
export async function addEvent(db: Database, tutor: Tutor, event: NewEvent): Promise<Event> {
  return db.transaction().execute(async (change) => {
    const insert = change.insertInto('events').values({ ...toRow(event), changedAt: new Date().toISOString() })
    const added = toEvent(await insert.returning(columns).executeTakeFirstOrThrow())
    await logEvent(change, tutor, 'added', added)
    return added
  })
}

/** Adds an event on its day and each week until `last`. Returns the first one's record and their number. */
export async function addWeekly(
  db: Database,
  tutor: Tutor,
  event: NewEvent,
  last: Day | null,
): Promise<{ first: Event; number: number }> {
  const days = weeklyDays(event, last)
  if (days.length === 1) return { first: await addEvent(db, tutor, event), number: 1 }
  return db.transaction().execute(async (change) => {
    const changedAt = new Date().toISOString()
    const insert = change.insertInto('events').values(days.map((day) => ({ ...toRow(event), ...day, changedAt })))
    const added = (await insert.returning(columns).execute()).map(toEvent)
    const first = orNotFound(added.find(({ day, month, year }) => isoDay({ day, month, year }) === isoDay(event)))
    const ids = added.map(({ id }) => id)
    await change.updateTable('events').set({ series: first.id }).where('id', 'in', ids).execute()
    await logEvent(change, tutor, 'added', { id: first.id, title: `${event.title} (${days.length} weeks)` })
    return { first, number: added.length }
  })
}

/** Changes an event and returns its record. Throws Refused, 404, and what applyPatch throws. */
export async function changeEvent(db: Database, tutor: Tutor, id: number, change: Change<NewEvent>): Promise<Event> {
  return db.transaction().execute(async (transaction) => {
    const before = orNotFound(await findEvent(transaction, id))
    const event = await applyPatch(transaction, 'event', before, change, newEvent)
    const changes = { ...toRow(event), changedAt: new Date().toISOString(), version: before.version + 1 }
    const update = transaction.updateTable('events').set(changes)
    const changed = toEvent(await update.where('id', '=', id).returning(columns).executeTakeFirstOrThrow())
    await logEvent(transaction, tutor, 'changed', changed)
    return changed
  })
}

/** Removes an event and returns the removed record. Throws Refused, 404. */
export async function removeEvent(db: Database, tutor: Tutor, id: number): Promise<Event> {
  return erasing(db, async (change) => {
    const remove = change.deleteFrom('events').where('id', '=', id)
    const removed = toEvent(orNotFound(await remove.returning(columns).executeTakeFirst()))
    await logEvent(change, tutor, 'deleted', removed)
    return removed
  })
}

/** What was added last: an event, and how many it is repeated as; null when there is none. */
export async function findSeries(db: Database, id: number): Promise<(TermEvent & { times: number }) | null> {
  const event = await findEvent(db, id)
  return event && { ...toTermEvent(event), times: (await restOfSeries(db, id))?.number ?? 1 }
}

/** The events that were added together with event `id`, from its own day on: how many, and the last one's day; null where it is alone. */
export async function restOfSeries(db: Database, id: number): Promise<{ number: number; last: Day } | null> {
  const own = await db.selectFrom('events').select(['series', 'date']).where('id', '=', id).executeTakeFirst()
  if (!own?.series) return null
  const rest = eventsOfSeries(db, own.series, own.date)
  const number = await countOf(rest)
  const last = await rest.select(['day', 'month', 'year']).orderBy('date', 'desc').limit(1).executeTakeFirst()
  return last && number > 1 ? { number, last } : null
}

/** Removes an event and those of its series that come after it. Returns its record and how many were removed. Throws Refused, 404. */
export async function removeRestOfSeries(
  db: Database,
  tutor: Tutor,
  id: number,
): Promise<{ event: Event; number: number }> {
  return erasing(db, async (change) => {
    const own = await change
      .selectFrom('events')
      .select([...columns, 'series', 'date'])
      .where('id', '=', id)
      .executeTakeFirst()
    const { series, date, ...event } = toEvent(orNotFound(own))
    const those = await eventsOfSeries(change, series ?? 0, date)
      .select('id')
      .execute()
    const ids = [...new Set([id, ...those.map((one) => one.id)])]
    await change.deleteFrom('events').where('id', 'in', ids).execute()
    const title = ids.length === 1 ? event.title : `${event.title} (${ids.length} weeks)`
    await logEvent(change, tutor, 'deleted', { id, title })
    return { event, number: ids.length }
  })
}

function eventsOfSeries(db: Database, series: number, from: string) {
  return db.selectFrom('events').where('series', '=', series).where('date', '>=', from)
}
