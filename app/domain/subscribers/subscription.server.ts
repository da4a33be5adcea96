import { createHash } from 'node:crypto'
import { z } from 'zod'
import { hasUndeliverableAddress, queueMail } from '~/domain/deliveries/deliveries.server'
import { paths } from '~/paths'
import type { Database, Row } from '~db/schema'
import type { SignUp } from './schema'
import {
  ACTIVE_COLUMNS,
  createConsentColumns,
  createSubscriberRow,
  createUnsubscribedColumns,
  findByAddress,
  removeTraces,
  type ShownConsentText,
} from './subscribers.server'

const ONE_DAY = 24 * 3_600_000

/** What the page of an unsubscribe or confirmation link shows of its owner. */
export type OwnSubscription = Pick<Row<'subscribers'>, 'email'> & { active: boolean }

/** Signs up a visitor without revealing whether the address was known. An address gets each kind of email once a day. */
export async function signUp(
  db: Database,
  { email, name }: SignUp,
  { doubleOptIn, shown }: { doubleOptIn: boolean; shown?: ShownConsentText },
): Promise<void> {
  await db.transaction().execute(async (change) => {
    const present = await findByAddress(change, email)
    if (present?.active) {
      // If the address works again, its server accepts this mail, which storeOutcome takes for an answer.
      if (hasUndeliverableAddress(present)) await mailOncePerDay(change, 'welcome', present)
      return
    }
    const consent = shown ? createConsentColumns('page', shown) : createConsentColumns('call')
    const subscriber = present ?? (await addInactive(change, { email, name }, consent))
    if (doubleOptIn) await requestConfirmation(change, subscriber, consent)
    else await activate(change, subscriber, consent)
  })
}

/** Completes the sign-up of `confirmToken`. Returns the subscriber; null if the token is used or unknown. */
export function confirmSignUp(db: Database, confirmToken: string): Promise<OwnSubscription | null> {
  return updateOwnSubscription(db, 'confirmToken', confirmToken, async (change, subscriber) => {
    await activate(change, subscriber, { confirmedAt: new Date().toISOString() })
    return true
  })
}

export async function findUnconfirmed(db: Database, confirmToken: string): Promise<OwnSubscription | null> {
  return toOwnSubscription(await findBySecret(db, 'confirmToken', confirmToken))
}

export async function findByLink(db: Database, token: string): Promise<OwnSubscription | null> {
  return toOwnSubscription(await findBySecret(db, 'token', token))
}

/** Unsubscribes a link's owner; repeating it has no effect. Returns the owner, or null. */
export function unsubscribe(db: Database, token: string): Promise<OwnSubscription | null> {
  return updateOwnSubscription(db, 'token', token, async (change, subscriber) => {
    if (subscriber.active || subscriber.confirmToken !== null)
      await updateSubscriber(change, subscriber, createUnsubscribedColumns())
    return false
  })
}

/** Subscribes a link's owner again. Needs no confirmation, because the link came by email. Returns the owner, or null. */
export function subscribeAgain(db: Database, token: string, agreedWords: string): Promise<OwnSubscription | null> {
  return updateOwnSubscription(db, 'token', token, async (change, subscriber) => {
    const consent = {
      ...createConsentColumns('page', { words: agreedWords, from: paths.unsubscribe.index }),
      confirmedAt: new Date().toISOString(),
    }
    if (!subscriber.active) await updateSubscriber(change, subscriber, { ...ACTIVE_COLUMNS, ...consent })
    return true
  })
}

/** The people in the database that a restore replaces who do not want the newsletter. */
export const replacedUnsubscribed = z.array(z.object({ email: z.string(), unsubscribedAt: z.string() }))

/**
 * Unsubscribes these people in a restored database, so that no restore undoes a 'no', unless they agreed later than that. Call it in a
 * transaction. Returns how many it was.
 */
export async function keepUnsubscribed(
  change: Database,
  unsubscribed: z.output<typeof replacedUnsubscribed>,
): Promise<number> {
  let count = 0
  for (const { email, unsubscribedAt } of unsubscribed) {
    const subscriber = await findByAddress(change, email)
    if (!subscriber || (subscriber.agreedAt ?? '') > unsubscribedAt) continue
    if (!subscriber.active && subscriber.confirmToken === null) continue
    await updateSubscriber(change, subscriber, { ...createUnsubscribedColumns(), unsubscribedAt })
    count += 1
  }
  return count
}

