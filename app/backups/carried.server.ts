import { existsSync } from 'node:fs'
import type SQLite from 'better-sqlite3'
import { z } from 'zod'
import {
  eraseAgain,
  mergeReplacedAccounts,
  type ReplacedAccount,
  replacedAccount,
  replacedAccounts,
} from '~/domain/accounts/merge-accounts.server'
import {
  markQueries,
  mergeReplacedConsents,
  READ_CONSENTS,
  replacedConsents,
} from '~/domain/consent/merge-consents.server'
import { dropSetting, readSetting } from '~/domain/portal-settings.server'
import { keepUnsubscribed, replacedUnsubscribed } from '~/domain/subscribers/subscription.server'
import { log } from '~/log.server'
import { eraseWithin } from '~db/erase'
import type { Database } from '~db/schema'
import { hasTable, isDamageError, withSqlite } from './database.server'

/** What happened since the backup and must not be undone: photo permissions, who may log in, and who left the newsletter. */
const carriedData = z.object({
  ...replacedConsents.shape,
  ...replacedAccounts.shape,
  // What an earlier version carried has none.
  unsubscribed: replacedUnsubscribed.default([]),
})
type CarriedData = z.output<typeof carriedData>

/** An account that can log in after a restore, though nothing says whether it was closed or erased since the backup. */
export interface AccountToConfirm {
  userId: number
  username: string
  name: string
  role: string
  lastSeenAt: string | null
}

interface RestoredAccount extends AccountToConfirm {
  createdAt: string
  isOpen: boolean
}

/**
 * Stores in the restored database what the replaced one knows and a restore must not undo; the next start applies it (applyCarried).
 * Returns the accounts for tutors to confirm: the open ones that the replaced database, if it can be read, does not have. Call it before
 * the sessions are removed, because they say when people were last here.
 */
export function carryOver(from: string, to: string): AccountToConfirm[] {
  const replaced = existsSync(from) ? readReplaced(from) : null
  return withSqlite(to, {}, (sqlite) => {
    sqlite.pragma('secure_delete = ON')
    const restored = listRestoredAccounts(sqlite)
    const isSame = createMatcher(replaced?.accounts ?? [], restored)
    const known = restored.map((account) => ({
      account,
      found: replaced?.accounts.find((one) => isSame(one, account)),
    }))
    const toConfirm = known.flatMap(({ account, found }) =>
      account.isOpen && (!found || (!found.isConfirmed && !found.closedAt)) ? [account] : [],
    )
    const carried: CarriedData = {
      ...(replaced ?? { consents: [], marks: [], erased: [], logBegins: null, unsubscribed: [] }),
      accounts: known.flatMap(({ found }) => found ?? []),
      unconfirmed: toConfirm.map(({ userId, lastSeenAt }) => ({ userId, lastSeenAt })),
    }
    if (hasTable(sqlite, 'portalSettings'))
      sqlite
        .prepare("insert or replace into portalSettings (name, value) values ('carriedByRestore', ?)")
        .run(JSON.stringify(carried))
    return toConfirm
  })
}

type Replaced = Omit<CarriedData, 'unconfirmed'>

/** What a replaced database knows; null for a damaged one, or another program's. */
function readReplaced(path: string): Replaced | null {
  try {
    return withSqlite(path, { readonly: true }, (sqlite) => {
      if (!hasTable(sqlite, 'users')) return null
      // From an earlier restore, if Riverbank was not started in between: later than what its database says.
      const before = carriedData.partial().parse(JSON.parse(readCarried(sqlite) ?? '{}'))
      const unsubscribed = readUnsubscribed(sqlite, before)
      return { ...readConsents(sqlite, before), ...readAccounts(sqlite, before), unsubscribed }
    })
  } catch (error) {
    if (!isDamageError(error)) throw error
    log.warn({ err: error }, 'the damaged database can’t be read for what has changed since this backup')
    return null
  }
}

function readCarried(sqlite: SQLite.Database): string | null {
  if (!hasTable(sqlite, 'portalSettings')) return null
  // The second name is from before migration 057.
  const settings = sqlite.prepare(
    "select value from portalSettings where name in ('carriedByRestore', 'consentsCarried') order by name",
  )
  return (settings.pluck().get() as string | undefined) ?? null
}

type Before = Partial<CarriedData>

function readConsents(sqlite: SQLite.Database, before: Before): Pick<Replaced, 'consents' | 'marks' | 'erased'> {
  if (!hasTable(sqlite, 'photoConsents')) return { consents: [], marks: [], erased: [] }
  const all = <Found>(statement: string) => sqlite.prepare(statement).all() as Found[]
  const known = markQueries.filter(({ table }) => hasTable(sqlite, table))
  return {
    consents: [...all<Replaced['consents'][0]>(READ_CONSENTS), ...(before.consents ?? [])],
    marks: [...known.flatMap(({ marks }) => all<Replaced['marks'][0]>(marks)), ...(before.marks ?? [])],
    erased: [...known.flatMap(({ erased }) => all<Replaced['erased'][0]>(erased)), ...(before.erased ?? [])],
  }
}

function readUnsubscribed(sqlite: SQLite.Database, before: Before): Replaced['unsubscribed'] {
  if (!hasTable(sqlite, 'subscribers')) return []
  // The oldest databases have no moments.
  const all = sqlite.prepare('select * from subscribers where active = 0').all() as Partial<
    Replaced['unsubscribed'][0]
  >[]
  const known = all.flatMap(({ email, unsubscribedAt }) => (email && unsubscribedAt ? [{ email, unsubscribedAt }] : []))
  return [...known, ...(before.unsubscribed ?? [])]
}

