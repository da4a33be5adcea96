import { formatDate, formatIsoDay, getToday } from '~/domain/events/days'
import { orNotFound, Refused } from '~/domain/refused'
import { log } from '~/log.server'
import type { Database } from '~db/schema'
import { type Actor, sortByName, type Tutor } from './account'
import {
  changeOpenAccount,
  endSessionsOf,
  findPersonById,
  logAccount,
  type PersonRecord,
  selectPeople,
  writeLastDay,
} from './people.server'
import { LAST_DAY_BEFORE_FIRST } from './schema'
import { closeOn, continueFrom, getUsualReturn, type StudentTime } from './student-days'

/**
 * Closes an account and ends its sessions. `lastDay` becomes a student's last day (see closeOn); see writeLastDay without one. Throws what
 * requireOpenAccount and requireAnotherTutor throw, and Refused, invalid, for a last day before the first.
 */
export async function closeAccountById(
  db: Database,
  actor: Actor,
  id: number,
  lastDay: string | null = null,
): Promise<void> {
  await changeOpenAccount(db, actor, id, 'closed', async (change) => {
    await requireAnotherTutor(change, id)
    const stored = change.selectFrom('users').select(['firstDay', 'lastDay', 'earlierDays']).where('id', '=', id)
    const days = lastDay ? closeOn(await stored.executeTakeFirstOrThrow(), lastDay) : undefined
    if (days === null) throw new Refused('invalid', LAST_DAY_BEFORE_FIRST, { field: 'lastDay' })
    await writeClosure(change, id, { closedAt: new Date().toISOString(), days })
  })
}

/**
 * Closes an account within a transaction, without checking or logging it. Without `days`, a student who has no last day has it on the
 * day of `closedAt`.
 */
export async function writeClosure(
  change: Database,
  id: number,
  { closedAt, days }: { closedAt: string; days?: StudentTime },
): Promise<void> {
  await change.updateTable('users').set({ closedAt, demonstration: 0 }).where('id', '=', id).execute()
  const student = change.updateTable('users').where('id', '=', id).where('role', '=', 'student')
  if (days) await student.set(days).execute()
  else await writeLastDay(change, id, closedAt)
  await endSessionsOf(change, id)
  for (const table of [
    'signInCards',
    'dayCodes',
    'familyLinks',
    'homeFamilies',
    'shownAtHome',
    'groupStudents',
    'restoredAccounts',
  ] as const)
    await change.deleteFrom(table).where('userId', '=', id).execute()
}

/**
 * Reopens a closed account with its former password. A student's days count again from `firstDay`, today without one; those before they
 * left stay. Returns the record. Throws Refused: conflict if it is open, erased or belonged to the demonstration, invalid for a first day before
 * the last one.
 */
export async function reopenAccountById(
  db: Database,
  actor: Actor,
  id: number,
  firstDay?: string | null,
): Promise<PersonRecord> {
  return db.transaction().execute(async (change) => {
    const closed = selectPeople(change).where('users.id', '=', id).where('closedAt', 'is not', null)
    const person = await closed.where('demonstration', '=', 0).executeTakeFirst()
    if (!person) throw new Refused('conflict', 'This account can’t be opened again.')
    const { lastDay } = person
    if (firstDay && lastDay && firstDay < lastDay)
      throw new Refused(
        'invalid',
        `Their last day was ${formatDate(lastDay)}. Please choose that day or a later one.`,
        {
          field: 'firstDay',
        },
      )
    const today = formatIsoDay(getToday())
    const days = person.role === 'student' ? continueFrom(person, firstDay ?? getUsualReturn(person, today)) : {}
    const changes = { closedAt: null, ...days, version: person.version + 1 }
    await change.updateTable('users').set(changes).where('id', '=', id).execute()
    await logAccount(change, actor, 'reopened', id)
    return orNotFound(await findPersonById(change, id))
  })
}

/** Throws Refused, conflict, if `id` is the last open tutor. Demonstration tutors don't count for a real one. */
export async function requireAnotherTutor(db: Database, id: number): Promise<void> {
  const open = db.selectFrom('users').select(['id', 'demonstration']).where('closedAt', 'is', null)
  const tutors = await open.where('role', '=', 'tutor').execute()
  const leaving = tutors.find((tutor) => tutor.id === id)
  if (!leaving) return
  const hasOther = tutors.some((tutor) => tutor !== leaving && tutor.demonstration <= leaving.demonstration)
  if (!hasOther) throw new Refused('conflict', 'This is the last tutor. Please add another tutor first.')
}

// A closed or erased account has no row.
const selectRestored = (db: Database) =>
  db
    .selectFrom('restoredAccounts')
    .innerJoin('users', 'users.id', 'userId')
    .select(['users.id', 'username', 'firstName', 'lastName', 'role', 'lastSeenAt'])

/** The open accounts that may have been closed or erased since the backup that was restored, by name, for tutors to confirm. */
export async function listRestoredAccounts(db: Database, _tutor: Tutor) {
  return sortByName(await selectRestored(db).execute())
}
export type RestoredAccount = Awaited<ReturnType<typeof listRestoredAccounts>>[number]

/** Confirms that accounts may log in. Returns how many were waiting for it. */
export async function confirmRestoredAccounts(db: Database, tutor: Tutor, ids: readonly number[]): Promise<number> {
  return db.transaction().execute(async (change) => {
    const waiting = await selectRestored(change).where('users.id', 'in', ids).execute()
    for (const { id } of waiting) {
      await change.deleteFrom('restoredAccounts').where('userId', '=', id).execute()
      await logAccount(change, tutor, 'confirmed', id)
    }
    return waiting.length
  })
}

/** Logs which accounts no tutor has confirmed yet. */
export async function warnOfRestoredAccounts(db: Database): Promise<void> {
  const waiting = await selectRestored(db).orderBy('userId').execute()
  if (waiting.length === 0) return
  const accounts = waiting.map(({ id, role, lastSeenAt }) => ({ id, role, lastSeenAt }))
  log.warn(
    { accounts },
    'these accounts can log in since a restore, and may have been closed or erased before it: confirm them under Profile',
  )
}
