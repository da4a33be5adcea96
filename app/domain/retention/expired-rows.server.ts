import { type RawBuilder, sql } from 'kysely'
import { formatRemovedCount, type RetentionCategory } from '~/content/retention-terms'
import { website } from '~/domain/accounts/account'
import { erasePerson } from '~/domain/accounts/personal-data.server'
import { logActivity } from '~/domain/activity/activity.server'
import { eraseOldAddresses } from '~/domain/deliveries/queue.server'
import { formatDublinTime } from '~/domain/events/days'
import { discardFilesAfter } from '~/domain/files/store.server'
import { deleteUnconfirmed } from '~/domain/subscribers/subscription.server'
import type { Database, Tables } from '~db/schema'

/** Categories stored as table rows, unlike accounts and files. */
export type RetainedTable = Exclude<RetentionCategory, 'leftFiles' | 'closedAccounts'>

interface RetainedRows {
  table: keyof Tables
  /**
   * Columns from which the retention period counts; at most one applies to a row. Conditions are literals, to match the indexes.
   */
  dates: readonly [StartColumn, ...StartColumn[]]
  /** Replaces plain deletion of the rows that began before a moment, in the caller's transaction. Returns the number removed. */
  remove?: (change: Database, before: string) => Promise<number>
}

interface StartColumn {
  column: string
  where?: RawBuilder<boolean>
  /** True for a day in Dublin (YYYY-MM-DD), rather than a moment. */
  isDay?: true
}

/** Table, start of the retention period and removal of each category. */
const retainedTables: Record<RetainedTable, RetainedRows> = {
  enquiries: {
    table: 'enquiries',
    dates: [
      { column: 'answeredAt', where: sql`suspected = 0` },
      { column: 'createdAt', where: sql`suspected = 1` },
    ],
  },
  activity: { table: 'activity', dates: [{ column: 'at' }] },
  unconfirmedSignUps: {
    table: 'subscribers',
    dates: [{ column: 'createdAt', where: sql`active = 0 and confirmToken is not null` }],
    remove: deleteUnconfirmed,
  },
  otherMails: {
    table: 'deliveries',
    dates: [{ column: 'settledAt', where: sql`kind not in ('newsletter', 'enquiry')` }],
  },
  readers: {
    table: 'deliveries',
    dates: [{ column: 'settledAt', where: sql`kind = 'newsletter' and erasedAt is null` }],
    remove: eraseOldAddresses,
  },
  endedSessions: {
    table: 'sessions',
    dates: [
      { column: 'expiresAt', where: sql`endedAt is null` },
      { column: 'endedAt', where: sql`endedAt is not null` },
    ],
  },
  absences: { table: 'absences', dates: [{ column: 'endDate', isDay: true }] },
  attendance: { table: 'attendance', dates: [{ column: 'date', isDay: true }] },
  questions: { table: 'questions', dates: [{ column: 'until', isDay: true }] },
  interruptedForms: { table: 'interruptedForms', dates: [{ column: 'createdAt' }] },
  tickets: { table: 'tickets', dates: [{ column: 'savedAt' }] },
}

const createCondition = ({ where }: StartColumn) => (where ? sql`${where} and` : sql``)

const isBefore = ({ column, isDay }: StartColumn, before: string) =>
  sql`${sql.ref(column)} < ${isDay ? formatDublinTime(new Date(before)).slice(0, 10) : before}`

/** Removes rows that began before a moment, in the caller's transaction. Returns the number removed. */
export async function removeExpiredRows(change: Database, what: RetainedTable, before: string): Promise<number> {
  const { table, dates, remove } = retainedTables[what]
  if (remove) return remove(change, before)
  let removed = 0
  for (const since of dates) {
    const deletion = sql`delete from ${sql.table(table)} where ${createCondition(since)} ${isBefore(since, before)}`
    removed += Number((await deletion.execute(change)).numAffectedRows ?? 0)
  }
  return removed
}

