import type { Tutor } from '~/domain/accounts/account'
import { listStudents } from '~/domain/accounts/accounts.server'
import { getShortNames } from '~/domain/accounts/names'
import type { Database } from '~db/schema'
import { isTwin } from './clashes'
import { getSessionsOn, getWeekday, listDaysFrom, type SessionSwitch } from './day'
import { listSessionChanges } from './session-changes.server'
import { listSessionsOfWeekday, type WeekSession } from './week.server'

/** The names of the students in some sessions; null if one is for everyone. */
export async function listNamesIn(
  db: Database,
  tutor: Tutor,
  sessions: readonly Pick<WeekSession, 'studentIds'>[],
): Promise<string[] | null> {
  if (sessions.some(({ studentIds }) => studentIds.length === 0)) return null
  const ids = [...new Set(sessions.flatMap(({ studentIds }) => studentIds))]
  const students = await listStudents(db, tutor, ids)
  const names = getShortNames(students)
  return students.flatMap(({ id }) => (ids.includes(id) ? (names.get(id) ?? '') : []))
}

/**
 * The sessions that a switch names, and those that people call the same, which it leaves as they are. Each with its students; null for
 * everyone. Empty if none exists.
 */
export async function listTwins(db: Database, tutor: Tutor, { ids, day, isOff }: SessionSwitch) {
  const week = (await listSessionsOfWeekday(db, getWeekday(day))).map((session) => ({ ...session, isOwn: false }))
  const sessions = getSessionsOn(day, week, [])
  const changes = await listSessionChanges(db, listDaysFrom(day, 1))
  const isSwitched = (id: number) => (changes.find(({ sessionId }) => sessionId === id)?.isOff ?? false) === isOff
  const named = sessions.filter(({ id }) => ids.includes(id))
  const twins = sessions.filter(
    (one) => named.includes(one) || (!isSwitched(one.id) && named.some((other) => isTwin(one, other))),
  )
  return Promise.all(twins.map(async (session) => ({ ...session, names: await listNamesIn(db, tutor, [session]) })))
}
export type Twin = Awaited<ReturnType<typeof listTwins>>[number]
