import { type RawBuilder, sql } from 'kysely'
import type { RetentionCategory } from '~/content/retention-terms'
import { eraseOldAddresses } from '~/domain/deliveries/queue.server'
import { formatDublinTime } from '~/domain/dublin'
import { forgetUnconfirmed } from '~/domain/subscribers/subscription.server'
import type { Database, Tables } from '~db/schema'

/** Categories stored as table rows, unlike accounts and files (former-students.server.ts). */
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
    remove: forgetUnconfirmed,
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