type UserRow = Pick<ReplacedAccount, 'id' | 'createdAt' | 'passwordHash' | 'closedAt'> & {
  erasedAt?: string | null
  lastDay?: string | null
  demonstration?: number
}

function readAccounts(sqlite: SQLite.Database, before: Before): Pick<Replaced, 'accounts' | 'logBegins'> {
  const ifTable = <Found>(table: string, query: string): Found[] =>
    hasTable(sqlite, table) ? (sqlite.prepare(query).all() as Found[]) : []
  const users = sqlite.prepare('select * from users').all() as UserRow[]
  const byPerson = <Found extends { userId: number }>(table: string, query: string) =>
    Map.groupBy(ifTable<Found>(table, query), ({ userId }) => userId)
  const actions = byPerson<{ userId: number; action: string; at: string }>(
    'activity',
    "select recordId as userId, action, max(at) as at from activity where noun = 'account' group by recordId, action",
  )
  const steps = byPerson('secondSteps', 'select * from secondSteps where confirmedAt is not null')
  const codes = byPerson<{ userId: number; codeHash: string }>(
    'recoveryCodes',
    'select userId, codeHash from recoveryCodes order by codeHash',
  )
  const unconfirmed = [
    ...ifTable<{ userId: number }>('restoredAccounts', 'select userId from restoredAccounts'),
    ...(before.unconfirmed ?? []),
  ].map(({ userId }) => userId)
  const [first] = ifTable<{ at: string | null }>('activity', 'select min(at) as at from activity')
  const accounts = users
    .filter(({ demonstration }) => demonstration !== 1)
    .map(({ id, createdAt, passwordHash, closedAt, erasedAt = null, lastDay = null }): ReplacedAccount => {
      const step = steps.get(id)?.[0]
      const codeHashes = codes.get(id)?.map(({ codeHash }) => codeHash) ?? []
      const own = actions.get(id)?.map(({ action, at }) => [action, at] as const) ?? []
      const present = {
        ...{ id, createdAt, passwordHash, closedAt, erasedAt, lastDay },
        lastActions: Object.fromEntries(own),
        secondStep: replacedAccount.shape.secondStep.parse(step ? { ...step, codeHashes } : null),
      }
      const waiting = before.accounts?.find((one) => one.id === id && one.createdAt === createdAt)
      return { ...present, ...waiting, isConfirmed: !unconfirmed.includes(id) }
    })
  return { accounts, logBegins: before.logBegins ?? first?.at ?? null }
}

/** The accounts of the database to restore, with the times when their people were last here. */
function listRestoredAccounts(sqlite: SQLite.Database): RestoredAccount[] {
  const seenIn = [
    'select userId, lastUsedAt as at from sessions',
    ...(hasTable(sqlite, 'activity') ? ['select actorId, at from activity where actorId is not null'] : []),
    ...(hasTable(sqlite, 'restoredAccounts') ? ['select userId, lastSeenAt from restoredAccounts'] : []),
  ].join(' union all ')
  const seen = new Map(
    sqlite.prepare(`select userId, max(at) from (${seenIn}) group by userId`).raw().all() as [number, string | null][],
  )
  type Row = UserRow & { username: string; firstName: string; lastName: string; role: string }
  return (sqlite.prepare('select * from users order by role desc, username').all() as Row[])
    .filter(({ erasedAt, demonstration }) => !erasedAt && demonstration !== 1)
    .map(({ id, username, firstName, lastName, role, createdAt, closedAt }) => ({
      ...{ userId: id, username, role, createdAt, name: `${firstName} ${lastName}`.trim() },
      ...{ isOpen: closedAt === null, lastSeenAt: seen.get(id) ?? null },
    }))
}

/**
 * Whether two accounts are one. An id can be another person's in another database; the time of its creation can't. People erased before
 * migration 057 have lost theirs: they are found by their id, if the databases have another account in common.
 */
function createMatcher(replaced: ReplacedAccount[], restored: RestoredAccount[]) {
  const isEqual = (one: ReplacedAccount, other: RestoredAccount) =>
    one.id === other.userId && one.createdAt === other.createdAt
  const hasCommon = replaced.some((one) => restored.some((other) => isEqual(one, other)))
  return (one: ReplacedAccount, other: RestoredAccount) =>
    isEqual(one, other) ||
    (hasCommon && one.id === other.userId && one.erasedAt === one.createdAt && other.createdAt < one.createdAt)
}

/** Applies to a restored database, after its migrations, what carryOver stored in it. An interrupted run is repeated by the next one. */
export async function applyCarried(db: Database, uploads: string): Promise<void> {
  const value = await readSetting(db, 'carriedByRestore')
  if (value === undefined) return
  const carried = carriedData.parse(JSON.parse(value))
  const erased = await eraseAgain(db, uploads, carried)
  await eraseWithin(db, async (change) => {
    await mergeReplacedConsents(change, carried)
    const numbers = await mergeReplacedAccounts(change, carried)
    await dropSetting(change, 'carriedByRestore')
    const unsubscribed = await keepUnsubscribed(change, carried.unsubscribed)
    const counts = { ...numbers, erased, unsubscribed, consents: carried.consents.length, marks: carried.marks.length }
    log.info(
      counts,
      'the restore kept what has changed since the backup: photo permissions, who may log in, who left the newsletter',
    )
    return true
  })
  const tutors = db.selectFrom('users').select('id').where('role', '=', 'tutor').where('closedAt', 'is', null)
  if (carried.accounts.length > 0 && !(await tutors.executeTakeFirst()))
    log.error('no tutor can log in: all tutors of the backup have left since. Add one: npm run user -- add')
}
