import { z } from 'zod'
import type { Database } from '~db/schema'
import { website } from './account'
import { writeClosure } from './close-account.server'
import { findPersonById, logAccount } from './people.server'
import { erasePerson } from './personal-data.server'
import { removeSecondStep } from './second-step.server'
import { closeOn } from './student-days'

/** The log's actions on a password and on a second step. The later of two databases is right about each. */
const passwordActions = ['set a password']
const secondStepActions = ['turned on the second step', 'turned off the second step', 'made new recovery codes']

/** An account in the database that a restore replaces. */
export const replacedAccount = z.object({
  id: z.int(),
  createdAt: z.string(),
  passwordHash: z.string(),
  closedAt: z.string().nullable(),
  lastDay: z.string().nullable().default(null),
  // Databases from before migration 011 have no erased people.
  erasedAt: z.string().nullable().default(null),
  /** False while a tutor has not confirmed it since an earlier restore. */
  isConfirmed: z.boolean().default(true),
  /** The last time of each action on the account, from the activity log. */
  lastActions: z.record(z.string(), z.string()),
  secondStep: z
    .object({
      lockedKey: z.string(),
      begunAt: z.string(),
      confirmedAt: z.string(),
      lastTimeStep: z.int(),
      recoverySalt: z.string(),
      codeHashes: z.array(z.string()),
    })
    .nullable(),
})
export type ReplacedAccount = z.output<typeof replacedAccount>

export const replacedAccounts = z.object({
  accounts: z.array(replacedAccount).default([]),
  /** When the replaced database's activity log begins. */
  logBegins: z.string().nullable().default(null),
  /** Open accounts of the backup that the replaced database says nothing about. */
  unconfirmed: z.array(z.object({ userId: z.int(), lastSeenAt: z.string().nullable() })).default([]),
})
export type ReplacedAccounts = z.output<typeof replacedAccounts>

/** Erases again, in a restored database, the people who were erased in the replaced one, with their files. Returns how many. */
export async function eraseAgain(db: Database, uploads: string, { accounts }: ReplacedAccounts): Promise<number> {
  let erased = 0
  for (const { id, erasedAt } of accounts) {
    if (!erasedAt) continue
    // Closed first: the last tutor of the backup may be among them.
    await db
      .updateTable('users')
      .set({ closedAt: erasedAt })
      .where('id', '=', id)
      .where('closedAt', 'is', null)
      .execute()
    const isThere = async (change: Database) => (await findPersonById(change, id)) !== null
    if (await erasePerson(db, uploads, website, id, isThere)) erased++
  }
  return erased
}

/**
 * Repeats in a restored database what happened to accounts in the replaced one: closures, changed passwords and second steps. Call it in
 * a transaction. Returns how many of each.
 */
export async function mergeReplacedAccounts(change: Database, { accounts, logBegins, unconfirmed }: ReplacedAccounts) {
  const carried = { closed: 0, passwords: 0, secondSteps: 0 }
  for (const { id, closedAt, lastDay, passwordHash, lastActions, secondStep } of accounts) {
    const columns = ['closedAt', 'passwordHash', 'firstDay', 'lastDay', 'earlierDays'] as const
    const people = change.selectFrom('users').select(columns).where('id', '=', id)
    const person = await people.where('erasedAt', 'is', null).where('demonstration', '=', 0).executeTakeFirst()
    if (!person) continue
    const own = await readLastActions(change, id)
    // True unless the backup has a later action, which happens if the replaced database is an older backup itself.
    const isLater = (actions: string[]) =>
      (findLast(own, actions) ?? '') <= (findLast(lastActions, actions) ?? logBegins ?? '')
    if (closedAt && !person.closedAt && closedAt > (own.reopened ?? '')) {
      const days = lastDay ? closeOn(person, lastDay) : null
      await writeClosure(change, id, { closedAt, days: days ?? undefined })
      await logAccount(change, website, 'closed', id)
      carried.closed++
    }
    if (passwordHash !== person.passwordHash && isLater(passwordActions)) {
      await change.updateTable('users').set({ passwordHash }).where('id', '=', id).execute()
      carried.passwords++
    }
    if (isLater(secondStepActions) && (await mergeSecondStep(change, id, secondStep))) carried.secondSteps++
  }
  for (const one of unconfirmed) await change.replaceInto('restoredAccounts').values(one).execute()
  return carried
}

const findLast = (lastActions: Record<string, string>, actions: string[]) =>
  actions
    .flatMap((action) => lastActions[action] ?? [])
    .sort()
    .at(-1)

async function readLastActions(db: Database, id: number): Promise<Record<string, string>> {
  const lines = db.selectFrom('activity').where('noun', '=', 'account').where('recordId', '=', id)
  const last = await lines
    .select(({ fn }) => ['action', fn.max('at').as('at')])
    .groupBy('action')
    .execute()
  return Object.fromEntries(last.map(({ action, at }) => [action, at]))
}

/** Replaces a second step and its unused recovery codes. What was used in either database stays used. Returns false for no change. */
async function mergeSecondStep(change: Database, userId: number, replaced: StoredStep): Promise<boolean> {
  const present = await readStoredStep(change, userId)
  const merged = replaced && present ? withoutUsed(replaced, present) : replaced
  if (JSON.stringify(merged) === JSON.stringify(present)) return false
  await removeSecondStep(change, userId)
  if (!merged) return true
  const { codeHashes, ...step } = merged
  await change
    .insertInto('secondSteps')
    .values({ userId, ...step })
    .execute()
  for (const codeHash of codeHashes) await change.insertInto('recoveryCodes').values({ userId, codeHash }).execute()
  return true
}

type StoredStep = ReplacedAccount['secondStep']

function withoutUsed(step: NonNullable<StoredStep>, other: NonNullable<StoredStep>): NonNullable<StoredStep> {
  const isSameKey = step.lockedKey === other.lockedKey
  const hasSameCodes = step.recoverySalt === other.recoverySalt
  return {
    ...step,
    lastTimeStep: isSameKey ? Math.max(step.lastTimeStep, other.lastTimeStep) : step.lastTimeStep,
    codeHashes: hasSameCodes ? step.codeHashes.filter((hash) => other.codeHashes.includes(hash)) : step.codeHashes,
  }
}

async function readStoredStep(db: Database, userId: number): Promise<StoredStep> {
  const steps = db.selectFrom('secondSteps').selectAll().where('userId', '=', userId)
  const step = await steps.where('confirmedAt', 'is not', null).executeTakeFirst()
  const codes = db.selectFrom('recoveryCodes').select('codeHash').where('userId', '=', userId).orderBy('codeHash')
  const codeHashes = (await codes.execute()).map(({ codeHash }) => codeHash)
  return replacedAccount.shape.secondStep.parse(step ? { ...step, codeHashes } : null)
}