export async function countExpiredRows(db: Database, what: RetainedTable, before: string): Promise<number> {
  const { table, dates } = retainedTables[what]
  let count = 0
  for (const since of dates) {
    const found = sql<{ n: number }>`select count(*) as n from ${sql.table(table)}
      where ${createCondition(since)} ${isBefore(since, before)}`
    count += (await found.execute(db)).rows[0]?.n ?? 0
  }
  return count
}

/** When the oldest row began; null without rows. */
export async function findOldestRow(db: Database, what: RetainedTable): Promise<string | null> {
  const { table, dates } = retainedTables[what]
  const first: string[] = []
  for (const { column, where } of dates) {
    const found = sql<{ at: string | null }>`select min(${sql.ref(column)}) as at from ${sql.table(table)} ${
      where ? sql`where ${where}` : sql``
    }`
    const at = (await found.execute(db)).rows[0]?.at
    if (at) first.push(at)
  }
  return first.sort()[0] ?? null
}

export interface FormerStudent {
  id: number
  firstName: string
  lastName: string
  closedAt: string
  files: number
  /** True if their current files are all exported; an earlier export may have had fewer. */
  isExported: boolean
}

/** People with closed accounts, or only `id`, in the order they left. */
export async function listFormerStudents(db: Database, id?: number): Promise<FormerStudent[]> {
  const people = await db
    .selectFrom('users')
    .where('erasedAt', 'is', null)
    .where('closedAt', 'is not', null)
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? 0))
    .select(['users.id', 'firstName', 'lastName', 'closedAt', 'exportedAt'])
    .execute()
  const former: FormerStudent[] = []
  for (const { exportedAt, ...person } of people) {
    const own = db.selectFrom('files').where('studentId', '=', person.id)
    const { files, newest } = await own
      .select(({ fn }) => [fn.countAll<number>().as('files'), fn.max('uploadedAt').as('newest')])
      .executeTakeFirstOrThrow()
    const isExported = files === 0 || (exportedAt !== null && exportedAt > (newest ?? ''))
    former.push({ ...person, closedAt: person.closedAt ?? '', files, isExported })
  }
  return former.sort((one, other) => one.closedAt.localeCompare(other.closedAt))
}

/** True if a person left before a moment and their files are exported, so that files or account can be removed. */
export const canRemove = ({ closedAt, isExported }: FormerStudent, before: string): boolean =>
  closedAt < before && isExported

type ReadCutoff = (change: Database) => Promise<string | null>

/** Removes and logs a former student's files, if that is still due. Returns the number removed. */
export async function removeFilesOfFormerStudent(
  db: Database,
  uploads: string,
  id: number,
  readCutoff: ReadCutoff,
): Promise<number> {
  return discardFilesAfter(db, uploads, (discardLater) =>
    db.transaction().execute(async (change) => {
      if (!(await isDue(change, id, readCutoff))) return 0
      const deleted = await change.deleteFrom('files').where('studentId', '=', id).returning('storageKey').execute()
      discardLater(deleted)
      const title = formatRemovedCount('leftFiles', deleted.length)
      if (deleted.length > 0) await logActivity(change, website, { action: 'removed', noun: 'retention', title })
      return deleted.length
    }),
  )
}

/** Erases a former student, if that is still due. Returns the number erased. */
export async function eraseFormerStudent(
  db: Database,
  uploads: string,
  id: number,
  readCutoff: ReadCutoff,
): Promise<number> {
  const isErased = await erasePerson(db, uploads, website, id, (change) => isDue(change, id, readCutoff))
  return isErased ? 1 : 0
}

async function isDue(change: Database, id: number, readCutoff: ReadCutoff): Promise<boolean> {
  const [[person], moment] = [await listFormerStudents(change, id), await readCutoff(change)]
  return person !== undefined && moment !== null && canRemove(person, moment)
}
