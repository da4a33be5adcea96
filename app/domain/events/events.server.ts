import { type Actor, note } from '~/domain/activity/activity.server'
import { erasing } from '~db/erase'
import type { Database, Row } from '~db/schema'
import { isoDay, type MonthName } from './days'
import { readHours } from './hours'
import type { NewEvent } from './schema'

/** Spec section 3, Event. */
export type Event = Omit<Row<'events'>, 'month'> & { month: MonthName }

/** Where an event stands among the others: by its day, then by its hour; what has no hour stands first. */
const place = (event: Event) => `${isoDay(event)} ${String(readHours(event.time)?.start ?? 0).padStart(4, '0')}`

/** All events, earliest first. Everyone may read them (spec section 7). */
export async function listEvents(db: Database): Promise<Event[]> {
  const events = (await db.selectFrom('events').selectAll().orderBy('id').execute()) as Event[]
  return events.sort((one, other) => (place(one) < place(other) ? -1 : place(one) > place(other) ? 1 : 0))
}

/** One event, or null. */
export async function findEvent(db: Database, id: number): Promise<Event | null> {
  const event = await db.selectFrom('events').selectAll().where('id', '=', id).executeTakeFirst()
  return (event as Event) ?? null
}

/** Adds an event and gives its record. */
export async function addEvent(db: Database, tutor: Actor, event: NewEvent): Promise<Event> {
  return db.transaction().execute(async (change) => {
    const added = await change.insertInto('events').values(event).returningAll().executeTakeFirstOrThrow()
    await noteEvent(change, tutor, 'added', added)
    return added as Event
  })
}

/** Changes an event and gives its record; null when it is not there. */
export async function changeEvent(db: Database, tutor: Actor, id: number, event: NewEvent): Promise<Event | null> {
  return db.transaction().execute(async (change) => {
    const changed = await change.updateTable('events').set(event).where('id', '=', id).returningAll().executeTakeFirst()
    if (changed) await noteEvent(change, tutor, 'changed', changed)
    return (changed as Event) ?? null
  })
}

/** Removes an event and gives what it was; null when it is not there. */
export async function removeEvent(db: Database, tutor: Actor, id: number): Promise<Event | null> {
  return erasing(db, async (change) => {
    const removed = await change.deleteFrom('events').where('id', '=', id).returningAll().executeTakeFirst()
    if (removed) await noteEvent(change, tutor, 'deleted', removed)
    return (removed as Event) ?? null
  })
}

async function noteEvent(
  db: Database,
  tutor: Actor,
  action: 'added' | 'changed' | 'deleted',
  { id, title }: { id: number; title: string },
) {
  await note(db, tutor, { action, noun: 'event', recordId: id, title, studentId: null })
}
