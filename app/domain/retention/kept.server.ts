import { type RawBuilder, sql } from 'kysely'
import type { RetentionCategory } from '~/content/retention-terms'
import { eraseOldAddresses } from '~/domain/deliveries/queue.server'
import { formatDublinTime } from '~/domain/dublin'
import { forgetUnconfirmed } from '~/domain/subscribers/subscription.server'
import type { Database, Tables } from '~db/schema'

/** What has a term and is a row of a table, rather than a person's account or files (left.server.ts). */
export type RetainedTable = Exclude<RetentionCategory, 'leftFiles' | 'closedAccounts'>

interface Kept {
  table: keyof Tables
  /** From when the term of a row counts; a row has it from one of these at most. Conditions are literals, as indexes have them. */
  dates: readonly [Since, ...Since[]]
  /** Removes what began before a moment, within a transaction, where that is not to delete the rows. Returns how many. */
  remove?: (change: Database, before: string) => Promise<number>
}

interface Since {
  column: string
  where?: RawBuilder<boolean>
  /** True where it holds a day (YYYY-MM-DD) in Dublin, and no moment. */
  isDay?: true
}

/** Where each of them is, from when its term counts, and how it goes. */
const stored: Record<RetainedTable, Kept> = {
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
  questions: { table: 'questions', dates: [{ column: 'until', isDay: true }] },
  interruptedForms: { table: 'interruptedForms', dates: [{ column: 'createdAt' }] },
  tickets: { table: 'tickets', dates: [{ column: 'savedAt' }] },
}

const those = ({ where }: Since) => (where ? sql`${where} and` : sql``)

const isBefore = ({ column, isDay }: Since, before: string) =>
  sql`${sql.ref(column)} < ${isDay ? formatDublinTime(new Date(before)).slice(0, 10) : before}`

/** Removes what began before a moment, within a transaction. Returns how many. */
export async function removeExpiredRows(change: Database, what: RetainedTable, before: string): Promise<number> {
  const { table, dates, remove } = stored[what]
  if (remove) return remove(change, before)
  let removed = 0
  for (const since of dates) {
    const gone = sql`delete from ${sql.table(table)} where ${those(since)} ${isBefore(since, before)}`
    removed += Number((await gone.execute(change)).numAffectedRows ?? 0)
  }
  return removed
}

export async function countExpiredRows(db: Database, what: RetainedTable, before: string): Promise<number> {
  const { table, dates } = stored[what]
  let count = 0
  for (const since of dates) {
    const found = sql<{ n: number }>`select count(*) as n from ${sql.table(table)}
      where ${those(since)} ${isBefore(since, before)}`
    count += (await found.execute(db)).rows[0]?.n ?? 0
  }
  return count
}

/** When the oldest of them began; null where there is none. */
export async function findOldestRow(db: Database, what: RetainedTable): Promise<string | null> {
  const { table, dates } = stored[what]
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
