import type { Actor } from '~/domain/accounts/account'
import { noting } from '~/domain/activity/activity.server'
import { type Change, merged } from '~/domain/change.server'
import type { InWords } from '~/domain/conflict.server'
import { countOf, mapPage, type Page, pageOf } from '~/domain/page.server'
import { type Asked, FIRST_PART, type Part, partOf } from '~/domain/part.server'
import { found } from '~/domain/refused'
import { erasing } from '~db/erase'
import type { Database, Row } from '~db/schema'
import { type Day, type Days, isoDay } from './days'
import { readHours } from './hours'
import { type NewEvent, newEvent } from './schema'

const noteEvent = noting('event')

export type Event = Omit<Row<'events'>, 'date' | 'changedAt'>
/** An event and when it was added or changed last. */
export type DatedEvent = Event & Pick<Row<'events'>, 'changedAt'>
const columns = ['id', 'title', 'description', 'time', 'location', 'day', 'month', 'year', 'version'] as const

/** An event's fields with labels, for the notice of a conflict. */
export const eventInWords: InWords<NewEvent> = [
  { label: 'Title', of: ({ title }) => title },
  { label: 'Description', of: ({ description }) => description },
  { label: 'Date', of: (event) => isoDay(event) },
  { label: 'Time', of: ({ time }) => time },
  { label: 'Location', of: ({ location }) => location },
]

/** How many events a page of a tutor's lists shows. */
const EVENTS_A_PAGE = 10

/** An event's sort key: by its day, then by its start; without a time it comes first. */
const place = (event: Event) => `${isoDay(event)} ${String(readHours(event.time)?.start ?? 0).padStart(4, '0')}`

const byHour = (events: Event[]) =>
  events.sort((one, other) => (place(one) < place(other) ? -1 : place(one) > place(other) ? 1 : 0))

const eventsByDate = (db: Database) => db.selectFrom('events').select(columns).orderBy('date').orderBy('id')
const eventsBetween = (db: Database, { from, before }: Days) =>
  eventsByDate(db).where('date', '>=', from).where('date', '<', before)

/** One part of the events, earliest first; a day split across parts is ordered by time in each. Everyone may read them. */
export async function listEvents(db: Database, asked: Asked = FIRST_PART): Promise<Part<Event>> {
  const { items, next } = await partOf(eventsByDate(db), asked, {
    by: 'date',
    direction: 'asc',
    placeOf: (event) => [isoDay(event), event.id],
  })
  return { items: byHour(items), next }
}

/** All events with when each was changed last, for calendar programs; the earliest day first. */
export async function listEventsForCalendars(db: Database): Promise<DatedEvent[]> {
  return eventsByDate(db).select('changedAt').execute()
}

/** The events of a range of days, earliest first. */
export async function listEventsOf(db: Database, days: Days): Promise<Event[]> {
  return byHour(await eventsBetween(db, days).execute())
}

/** One page of the events of a range of days, as pageOfEventsOutside. */
export async function pageOfEventsOf(db: Database, days: Days, page: number): Promise<Page<TermEvent>> {
  return inRows(await pageOf(eventsBetween(db, days), page, { perPage: EVENTS_A_PAGE }))
}

/** What the calendar's page shows of an event beside the months. */
export type TermEvent = Omit<Event, 'description' | 'version'>

const toTermEvent = ({ description: _, version: __, ...event }: Event): TermEvent => event

const inRows = (page: Page<Event>): Page<TermEvent> => mapPage({ ...page, items: byHour(page.items) }, toTermEvent)

/** The first events of a range of days, at most `limit`. */
export async function listTermEvents(db: Database, days: Days, limit: number): Promise<TermEvent[]> {
  return byHour(await eventsBetween(db, days).limit(limit).execute()).map(toTermEvent)
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

/** The next `number` events from `day` on, nearest first. */
export async function listComingEvents(db: Database, day: Day, number: number): Promise<Event[]> {
  const coming = eventsByDate(db).where('date', '>=', isoDay(day))
  // The time is free text, which SQL can't sort: all events of the last of these days are read.
  const last = await coming
    .clearSelect()
    .select('date')
    .limit(1)
    .offset(number - 1)
    .executeTakeFirst()
  const events = await coming.$if(last !== undefined, (query) => query.where('date', '<=', last?.date ?? '')).execute()
  return byHour(events).slice(0, number)
}

/** One page of the events outside of a range of days, earliest first; a day split across pages is ordered by time on each. */
export async function pageOfEventsOutside(db: Database, days: Days, page: number): Promise<Page<TermEvent>> {
  const inside = eventsBetween(db, days)
  const found = (await countOf(db.selectFrom('events'))) - (await countOf(inside))
  // Not 'before or after': SQLite would look both up and sort them together.
  const others = eventsByDate(db).where(({ eb, not, and }) =>
    not(and([eb('date', '>=', days.from), eb('date', '<', days.before)])),
  )
  return inRows(await pageOf(others, page, { perPage: EVENTS_A_PAGE, found }))
}

/** One event, or null. */
export async function findEvent(db: Database, id: number): Promise<Event | null> {
  return (await db.selectFrom('events').select(columns).where('id', '=', id).executeTakeFirst()) ?? null
}

/** Adds an event and returns its record. */
export async function addEvent(db: Database, tutor: Actor, event: NewEvent): Promise<Event> {
  return db.transaction().execute(async (change) => {
    const insert = change.insertInto('events').values({ ...event, changedAt: new Date().toISOString() })
    const added = await insert.returning(columns).executeTakeFirstOrThrow()
    await noteEvent(change, tutor, 'added', added)
    return added
  })
}

/** Changes an event and returns its record. Throws Refused, 404, and what merged throws. */
export async function changeEvent(db: Database, tutor: Actor, id: number, change: Change<NewEvent>): Promise<Event> {
  return db.transaction().execute(async (transaction) => {
    const before = found(await findEvent(transaction, id))
    const event = await merged(transaction, 'event', before, change, newEvent)
    const changes = { ...event, changedAt: new Date().toISOString(), version: before.version + 1 }
    const update = transaction.updateTable('events').set(changes)
    const changed = await update.where('id', '=', id).returning(columns).executeTakeFirstOrThrow()
    await noteEvent(transaction, tutor, 'changed', changed)
    return changed
  })
}

/** Removes an event and returns the removed record. Throws Refused, 404. */
export async function removeEvent(db: Database, tutor: Actor, id: number): Promise<Event> {
  return erasing(db, async (change) => {
    const remove = change.deleteFrom('events').where('id', '=', id)
    const removed = found(await remove.returning(columns).executeTakeFirst())
    await noteEvent(change, tutor, 'deleted', removed)
    return removed
  })
}
