import { type SqlBool, sql } from 'kysely'
import { z } from 'zod'
import type { Account, Tutor } from '~/domain/accounts/account'
import { createActivityLogger } from '~/domain/activity/activity.server'
import { applyPatch, type Change, type FieldDescriptions, validate } from '~/domain/change.server'
import { type Cursor, type CursorPage, type CursorRequest, readCursorPage } from '~/domain/page.server'
import { dayOrNone, defineRecordSchema, recordId, recordVersion, textOrNone } from '~/domain/record'
import { orNotFound } from '~/domain/refused'
import { months } from '~db/choices'
import { eraseWithin } from '~db/erase'
import type { Bit, Database, Row } from '~db/schema'
import {
  addDays,
  countDaysAfterFirst,
  type Day,
  type DayRange,
  type Days,
  formatIsoDay,
  getToday,
  listDays,
  toDay,
  toEndDate,
  toUtcMidnight,
} from './days'
import {
  type Event,
  type EventVisibility,
  type SelectedEvent,
  selectEvent,
  selectEventsByDate,
  selectEventsFrom,
  selectEventsInRange,
  selectEventsOf,
  sortByTime,
  toEvent,
} from './event-lists.server'
import { listDaysOfSeries, type NewEvent, newEvent, type Repeat, type SeriesScope } from './schema'

const logEvent = createActivityLogger('event')

export type { Event } from './event-lists.server'
export type DatedEvent = Event & Pick<Row<'events'>, 'changedAt'>

export const describeEvent: FieldDescriptions<NewEvent> = [
  { label: 'Title', getText: ({ title }) => title },
  { label: 'Description', getText: ({ description }) => description },
  { label: 'Date', getText: (event) => formatIsoDay(event) },
  { label: 'Last day', getText: ({ endDate }) => endDate },
  { label: 'Time', getText: ({ time }) => time },
  { label: 'Location', getText: ({ location }) => location },
  {
    label: 'Also on the website',
    getText: ({ onWebsite }) => (onWebsite ? 'Everyone can see it' : 'Not on the website'),
  },
  { label: 'The centre is closed', getText: ({ closed }) => (closed ? 'Yes' : 'No') },
]

const toBit = (is: boolean): Bit => (is ? 1 : 0)
const toRow = ({ onWebsite, closed, ...event }: NewEvent) => ({
  ...event,
  endDate: toEndDate(event, countDaysAfterFirst(event)),
  onWebsite: toBit(onWebsite),
  closed: toBit(closed),
})

const toCursor = (event: SelectedEvent): Cursor => [formatIsoDay(event), event.id]

/**
 * One page of events, earliest first, by time within a day; for null, who is a visitor, of those on the website. With `isWhole` it ends
 * at the end of a day if possible.
 */
