import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import type { Tutor } from '~/domain/accounts/account'
import { logActivity } from '~/domain/activity/activity.server'
import { type Page, paginate } from '~/domain/page.server'
import type { Audience } from '~db/choices'
import type { Database, NewRow, Row, Tables } from '~db/schema'

export type Delivery = Row<'deliveries'>
type NewMail = Pick<NewRow<'deliveries'>, 'kind' | 'email'> & Partial<NewRow<'deliveries'>>

/** Queues a mail in the transaction of its cause. The worker (app/mail) sends it when due: at once without `dueAt`. */
export async function queueMail(change: Database, mail: NewMail): Promise<void> {
  const now = new Date().toISOString()
  const none = { newsletterId: null, subscriberId: null, enquiryId: null, name: null }
  const row = { ...none, dueAt: now, createdAt: now, ...mail }
  await change.insertInto('deliveries').values(row).execute()
}

/** Shown instead of an erased address; `erasedAt` marks the row. */
export const ERASED_ADDRESS = 'An address that was erased'

/** Erases the addresses of the selected deliveries; their outcomes stay. Returns how many. */
export async function eraseDeliveryAddresses(
  change: Database,
  condition: (deliveries: ExpressionBuilder<Tables, 'deliveries'>) => Expression<SqlBool>,
): Promise<number> {
  const deliveries = change.updateTable('deliveries').where(condition)
  // A mail server's reason may contain the address.
  await deliveries.set({ reason: ERASED_ADDRESS }).where('reason', 'is not', null).execute()
  const { numUpdatedRows } = await deliveries
    .set({ email: ERASED_ADDRESS, name: null, subscriberId: null, erasedAt: new Date().toISOString() })
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

/** This many newsletters refused for good in a row show that an address does not work. */
export const MAX_REFUSED = 3

/** SQL condition on subscribers: their address does not work, so they get no newsletters until a tutor says so. */
export const isUndeliverable = sql<boolean>`json_array_length(refusedNewsletters) >= ${sql.lit(MAX_REFUSED)}`

/** The same of a row. */
export const hasUndeliverableAddress = ({ refusedNewsletters }: Pick<Row<'subscribers'>, 'refusedNewsletters'>) =>
  (JSON.parse(refusedNewsletters) as number[]).length >= MAX_REFUSED

/** The columns of a subscriber whose address is good, as far as we know. */
export const NO_REFUSALS = { bouncedAt: null, bounceReason: null, refusedNewsletters: '[]' } as const

/**
 * Records that a mail server refused the address of a newsletter or other mail for good. The same newsletter counts once. It says nothing
 * about the address that the subscriber has since.
 */
export async function recordRefusal(
  change: Database,
  { subscriberId, newsletterId, kind, email }: Pick<Delivery, 'subscriberId' | 'newsletterId' | 'kind' | 'email'>,
  refused: { bouncedAt: string; bounceReason: string },
): Promise<void> {
  const subscriber = change
    .updateTable('subscribers')
    .where('id', '=', subscriberId ?? 0)
    .where('email', '=', email)
  await subscriber.set(refused).execute()
  if (kind !== 'newsletter' || newsletterId === null) return
  const isNew = sql<boolean>`${newsletterId} not in (select value from json_each(refusedNewsletters))`
  const added = sql<string>`json_insert(refusedNewsletters, '$[#]', cast(${newsletterId} as integer))`
  await subscriber.set({ refusedNewsletters: added }).where(isNew).execute()
}

/** Undoes recordRefusal, for a refusal that was not about the address. */
export async function removeRefusal(
  change: Database,
  { subscriberId, newsletterId }: Pick<Delivery, 'subscriberId' | 'newsletterId'>,
): Promise<void> {
  const others = sql<string>`(select json_group_array(value) from json_each(refusedNewsletters) where value is not ${newsletterId})`
  const subscriber = change.updateTable('subscribers').where('id', '=', subscriberId ?? 0)
  await subscriber.set({ bouncedAt: null, bounceReason: null, refusedNewsletters: others }).execute()
}

export function selectAudience(db: Database, audience: Audience) {
  const active = db.selectFrom('subscribers').where('active', '=', 1).where(sql<boolean>`not ${isUndeliverable}`)
  return active.$if(audience === 'guardians', (those) => those.where('isGuardian', '=', 1))
}

/** Queues a newsletter within the transaction that sends it: one delivery per subscriber, due at `dueAt`. Returns how many. */
export async function queueNewsletter(
  change: Database,
  { newsletterId, audience, dueAt }: { newsletterId: number; audience: Audience; dueAt: string },
): Promise<number> {
  const createdAt = new Date().toISOString()
  const mails = selectAudience(change, audience).select(({ val }) => [
    ...(['id as subscriberId', 'email', 'name'] as const),
    val('newsletter').as('kind'),
    val(newsletterId).as('newsletterId'),
    val(dueAt).as('dueAt'),
    val(createdAt).as('createdAt'),
  ])
  const columns = ['subscriberId', 'email', 'name', 'kind', 'newsletterId', 'dueAt', 'createdAt'] as const
  const insert = change.insertInto('deliveries').columns(columns).expression(mails)
  const { numInsertedOrUpdatedRows } = await insert.executeTakeFirstOrThrow()
  return Number(numInsertedOrUpdatedRows ?? 0)
}

async function hasStarted(db: Database, newsletterId: number): Promise<boolean> {
  const mails = db.selectFrom('deliveries').select('id').where('newsletterId', '=', newsletterId)
  const started = mails
    .where('kind', '=', 'newsletter')
    .where(({ eb, or }) => or([eb('state', '<>', 'pending'), eb('attempts', '>', 0)]))
  return (await started.limit(1).executeTakeFirst()) !== undefined
}

/** Whether a newsletter has mails, and all failed. */
export async function hasOnlyFailedMails(db: Database, newsletterId: number): Promise<boolean> {
  const mails = db.selectFrom('deliveries').select('state').distinct().where('newsletterId', '=', newsletterId)
  const states = await mails.where('kind', '=', 'newsletter').execute()
  return states.length === 1 && states[0]?.state === 'failed'
}

/** Whether any mail of a newsletter waits or is in flight. */
export async function isBeingSent(db: Database, newsletterId: number): Promise<boolean> {
  const mails = db.selectFrom('deliveries').select('id').where('newsletterId', '=', newsletterId)
  const unfinished = mails.where('kind', '=', 'newsletter').where('state', 'in', ['pending', 'sending'])
  return (await unfinished.limit(1).executeTakeFirst()) !== undefined
}

/**
 * Removes a newsletter's queued mails, within the transaction that stops it. Returns false, and changes nothing, if any has been
 * sent or attempted.
 */
export async function withdrawNewsletter(change: Database, newsletterId: number): Promise<boolean> {
  if (await hasStarted(change, newsletterId)) return false
  const mails = change.deleteFrom('deliveries').where('newsletterId', '=', newsletterId)
  await mails.where('kind', '=', 'newsletter').execute()
  return true
}

/**
 * How many of a newsletter's mails are in each state. `pending` includes mails in flight, so the sum is the number queued.
 * `isStarted` is true once any was sent or attempted.
 */
export type DeliveryCounts = Record<'pending' | 'sent' | 'failed' | 'uncertain', number> & { isStarted: boolean }

/** The counts by newsletter id; newsletters without deliveries have none. */
export async function countDeliveries(
  db: Database,
  _tutor: Tutor,
  newsletterIds: readonly number[],
): Promise<Map<number, DeliveryCounts>> {
  const rows = await db
    .selectFrom('deliveries')
    .where('kind', '=', 'newsletter')
    .where('newsletterId', 'in', newsletterIds)
    .groupBy(['newsletterId', 'state'])
    .select(({ fn }) => [
      'newsletterId',
      'state',
      fn.countAll<number>().as('number'),
      fn.max('attempts').as('attempts'),
    ])
    .execute()
  const counts = new Map<number, DeliveryCounts>()
  for (const { newsletterId: id, state, number, attempts } of rows) {
    if (id === null) continue
    const ofNewsletter = counts.get(id) ?? { pending: 0, sent: 0, failed: 0, uncertain: 0, isStarted: false }
    ofNewsletter[state === 'sending' ? 'pending' : state] += number
    ofNewsletter.isStarted ||= state !== 'pending' || attempts > 0
    counts.set(id, ofNewsletter)
  }
  return counts
}

/** One page of a newsletter's failed and uncertain mails: failed ones first, by address. */
export async function paginateTroubledMails(
  db: Database,
  _tutor: Tutor,
  newsletterId: number,
  page: number,
): Promise<Page<Delivery>> {
  const mails = db.selectFrom('deliveries').selectAll().where('newsletterId', '=', newsletterId)
  const troubled = mails.where('kind', '=', 'newsletter').where('state', 'in', ['failed', 'uncertain'])
  return paginate(troubled.orderBy('state').orderBy('email').orderBy('id'), page)
}

/**
 * Makes a newsletter's mails in a state due now, all or `only` one, to the addresses that their readers have now, except to people who have
 * unsubscribed and addresses that do not work. Returns how many.
 */
export async function sendAgain(
  db: Database,
  tutor: Tutor,
  { id, title }: { id: number; title: string },
  { state, only }: { state: 'failed' | 'uncertain'; only?: number },
): Promise<number> {
  return db.transaction().execute(async (change) => {
    const { numUpdatedRows } = await change
      .updateTable('deliveries')
      .set(({ selectFrom }) => ({
        ...{ state: 'pending', attempts: 0, dueAt: new Date().toISOString(), settledAt: null },
        email: selectFrom('subscribers')
          .select('email')
          .whereRef('subscribers.id', '=', 'subscriberId')
          .$asScalar()
          .$notNull(),
      }))
      .where('newsletterId', '=', id)
      .where('kind', '=', 'newsletter')
      .where('state', '=', state)
      .where('subscriberId', 'in', selectAudience(db, 'all').select('id'))
      .$if(only !== undefined, (query) => query.where('id', '=', only ?? 0))
      .executeTakeFirstOrThrow()
    if (numUpdatedRows > 0n)
      await logActivity(change, tutor, { action: 'sent again', noun: 'newsletter', recordId: id, title })
    return Number(numUpdatedRows)
  })
}

/** Sends a subscriber's waiting mails to their new address. */
export async function redirectWaiting(change: Database, subscriberId: number, email: string): Promise<void> {
  const waiting = change.updateTable('deliveries').where('subscriberId', '=', subscriberId)
  await waiting.where('state', '=', 'pending').set({ email }).execute()
}

/** A newsletter's uncertain mail `id`, or null. */
export async function findUncertain(db: Database, _tutor: Tutor, newsletterId: number, id: number) {
  const mail = db.selectFrom('deliveries').select(['id', 'email', 'name']).where('id', '=', id)
  const uncertain = mail.where('newsletterId', '=', newsletterId).where('state', '=', 'uncertain')
  return (await uncertain.executeTakeFirst()) ?? null
}
