import { createHash } from 'node:crypto'
import { queueMail } from '~/domain/deliveries/deliveries.server'
import type { Database, Row } from '~db/schema'
import type { SignUp } from './schema'
import { newRow, nowActive, nowUnsubscribed, removeTraces, subscriberAt } from './subscribers.server'

const ONE_DAY = 24 * 3_600_000

/** What the page behind a secret link shows of whose link it is. */
export type OwnSubscription = Pick<Row<'subscribers'>, 'email'> & { active: boolean }

/**
 * A visitor's own sign-up. It says nothing of what was there: an address on the list answers like a new one and keeps its
 * details, so that nobody can learn who subscribes. Whoever is not active becomes it, with a
 * welcome by mail; with `doubleOptIn` only once the link in a mail was used. Each of these mails goes to an address at
 * most once a day, however often somebody types it here.
 */
export async function signUp(
  db: Database,
  { email, name }: SignUp,
  { doubleOptIn }: { doubleOptIn: boolean },
): Promise<void> {
  await db.transaction().execute(async (change) => {
    const present = await subscriberAt(change, email)
    if (present?.active) return
    const subscriber = present ?? (await addInactive(change, { email, name }))
    if (doubleOptIn) await askToConfirm(change, subscriber)
    else await activate(change, subscriber)
  })
}

/** Makes the sign-up final that `confirmToken` was sent for. Gives whose it is; null when the token is used or unknown. */
export async function confirmSignUp(db: Database, confirmToken: string): Promise<OwnSubscription | null> {
  return db.transaction().execute(async (change) => {
    const subscriber = await withSecret(change, 'confirmToken', confirmToken)
    if (!subscriber) return null
    await activate(change, subscriber)
    return { email: subscriber.email, active: true }
  })
}

/** Whose sign-up `confirmToken` would make final, or null. */
export async function findUnconfirmed(db: Database, confirmToken: string): Promise<OwnSubscription | null> {
  return own(await withSecret(db, 'confirmToken', confirmToken))
}

/** Whose unsubscribe link holds `token`, or null. */
export async function findByLink(db: Database, token: string): Promise<OwnSubscription | null> {
  return own(await withSecret(db, 'token', token))
}

/** Unsubscribes whoever's link it is, as often as they like. Gives whose it is, or null. */
export async function unsubscribe(db: Database, token: string): Promise<OwnSubscription | null> {
  return db.transaction().execute(async (change) => {
    const subscriber = await withSecret(change, 'token', token)
    if (!subscriber) return null
    const isIn = subscriber.active === 1 || subscriber.confirmToken !== null
    if (isIn) await update(change, subscriber, nowUnsubscribed())
    return { email: subscriber.email, active: false }
  })
}

/** 'Subscribe again' of whoever's link it is: it came to their mailbox, so nothing has to be confirmed. Gives whose it is, or null. */
export async function subscribeAgain(db: Database, token: string): Promise<OwnSubscription | null> {
  return db.transaction().execute(async (change) => {
    const subscriber = await withSecret(change, 'token', token)
    if (!subscriber) return null
    if (!subscriber.active) await update(change, subscriber, nowActive)
    return { email: subscriber.email, active: true }
  })
}

/** Sends an address its unsubscribe link, at most once a day; nothing where it gets no newsletter. Never tells which. */
export async function requestUnsubscribeLink(db: Database, email: string): Promise<void> {
  await db.transaction().execute(async (change) => {
    const subscriber = await subscriberAt(change, email)
    if (subscriber?.active) await mailOncePerDay(change, 'unsubscribe', subscriber)
  })
}

/**
 * Removes the sign-ups whose confirmation was asked for before a moment and never came. Whoever had unsubscribed earlier
 * stays unsubscribed: that is a wish. Gives how many.
 */
export async function forgetUnconfirmed(db: Database, before: string): Promise<number> {
  return db.transaction().execute(async (change) => {
    const late = await change
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
    for (const { id, unsubscribedAt } of late)
      if (unsubscribedAt === null) await removeTraces(change, id)
      else await change.updateTable('subscribers').set({ confirmToken: null }).where('id', '=', id).execute()
    return late.length
  })
}

type SubscriberRow = Row<'subscribers'>

async function addInactive(change: Database, { email, name }: SignUp): Promise<SubscriberRow> {
  const row = newRow({ email, name, isGuardian: false, studentName: null })
  return change
    .insertInto('subscribers')
    .values({ ...row, active: 0 })
    .returningAll()
    .executeTakeFirstOrThrow()
}

async function activate(change: Database, subscriber: SubscriberRow): Promise<void> {
  await update(change, subscriber, nowActive)
  await mailOncePerDay(change, 'welcome', subscriber)
}

async function askToConfirm(change: Database, subscriber: SubscriberRow): Promise<void> {
  await update(change, subscriber, { confirmToken: confirmTokenOf(subscriber) })
  await mailOncePerDay(change, 'confirm', subscriber)
}

/** Always the same for a subscriber: where no second mail leaves on a day, the link in the first one works again. */
function confirmTokenOf({ token }: SubscriberRow): string {
  return createHash('sha256').update(`confirm ${token}`).digest('hex').slice(0, 32)
}

async function mailOncePerDay(
  change: Database,
  kind: 'welcome' | 'confirm' | 'unsubscribe',
  { id, email, name }: SubscriberRow,
): Promise<void> {
  const since = new Date(Date.now() - ONE_DAY).toISOString()
  const mailed = await change
    .selectFrom('deliveries')
    .select('id')
    .where('subscriberId', '=', id)
    .where('kind', '=', kind)
    .where('createdAt', '>', since)
    .executeTakeFirst()
  if (!mailed) await queueMail(change, { kind, email, name, subscriberId: id })
}

async function update(change: Database, { id }: SubscriberRow, fields: Partial<SubscriberRow>): Promise<void> {
  const update = change.updateTable('subscribers').set(({ eb }) => ({ ...fields, version: eb('version', '+', 1) }))
  await update.where('id', '=', id).execute()
}

async function withSecret(
  db: Database,
  column: 'token' | 'confirmToken',
  secret: string,
): Promise<SubscriberRow | undefined> {
  return db.selectFrom('subscribers').selectAll().where(column, '=', secret).executeTakeFirst()
}

function own(row: SubscriberRow | undefined): OwnSubscription | null {
  return row ? { email: row.email, active: row.active === 1 } : null
}