export async function listEvents(
  db: Database,
  reader: Account | null,
  requested?: CursorRequest,
): Promise<CursorPage<Event>> {
  const page = await readCursorPage(selectEventsByDate(db, reader ? {} : { onWebsite: true }), requested, {
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

/** All events with their last change, for a person’s calendar program, earliest day first. */
export async function listEventsForCalendars(db: Database, _reader: Account): Promise<DatedEvent[]> {
  return (await selectEventsByDate(db).select('changedAt').execute()).map(toEvent)
}

/** The public events from `day` on, as listEventsForCalendars returns them. */
export async function listWebsiteEventsForCalendars(db: Database, day: Day): Promise<DatedEvent[]> {
  const events = selectEventsFrom(db, formatIsoDay(day), { onWebsite: true })
  return (await events.select('changedAt').execute()).map(toEvent)
}

/** The events of a range of days, for a person who is logged in, earliest first. */
export async function listEventsInRange(db: Database, _reader: Account, days: DayRange): Promise<Event[]> {
  return sortByTime(await selectEventsInRange(db, days).execute()).map(toEvent)
}

/** The days of a range on which the centre is closed, '2025-10-14' each. */
export async function listClosedDays(db: Database, range: DayRange): Promise<string[]> {
  const closing = selectEventsInRange(db, range).where(sql<SqlBool>`closed = 1`)
  const periods = await closing.clearSelect().select(['day', 'month', 'year', 'endDate']).execute()
  const days = new Set(periods.flatMap(listDays))
  return [...days].filter((day) => day >= range.from && day < range.before).sort()
}

/** A time when the centre is closed. Its title is null if it is not for the website, and so not for families. */
export interface Closing {
  startDate: string
  endDate: string
  title: string | null
}

/** The times when the centre is closed on any day of a range, earliest first. Days in a row with one title are one. */
export async function listPublicClosings(db: Database, range: DayRange): Promise<Closing[]> {
  const events = await selectEventsInRange(db, range).where(sql<SqlBool>`closed = 1`).execute()
  const all = events.map(({ title, onWebsite, endDate, ...day }): Closing => {
    const startDate = formatIsoDay(day)
    return { startDate, endDate: endDate ?? startDate, title: onWebsite ? title : null }
  })
  all.sort((one, other) => (one.startDate < other.startDate ? -1 : one.startDate > other.startDate ? 1 : 0))
  const times: Closing[] = []
  for (const closing of all) {
    const before = times.find(
      ({ title, endDate }) => title === closing.title && closing.startDate <= addDays(endDate, 1),
    )
    if (!before) times.push(closing)
    else if (before.endDate < closing.endDate) before.endDate = closing.endDate
  }
  return times
}

/** The next `number` events from `day` on, for a person who is logged in, earliest first. */
export const listUpcomingEvents = (db: Database, _reader: Account, day: Day, number: number): Promise<Event[]> =>
  findNextEvents(db, day, number, {})

/** The same of those on the website, today's included. */
export const listUpcomingWebsiteEvents = (db: Database, number: number, now = getToday()): Promise<Event[]> =>
  findNextEvents(db, now, number, { onWebsite: true })

async function findNextEvents(db: Database, day: Day, number: number, owner: EventVisibility): Promise<Event[]> {
  const upcoming = selectEventsFrom(db, formatIsoDay(day), owner)
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

/** An event, those that only the portal shows included, for a tutor. */
export const findEvent = (db: Database, _tutor: Tutor, id: number): Promise<Event | null> => findById(db, id)

async function findById(db: Database, id: number): Promise<Event | null> {
  const row = await selectEvent(db, id).executeTakeFirst()
  return row ? toEvent(row) : null
}

export async function addEvent(db: Database, tutor: Tutor, event: NewEvent): Promise<Event> {
  return (await addSeries(db, tutor, event, null)).first
}

/** Adds an event weekly or fortnightly until `last`, each as long as the first. Returns the first record, the last day, and all events. */
export async function addSeries(
  db: Database,
  tutor: Tutor,
  event: NewEvent,
  last: Day | null,
  repeat: Repeat = 'week',
): Promise<{ first: Event; last: Day; events: Event[] }> {
  const number = countDaysAfterFirst(event)
  const days = listDaysOfSeries(event, last, repeat).map((day) => ({ ...day, endDate: toEndDate(day, number) }))
  return db.transaction().execute(async (change) => {
    const changedAt = new Date().toISOString()
    const insert = change.insertInto('events').values(days.map((day) => ({ ...toRow(event), ...day, changedAt })))
    const ids = (await insert.returning('id').execute()).map(({ id }) => id)
    const events = (await selectEventsOf(change, ids).execute()).map(toEvent)
    const first = orNotFound(events.find((added) => formatIsoDay(added) === formatIsoDay(event)))
    if (ids.length > 1) await change.updateTable('events').set({ series: first.id }).where('id', 'in', ids).execute()
    if (event.closed) await touchEventsOn(change, events)
    await logEvent(change, tutor, 'added', { id: first.id, title: formatSeriesTitle(event.title, days.length) })
    return { first, last: days.at(-1) ?? first, events }
  })
}

/** Updates `changedAt` of all events on some days, for calendar programs: one that closes the centre cancels the others. */
async function touchEventsOn(change: Database, days: readonly Days[]): Promise<void> {
  const changedAt = new Date().toISOString()
  for (const { endDate, ...first } of days) {
    const from = formatIsoDay(first)
    const touched = selectEventsInRange(change, { from, before: addDays(endDate ?? from, 1) })
    const ids = touched.clearSelect().clearOrderBy().select('id')
    await change.updateTable('events').set({ changedAt }).where('id', 'in', ids).execute()
  }
}

const formatSeriesTitle = (title: string, number: number) => (number === 1 ? title : `${title} (${number} events)`)

/** Changes an event and returns its record. Throws Refused, notFound, and what applyPatch throws. */
export async function changeEvent(db: Database, tutor: Tutor, id: number, change: Change<NewEvent>): Promise<Event> {
  return (await changeEvents(db, tutor, id, 'this', change)).event
}

/**
 * Changes an event, and the later or all events of its series: they get the same changed fields, move by as many days, and last as
 * long if that changed. Returns its record, and all changed events, itself first. Throws as changeEvent.
 */
export async function changeEvents(
  db: Database,
  tutor: Tutor,
  id: number,
  scope: SeriesScope,
  change: Change<NewEvent>,
) {
  return db.transaction().execute(async (transaction) => {
    const before = orNotFound(await findById(transaction, id))
    const others = (await listScopedEvents(transaction, id, scope)).filter((one) => one.id !== id)
    const after = await applyPatch(transaction, 'event', before, change, newEvent)
    const event = await writeEvent(transaction, tutor, before, after)
    const patch = getChangedFields(before, after)
    const moved = toUtcMidnight(after) - toUtcMidnight(before)
    const number = countDaysAfterFirst(after)
    const hasNewLength = number !== countDaysAfterFirst(before)
    const events = [event]
    for (const other of others) {
      const day = toDay(toUtcMidnight(other) + moved)
      const endDate = toEndDate(day, hasNewLength ? number : countDaysAfterFirst(other))
      const changed = validate(newEvent, { ...other, ...patch, ...day, endDate })
      events.push(await writeEvent(transaction, tutor, other, changed))
    }
    return { event, events }
  })
}

/** The changed fields, except the days. Browsers send line breaks as CR LF, which is not a change. */
function getChangedFields(before: NewEvent, after: NewEvent): Partial<NewEvent> {
  const { day: _, month: __, year: ___, endDate: ____, ...fields } = after
  const plain = (value: unknown) => (typeof value === 'string' ? value.replaceAll('\r\n', '\n') : value)
  const isChanged = ([name, value]: [string, unknown]) => plain(value) !== plain(before[name as keyof NewEvent])
  return Object.fromEntries(Object.entries(fields).filter(isChanged))
}

async function writeEvent(change: Database, tutor: Tutor, before: Event, event: NewEvent): Promise<Event> {
  const changes = { ...toRow(event), changedAt: new Date().toISOString(), version: before.version + 1 }
  await change.updateTable('events').set(changes).where('id', '=', before.id).execute()
  if (before.closed || event.closed) await touchEventsOn(change, [before, event])
  const changed = orNotFound(await findById(change, before.id))
  await logEvent(change, tutor, 'changed', changed)
  return changed
}

/** Removes an event and returns its record. Throws Refused, notFound. */
export async function removeEvent(db: Database, tutor: Tutor, id: number): Promise<Event> {
  return (await removeEvents(db, tutor, id, 'this')).event
}

/**
 * Removes an event, and the later or all events of its series. Returns its record and how many were removed. Throws Refused, notFound.
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
  const events = selectEventsByDate(db)
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

export async function findSeries(db: Database, _tutor: Tutor, id: number): Promise<Series | null> {
  const [all, later] = [await listScopedEvents(db, id, 'all'), await listScopedEvents(db, id, 'later')]
  const [first, last] = [all[0], all.at(-1)].map((event) => event && toDay(toUtcMidnight(event)))
  return first && last && all.length > 1 ? { all: all.length, later: later.length, first, last } : null
}

export const eventRecord = defineRecordSchema<Event>()(
  'Event',
  'Something that happens on a day. Everyone may see those that are on the website, students and tutors see all.',
  {
    id: [recordId, 8],
    title: [z.string(), 'Tea morning'],
    description: [textOrNone, 'Families are welcome.'],
    time: [textOrNone, '10:00-12:00'],
    location: [textOrNone, 'Main hall'],
    day: [z.int().min(1).max(31), 14],
    month: [z.enum(months), 'October'],
    year: [z.int(), 2026],
    onWebsite: [z.boolean(), true],
    endDate: [dayOrNone.describe('The last day of an event of several days; null for one day.'), null],
    closed: [z.boolean().describe('Whether the centre is closed on its days.'), false],
    cancelled: [
      z.boolean().describe('Whether it is not on, because another event of its days says that the centre is closed.'),
      false,
    ],
    version: [recordVersion, 1],
  },
)
