import { sql } from 'kysely'
import type { Tutor } from '~/domain/accounts/account'
import { createActivityLogger } from '~/domain/activity/activity.server'
import { applyPatch, type Change, type FieldDescriptions, validate } from '~/domain/change.server'
import { type Cursor, type CursorPage, type CursorRequest, readCursorPage } from '~/domain/cursor-page.server'
import { orNotFound } from '~/domain/refused'
import { eraseWithin } from '~db/erase'
import type { Bit, Database, Row } from '~db/schema'
import { type Day, type DayRange, formatIsoDay, getToday, parseHours, toDay, toUtcMidnight } from './days'
import { listDaysOfSeries, type NewEvent, newEvent, type Repeat, type SeriesScope } from './schema'

const logEvent = createActivityLogger('event')

export type Event = Omit<Row<'events'>, 'date' | 'changedAt' | 'series' | 'onWebsite' | 'closed'> & {
  onWebsite: boolean
  closed: boolean
  /** True if another event on that day closes the centre. */
  cancelled: boolean
}
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

export const describeEvent: FieldDescriptions<NewEvent> = [
  { label: 'Title', getText: ({ title }) => title },
  { label: 'Description', getText: ({ description }) => description },
  { label: 'Date', getText: (event) => formatIsoDay(event) },
  { label: 'Time', getText: ({ time }) => time },
  { label: 'Location', getText: ({ location }) => location },
  {
    label: 'Also on the website',
    getText: ({ onWebsite }) => (onWebsite ? 'Everyone can see it' : 'Not on the website'),
  },
  { label: 'The centre is closed', getText: ({ closed }) => (closed ? 'Yes' : 'No') },
]

/** Sorts by day, then start; events without a time come first. */
const getSortKey = (event: Pick<Event, 'day' | 'month' | 'year' | 'time'>) =>
  `${formatIsoDay(event)} ${String(parseHours(event.time)?.start ?? 0).padStart(4, '0')}`

/** Sorts events by start. */
export function sortByTime<Item extends Pick<Event, 'day' | 'month' | 'year' | 'time'>>(events: Item[]): Item[] {
  const keyed = events.map((event) => ({ event, at: getSortKey(event) }))
  return keyed.sort((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0)).map(({ event }) => event)
}

const isCancelled = sql<Bit>`events.closed = 0 and exists
  (select 1 from events as closing where closing.date = events.date and closing.closed = 1)`.as('cancelled')

const selectEvents = (db: Database) => db.selectFrom('events').select(columns).select(isCancelled)

/** A row of selectEvents. */
export type SelectedEvent = Pick<Row<'events'>, (typeof columns)[number]> & { cancelled: Bit }

export function toEvent<EventRow extends { onWebsite: Bit; closed: Bit; cancelled: Bit }>(row: EventRow) {
  const { onWebsite, closed, cancelled, ...event } = row
  return { ...event, onWebsite: onWebsite === 1, closed: closed === 1, cancelled: cancelled === 1 }
}
const toBit = (is: boolean): Bit => (is ? 1 : 0)
const toRow = ({ onWebsite, closed, ...event }: NewEvent) => ({
  ...event,
  onWebsite: toBit(onWebsite),
  closed: toBit(closed),
})

/** Which events to list: all of them, or only the public ones. */
export interface EventVisibility {
  onWebsite?: true
}

/** Selects events, earliest day first. */
export function selectEventsByDate(db: Database, { onWebsite }: EventVisibility = {}) {
  const events = selectEvents(db).orderBy('date').orderBy('id')
  return events.$if(onWebsite === true, (all) => all.where('onWebsite', '=', 1))
}
export const selectEventsInRange = (db: Database, { from, before }: DayRange) =>
  selectEventsByDate(db).where('date', '>=', from).where('date', '<', before)

const toCursor = (event: SelectedEvent): Cursor => [formatIsoDay(event), event.id]

/** One page of events, earliest first, by time within a day. With `isWhole` it ends at the end of a day if possible. */
export async function listEvents(
  db: Database,
  requested?: CursorRequest,
  owner: EventVisibility = {},
): Promise<CursorPage<Event>> {
  const page = await readCursorPage(selectEventsByDate(db, owner), requested, {
    by: 'date',
    direction: 'asc',
    getCursor: toCursor,
  })
  const { items, next } = requested?.isWhole ? dropUnfinishedDay(page) : page
  return { items: sortByTime(items).map(toEvent), next }
}

