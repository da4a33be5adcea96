import type { Actor } from '~/domain/accounts/account'
import { note } from '~/domain/activity/activity.server'
import { type Change, merged } from '~/domain/change.server'
import type { InWords } from '~/domain/conflict.server'
import { found } from '~/domain/refused'
import { erasing } from '~db/erase'
import type { Database, Row } from '~db/schema'
import { isoDay } from './days'
import { readHours } from './hours'
import { type NewEvent, newEvent } from './schema'

export type Event = Row<'events'>

/** An event's fields with labels, for the notice of a conflict. */
export const eventInWords: InWords<NewEvent> = [
  { label: 'Title', of: ({ title }) => title },
  { label: 'Description', of: ({ description }) => description },
  { label: 'Date', of: (event) => isoDay(event) },
  { label: 'Time', of: ({ time }) => time },
  { label: 'Location', of: ({ location }) => location },
]

/** An event's sort key: by its day, then by its start; without a time it comes first. */
const place = (event: Event) => `${isoDay(event)} ${String(readHours(event.time)?.start ?? 0).padStart(4, '0')}`

/** All events, earliest first. Everyone may read them. */
export async function listEvents(db: Database): Promise<Event[]> {
  const events = await db.selectFrom('events').selectAll().orderBy('id').execute()
  return events.sort((one, other) => (place(one) < place(other) ? -1 : place(one) > place(other) ? 1 : 0))
}

/** One event, or null. */
export async function findEvent(db: Database, id: number): Promise<Event | null> {
  return (await db.selectFrom('events').selectAll().where('id', '=', id).executeTakeFirst()) ?? null
}

/** Adds an event and returns its record. */
export async function addEvent(db: Database, tutor: Actor, event: NewEvent): Promise<Event> {
  return db.transaction().execute(async (change) => {
    const added = await change.insertInto('events').values(event).returningAll().executeTakeFirstOrThrow()
    await noteEvent(change, tutor, 'added', added)
    return added
  })
}

/** Changes an event and returns its record. Throws Refused, 404, and what merged throws. */
export async function changeEvent(db: Database, tutor: Actor, id: number, change: Change<NewEvent>): Promise<Event> {
  return db.transaction().execute(async (transaction) => {
    const before = found(await findEvent(transaction, id))
    const event = await merged(transaction, 'event', before, change, newEvent)
    const update = transaction.updateTable('events').set({ ...event, version: before.version + 1 })
    const changed = await update.where('id', '=', id).returningAll().executeTakeFirstOrThrow()
    await noteEvent(transaction, tutor, 'changed', changed)
    return changed
  })
}

/** Removes an event and returns the removed record. Throws Refused, 404. */
export async function removeEvent(db: Database, tutor: Actor, id: number): Promise<Event> {
  return erasing(db, async (change) => {
    const remove = change.deleteFrom('events').where('id', '=', id)
    const removed = found(await remove.returningAll().executeTakeFirst())
    await noteEvent(change, tutor, 'deleted', removed)
    return removed
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