/** Emails an active subscriber the unsubscribe link, at most once a day. Does not reveal whether the address is subscribed. */
export async function requestUnsubscribeLink(db: Database, email: string): Promise<void> {
  await db.transaction().execute(async (change) => {
    const subscriber = await findByAddress(change, email)
    if (subscriber?.active) await mailOncePerDay(change, 'unsubscribe', subscriber)
  })
}

/**
 * Removes sign-ups not confirmed since a moment, in the caller's transaction; people who had unsubscribed before stay unsubscribed.
 * Returns the number.
 */
export async function deleteUnconfirmed(change: Database, before: string): Promise<number> {
  const expired = await change
    .selectFrom('subscribers')
    .select(['id', 'unsubscribedAt'])
    .where('active', '=', 0)
    .where('confirmToken', 'is not', null)
    .where('createdAt', '<', before)
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('deliveries')
            .select('deliveries.id')
            .whereRef('subscriberId', '=', 'subscribers.id')
            .where('kind', '=', 'confirm')
            .where(({ eb, or }) => or([eb('deliveries.createdAt', '>=', before), eb('settledAt', 'is', null)])),
        ),
      ),
    )
    .execute()
  for (const { id, unsubscribedAt } of expired)
    if (unsubscribedAt === null) await removeTraces(change, id)
    else await change.updateTable('subscribers').set({ confirmToken: null }).where('id', '=', id).execute()
  return expired.length
}

type SubscriberRow = Row<'subscribers'>

async function addInactive(
  change: Database,
  { email, name }: SignUp,
  consent: ReturnType<typeof createConsentColumns>,
): Promise<SubscriberRow> {
  const row = {
    ...createSubscriberRow({ email, name, isGuardian: false, studentName: null }, consent),
    active: 0 as const,
  }
  return change.insertInto('subscribers').values(row).returningAll().executeTakeFirstOrThrow()
}

type Consent = Partial<ReturnType<typeof createConsentColumns>> | { confirmedAt: string }

async function activate(change: Database, subscriber: SubscriberRow, consent: Consent): Promise<void> {
  await updateSubscriber(change, subscriber, { ...ACTIVE_COLUMNS, ...consent })
  await mailOncePerDay(change, 'welcome', subscriber)
}

async function requestConfirmation(change: Database, subscriber: SubscriberRow, consent: Consent): Promise<void> {
  await updateSubscriber(change, subscriber, { ...consent, confirmToken: createConfirmToken(subscriber) })
  await mailOncePerDay(change, 'confirm', subscriber)
}

/** The same for each subscriber, because a second sign-up in a day sends no email, and the first link must keep working. */
function createConfirmToken({ token }: SubscriberRow): string {
  return createHash('sha256').update(`confirm ${token}`).digest('hex').slice(0, 32)
}

async function mailOncePerDay(
  change: Database,
  kind: 'welcome' | 'confirm' | 'unsubscribe',
  { id, email, name }: SubscriberRow,
): Promise<void> {
  const since = new Date(Date.now() - ONE_DAY).toISOString()
  const mails = change.selectFrom('deliveries').select('id').where('subscriberId', '=', id).where('kind', '=', kind)
  if (!(await mails.where('createdAt', '>', since).executeTakeFirst()))
    await queueMail(change, { kind, email, name, subscriberId: id })
}

async function updateSubscriber(
  change: Database,
  { id }: SubscriberRow,
  fields: Partial<SubscriberRow>,
): Promise<void> {
  const update = change.updateTable('subscribers').set(({ eb }) => ({ ...fields, version: eb('version', '+', 1) }))
  await update.where('id', '=', id).execute()
}

type SecretColumn = 'token' | 'confirmToken'

async function findBySecret(db: Database, column: SecretColumn, secret: string): Promise<SubscriberRow | undefined> {
  return db.selectFrom('subscribers').selectAll().where(column, '=', secret).executeTakeFirst()
}

function updateOwnSubscription(
  db: Database,
  column: SecretColumn,
  secret: string,
  run: (change: Database, subscriber: SubscriberRow) => Promise<boolean>,
): Promise<OwnSubscription | null> {
  return db.transaction().execute(async (change) => {
    const subscriber = await findBySecret(change, column, secret)
    return subscriber ? { email: subscriber.email, active: await run(change, subscriber) } : null
  })
}

function toOwnSubscription(row: SubscriberRow | undefined): OwnSubscription | null {
  return row ? { email: row.email, active: row.active === 1 } : null
}