/** Drops a page's last day, which may continue on the next page. */
function dropUnfinishedDay({ items, next }: CursorPage<SelectedEvent>): CursorPage<SelectedEvent> {
  const whole = items.filter((event) => next && formatIsoDay(event) < next[0])
  const last = whole.at(-1)
  return last ? { items: whole, next: toCursor(last) } : { items, next }
}

/** All events with their last change, for calendar programs, earliest day first. */
export async function listEventsForCalendars(db: Database): Promise<DatedEvent[]> {
  return (await selectEventsByDate(db).select('changedAt').execute()).map(toEvent)
}

/** The public events from `day` on, as listEventsForCalendars returns them. */
export async function listWebsiteEventsForCalendars(db: Database, day: Day): Promise<DatedEvent[]> {
  const events = selectEventsByDate(db, { onWebsite: true }).where('date', '>=', formatIsoDay(day))
  return (await events.select('changedAt').execute()).map(toEvent)
}

export async function listEventsInRange(db: Database, days: DayRange): Promise<Event[]> {
  return sortByTime(await selectEventsInRange(db, days).execute()).map(toEvent)
}

/** The days of a range on which the centre is closed, '2025-10-14' each. */
export async function listClosedDays(db: Database, { from, before }: DayRange): Promise<string[]> {
  const closed = db.selectFrom('events').where('closed', '=', 1).where('date', '>=', from).where('date', '<', before)
  return (await closed.select('date').distinct().execute()).map(({ date }) => date)
}

/** The next `number` events from `day` on, earliest first. */
export async function listUpcomingEvents(
  db: Database,
  day: Day,
  number: number,
  owner: EventVisibility = {},
): Promise<Event[]> {
  const upcoming = selectEventsByDate(db, owner).where('date', '>=', formatIsoDay(day))
  // SQL can't sort by the time, which is free text, so this reads all events of the last day.
  const last = await upcoming
    .clearSelect()
    .select('date')
    .limit(1)
    .offset(number - 1)
    .executeTakeFirst()
  const events = await upcoming
    .$if(last !== undefined, (query) => query.where('date', '<=', last?.date ?? ''))
    .execute()
  return sortByTime(events).slice(0, number).map(toEvent)
}

/** The next `number` public events, including today's, earliest first. */
export async function listNextEvents(db: Database, number: number, now = getToday()): Promise<Event[]> {
  return listUpcomingEvents(db, now, number, { onWebsite: true })
}

export async function findEvent(db: Database, id: number): Promise<Event | null> {
  const row = await selectEvents(db).where('id', '=', id).executeTakeFirst()
  return row ? toEvent(row) : null
}

export async function addEvent(db: Database, tutor: Tutor, event: NewEvent): Promise<Event> {
  return (await addSeries(db, tutor, event, null)).first
}

/** Adds an event on each day until `last`, weekly or fortnightly. Returns the first record, the last day, and all events. */
export async function addSeries(
  db: Database,
  tutor: Tutor,
  event: NewEvent,
  last: Day | null,
  repeat: Repeat = 'week',
): Promise<{ first: Event; last: Day; events: Event[] }> {
  const days = listDaysOfSeries(event, last, repeat)
  return db.transaction().execute(async (change) => {
    const changedAt = new Date().toISOString()
    const insert = change.insertInto('events').values(days.map((day) => ({ ...toRow(event), ...day, changedAt })))
    const ids = (await insert.returning('id').execute()).map(({ id }) => id)
    const events = (await selectEvents(change).where('id', 'in', ids).execute()).map(toEvent)
    const first = orNotFound(events.find((added) => formatIsoDay(added) === formatIsoDay(event)))
    if (ids.length > 1) await change.updateTable('events').set({ series: first.id }).where('id', 'in', ids).execute()
    if (event.closed) await touchEventsOn(change, events)
    await logEvent(change, tutor, 'added', { id: first.id, title: formatSeriesTitle(event.title, days.length) })
    return { first, last: days.at(-1) ?? first, events }
  })
}

/** Updates `changedAt` of all events on some days, for calendar programs: one that closes the centre cancels the others. */
async function touchEventsOn(change: Database, days: readonly Day[]): Promise<void> {
  const changedAt = new Date().toISOString()
  await change.updateTable('events').set({ changedAt }).where('date', 'in', days.map(formatIsoDay)).execute()
}

const formatSeriesTitle = (title: string, number: number) => (number === 1 ? title : `${title} (${number} events)`)

