import type { Tutor } from '~/domain/accounts/account'
import { Refused } from '~/domain/refused'
import { eraseWithin } from '~db/erase'
import type { Database } from '~db/schema'
import type { JoinedSession } from './fill-week.server'
import { TABLE_SESSIONS } from './import-limits'
import { changeWeekSession, findWeekSession, getSessionTitle, removeWeekSession } from './week.server'

/** How long a tutor can undo adding sessions, in ms. */
const UNDO_TIME = 10 * 60_000

/** A longer Undo would not fit into an address. */
const MAX_UNDO_LENGTH = 1500

/**
 * What one transaction added, for an address: the first and last id, which are in a row, then each joined session with its version and
 * whom it was for before. '101-105 12v3:4.5'. Empty if it is too long for an address.
 */
export function formatAdded(sessions: readonly { id: number }[], joined: readonly JoinedSession[] = []): string {
  const range = sessions.length > 0 ? [`${sessions[0]?.id}-${sessions.at(-1)?.id}`] : []
  const text = [...range, ...joined.map(({ id, version, before }) => `${id}v${version}:${before.join('.')}`)].join(' ')
  return text.length > MAX_UNDO_LENGTH ? '' : text
}

function parseRange(added: string): [first: number, last: number] {
  const [, first = 0, last = 0] = (/^(\d{1,15})-(\d{1,15})(?: |$)/.exec(added) ?? []).map(Number)
  // No form adds more at once.
  return last - first < TABLE_SESSIONS ? [first, last] : [0, 0]
}

const parseJoined = (added: string): JoinedSession[] =>
  [...added.slice(0, MAX_UNDO_LENGTH).matchAll(/(?:^| )(\d{1,15})v(\d{1,9}):([\d.]{0,900})(?= |$)/g)].map(
    ([, id, version, before = '']) => ({
      id: Number(id),
      version: Number(version),
      before: before.split('.').filter(Boolean).map(Number),
    }),
  )

/** The sessions that students joined with this tutor's last change, a short time ago. */
async function listUndoableJoins(db: Database, tutor: Tutor, added: string): Promise<JoinedSession[]> {
  const joined = parseJoined(added)
  if (joined.length === 0) return []
  const rows = await db
    .selectFrom('weekSessions')
    .innerJoin('activity', 'activity.recordId', 'weekSessions.id')
    .select(['weekSessions.id', 'weekSessions.version'])
    .where(
      'weekSessions.id',
      'in',
      joined.map(({ id }) => id),
    )
    .where('activity.noun', '=', 'session of the week')
    .where('activity.action', '=', 'changed')
    .where('activity.actorId', '=', tutor.id)
    .where('activity.at', '>', getEarliestUndoable())
    .execute()
  const unchanged = joined.filter((one) => rows.some(({ id, version }) => id === one.id && version === one.version))
  const undoable: JoinedSession[] = []
  for (const one of unchanged) {
    const session = await findWeekSession(db, tutor, one.id)
    if (session && takesOut(session.studentIds, one.before)) undoable.push(one)
  }
  return undoable
}

/** True if a session for `before` has fewer students than one for `now`; none means everyone. */
const takesOut = (now: readonly number[], before: readonly number[]) =>
  before.length > 0 && (now.length === 0 || (before.length < now.length && before.every((id) => now.includes(id))))

const getEarliestUndoable = () => new Date(Date.now() - UNDO_TIME).toISOString()

/** The sessions of a range that this tutor added a short time ago, and that no one has changed since. */
async function listUndoable(db: Database, tutor: Tutor, added: string): Promise<number[]> {
  const [first, last] = parseRange(added)
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
    .where('activity.at', '>', getEarliestUndoable())
    .execute()
  return rows.map(({ id }) => id)
}

/** How many of the added and joined sessions undoAdded would put back. */
export const countUndoable = async (db: Database, tutor: Tutor, added: string): Promise<number> =>
  (await listUndoable(db, tutor, added)).length + (await listUndoableJoins(db, tutor, added)).length

/** The titles of the added and joined sessions but those of `undone`. */
async function listLeft(db: Database, added: string, undone: readonly number[]): Promise<string[]> {
  const [first, last] = parseRange(added)
  const joined = parseJoined(added).map(({ id }) => id)
  const sessions = db.selectFrom('weekSessions').selectAll().where('id', 'not in', undone).orderBy('id')
  const left = sessions.where(({ or, and, eb }) =>
    or([and([eb('id', '>=', first), eb('id', '<=', last)]), eb('id', 'in', joined)]),
  )
  return (await left.execute()).map(getSessionTitle)
}

/**
 * Removes sessions that this tutor has just added, and takes students out of those that they joined. Returns the number of sessions, and
 * the titles of those that changed since and so stay. Throws Refused, conflict, if it is too late.
 */
export function undoAdded(db: Database, tutor: Tutor, added: string): Promise<{ undone: number; left: string[] }> {
  return eraseWithin(db, async (change) => {
    const ids = await listUndoable(change, tutor, added)
    const joined = await listUndoableJoins(change, tutor, added)
    if (ids.length + joined.length === 0)
      throw new Refused('conflict', 'It is too late to undo this. Delete the sessions one by one.')
    const left = await listLeft(change, added, [...ids, ...joined.map(({ id }) => id)])
    for (const id of ids) await removeWeekSession(change, tutor, id)
    for (const { id, before } of joined) await changeWeekSession(change, tutor, id, { patch: { studentIds: before } })
    return { undone: ids.length + joined.length, left }
  })
}
