import type { Tutor } from '~/domain/accounts/account'
import { Refused } from '~/domain/refused'
import { eraseWithin } from '~db/erase'
import type { Database } from '~db/schema'
import { removeWeekSession } from './week.server'

/** How long a tutor can undo adding sessions, in ms. */
const UNDO_TIME = 10 * 60_000

/** Sessions that one transaction added, so their ids are in a row: '101-105'. */
export const formatAdded = (sessions: readonly { id: number }[]): string =>
  sessions.length > 0 ? `${sessions[0]?.id}-${sessions.at(-1)?.id}` : ''

/** The sessions of a range that this tutor added a short time ago, and that no one has changed since. */
async function listUndoable(db: Database, tutor: Tutor, added: string): Promise<number[]> {
  const [, first = 0, last = 0] = (/^(\d{1,15})-(\d{1,15})$/.exec(added) ?? []).map(Number)
  if (first === 0) return []
  const rows = await db
    .selectFrom('weekSessions')
    .innerJoin('activity', 'activity.recordId', 'weekSessions.id')
    .select('weekSessions.id')
    .where('weekSessions.id', '>=', first)
    .where('weekSessions.id', '<=', last)
    .where('weekSessions.version', '=', 1)
    .where('activity.noun', '=', 'session of the week')
    .where('activity.action', '=', 'added')
    .where('activity.actorId', '=', tutor.id)
    .where('activity.at', '>', new Date(Date.now() - UNDO_TIME).toISOString())
    .execute()
  return rows.map(({ id }) => id)
}

/** How many of the added sessions undoAdded would remove. */
export const countUndoable = async (db: Database, tutor: Tutor, added: string): Promise<number> =>
  (await listUndoable(db, tutor, added)).length

/** Removes sessions that this tutor has just added, and returns their number. Throws Refused, 409, if it is too late. */
export function undoAdded(db: Database, tutor: Tutor, added: string): Promise<number> {
  return eraseWithin(db, async (change) => {
    const ids = await listUndoable(change, tutor, added)
    if (ids.length === 0) throw new Refused(409, 'It is too late to undo this. Delete the sessions one by one.')
    for (const id of ids) await removeWeekSession(change, tutor, id)
    return ids.length
  })
}