/** Changes an event and returns its record. Throws Refused, 404, and what applyPatch throws. */
export async function changeEvent(db: Database, tutor: Tutor, id: number, change: Change<NewEvent>): Promise<Event> {
  return (await changeEvents(db, tutor, id, 'this', change)).event
}

/**
 * Changes an event, and the later or all events of its series: they get the same changed fields and move by as many days. Returns
 * its record, and all changed events, itself first. Throws as changeEvent.
 */
export async function changeEvents(
  db: Database,
  tutor: Tutor,
  id: number,
  scope: SeriesScope,
  change: Change<NewEvent>,
) {
  return db.transaction().execute(async (transaction) => {
    const before = orNotFound(await findEvent(transaction, id))
    const others = (await listScopedEvents(transaction, id, scope)).filter((one) => one.id !== id)
    const after = await applyPatch(transaction, 'event', before, change, newEvent)
    const event = await writeEvent(transaction, tutor, before, after)
    const patch = getChangedFields(before, after)
    const moved = toUtcMidnight(after) - toUtcMidnight(before)
    const events = [event]
    for (const other of others) {
      const day = toDay(toUtcMidnight(other) + moved)
      events.push(await writeEvent(transaction, tutor, other, validate(newEvent, { ...other, ...patch, ...day })))
    }
    return { event, events }
  })
}

/** The changed fields, except the day. Browsers send line breaks as CR LF, which is not a change. */
function getChangedFields(before: NewEvent, after: NewEvent): Partial<NewEvent> {
  const { day: _, month: __, year: ___, ...fields } = after
  const plain = (value: unknown) => (typeof value === 'string' ? value.replaceAll('\r\n', '\n') : value)
  const isChanged = ([name, value]: [string, unknown]) => plain(value) !== plain(before[name as keyof NewEvent])
  return Object.fromEntries(Object.entries(fields).filter(isChanged))
}

async function writeEvent(change: Database, tutor: Tutor, before: Event, event: NewEvent): Promise<Event> {
  const changes = { ...toRow(event), changedAt: new Date().toISOString(), version: before.version + 1 }
  await change.updateTable('events').set(changes).where('id', '=', before.id).execute()
  if (before.closed || event.closed) await touchEventsOn(change, [before, event])
  const changed = orNotFound(await findEvent(change, before.id))
  await logEvent(change, tutor, 'changed', changed)
  return changed
}

/** Removes an event and returns its record. Throws Refused, 404. */
export async function removeEvent(db: Database, tutor: Tutor, id: number): Promise<Event> {
  return (await removeEvents(db, tutor, id, 'this')).event
}

/**
 * Removes an event, and the later or all events of its series. Returns its record and how many were removed. Throws Refused, 404.
 */
export async function removeEvents(db: Database, tutor: Tutor, id: number, scope: SeriesScope) {
  return eraseWithin(db, async (change) => {
    const events = await listScopedEvents(change, id, scope)
    const event = orNotFound(events.find((one) => one.id === id))
    const ids = events.map((one) => one.id)
    await change.deleteFrom('events').where('id', 'in', ids).execute()
    if (events.some(({ closed }) => closed)) await touchEventsOn(change, events)
    await logEvent(change, tutor, 'deleted', { id, title: formatSeriesTitle(event.title, ids.length) })
    return { event, number: ids.length }
  })
}

/** The events that a change affects: only `id`, or its series from its day on, or all of it; none if it does not exist. */
async function listScopedEvents(db: Database, id: number, scope: SeriesScope): Promise<Event[]> {
  const chosen = await db.selectFrom('events').select(['series', 'date']).where('id', '=', id).executeTakeFirst()
  const series = scope !== 'this' && chosen?.series
  const events = selectEvents(db).orderBy('date')
  const scoped = series ? events.where('series', '=', series) : events.where('id', '=', id)
  return (await scoped.$if(scope === 'later', (all) => all.where('date', '>=', chosen?.date ?? '')).execute()).map(
    toEvent,
  )
}

/** A series: its number of events, those from one event's day on, and the first and last day. */
export interface Series {
  all: number
  later: number
  first: Day
  last: Day
}

export async function findSeries(db: Database, id: number): Promise<Series | null> {
  const [all, later] = [await listScopedEvents(db, id, 'all'), await listScopedEvents(db, id, 'later')]
  const [first, last] = [all[0], all.at(-1)].map((event) => event && toDay(toUtcMidnight(event)))
  return first && last && all.length > 1 ? { all: all.length, later: later.length, first, last } : null
}
