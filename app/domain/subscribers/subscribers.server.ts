import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { formatFullName, type Tutor } from '~/domain/accounts/account'
import { createActivityLogger } from '~/domain/activity/activity.server'
import { applyPatch, type Change, type FieldDescriptions } from '~/domain/change.server'
import {
  ERASED_ADDRESS,
  eraseDeliveryAddresses,
  hasUndeliverableAddress,
  isUndeliverable,
  NO_REFUSALS,
  redirectWaiting,
} from '~/domain/deliveries/deliveries.server'
import { sweepOutbox } from '~/domain/deliveries/outbox.server'
import {
  type CursorRequest,
  countRows,
  findIdsContaining,
  NEWEST_FIRST,
  paginate,
  paginateIds,
  readInBatches,
  readRecordPage,
} from '~/domain/page.server'
import { defineRecordSchema, moment, recordId, recordVersion, textOrNone } from '~/domain/record'
import { orNotFound, Refused } from '~/domain/refused'
import { cleanEmail, getAddressKey } from '~/email-address'
import { paths } from '~/paths'
import { type AgreedOn, agreedOn } from '~db/choices'
import { eraseWithin } from '~db/erase'
import type { Bit, Database, NewRow, Row } from '~db/schema'
import { type NewSubscriber, newSubscriber, type SubscriberChange, subscriberChange } from './schema'

/** A subscriber, without the secrets of the links in their emails. */
export type Subscriber = ReturnType<typeof toSubscriber>

/** Subscribers per page: on a phone, each is a card with buttons. */
const SUBSCRIBERS_A_PAGE = 18
const SUBSCRIBERS_A_PART = 200

/** One batch of the list, for a tutor. */
export const listSubscribers = (db: Database, _tutor: Tutor, requested?: CursorRequest) => readBatch(db, requested)

function readBatch(db: Database, requested?: CursorRequest) {
  return readRecordPage(db.selectFrom('subscribers').selectAll(), requested, NEWEST_FIRST, toSubscriber)
}

/** All subscribers, newest first, in batches, so that other requests get a turn in between. */
export function listSubscribersInBatches(db: Database): AsyncIterable<Subscriber[]> {
  return readInBatches((requested) => readBatch(db, requested), SUBSCRIBERS_A_PART)
}

/**
 * One page, counted from 1, of subscribers whose address, name or student's name contains `text`, with the number of matches and of
 * all.
 */
export async function findSubscribers(
  db: Database,
  _tutor: Tutor,
  { text = '', page = 1 }: { text?: string; page?: number },
) {
  const all = await countSubscribers(db)
  const subscribers = db.selectFrom('subscribers').selectAll()
  const searched = db.selectFrom('subscribers').select(['id', 'email', 'name', 'studentName', 'createdAt'])
  const getText = ({ email, name, studentName }: Pick<Subscriber, 'email' | 'name' | 'studentName'>) =>
    [email, name, studentName].join('\n')
  const read = (ids: number[]) => subscribers.where('id', 'in', ids).execute()
  const inOrder = subscribers.orderBy('createdAt', 'desc').orderBy('id', 'desc')
  const { items, found, ...place } = text.trim()
    ? await paginateIds(
        await findIdsContaining(searched, NEWEST_FIRST, { text, getText }),
        page,
        read,
        SUBSCRIBERS_A_PAGE,
      )
    : await paginate(inOrder, page, { perPage: SUBSCRIBERS_A_PAGE, found: all })
  return { subscribers: items.map(toSubscriber), ...place, matching: found, all }
}

/** Up to this many addresses that do not work are named above the list. */
const MAX_NAMED = 10

/** How many active subscribers' addresses do not work, and some of these. */
export async function findUndeliverable(db: Database, _tutor: Tutor): Promise<{ number: number; emails: string[] }> {
  const undeliverable = db.selectFrom('subscribers').where('active', '=', 1).where(isUndeliverable)
  const named = await undeliverable.select('email').limit(MAX_NAMED).execute()
  const number = named.length < MAX_NAMED ? named.length : await countRows(undeliverable)
  return { number, emails: named.map(({ email }) => email) }
}

/** A subscriber, for a tutor. */
export const findSubscriber = (db: Database, _tutor: Tutor, id: number): Promise<Subscriber | null> => findById(db, id)

async function findById(db: Database, id: number): Promise<Subscriber | null> {
  const row = await db.selectFrom('subscribers').selectAll().where('id', '=', id).executeTakeFirst()
  return row ? toSubscriber(row) : null
}

/** Names of the tutors who vouch for these subscribers, by tutor id. */
export async function findVouchingTutors(
  db: Database,
  _tutor: Tutor,
  subscribers: Pick<Subscriber, 'vouchedById'>[],
): Promise<Map<number, string>> {
  const ids = [...new Set(subscribers.flatMap(({ vouchedById }) => vouchedById ?? []))]
  if (ids.length === 0) return new Map()
  const tutors = db.selectFrom('users').select(['id', 'firstName', 'lastName']).where('id', 'in', ids)
  return new Map(
    (await tutors.execute()).map(({ id, firstName, lastName }) => [id, formatFullName({ firstName, lastName })]),
  )
}

/** Data export for a subscriber (GDPR article 15): the record, and the emails we sent. Throws Refused, notFound. */
export async function exportSubscriber(db: Database, tutor: Tutor, id: number) {
  return db.transaction().execute(async (change) => {
    const subscriber = orNotFound(await findSubscriber(change, tutor, id))
    const { vouchedById, version: _, ...held } = subscriber
    const deliveries = change.selectFrom('deliveries').leftJoin('newsletters', 'newsletters.id', 'newsletterId')
    const mails = deliveries.where('subscriberId', '=', id)
    await logSubscriber(change, tutor, 'took out the data', subscriber)
    const vouchedBy = vouchedById ? (await findVouchingTutors(change, tutor, [subscriber])).get(vouchedById) : null
    const columns = ['kind', 'title', 'deliveries.createdAt', 'state', 'settledAt', 'reason'] as const
    return { ...held, vouchedBy, mails: await mails.select(columns).execute() }
  })
}

/** Adds a subscriber without an email. Throws Refused, conflict, for an address on the list, even if it is unsubscribed. */
export async function addSubscriber(db: Database, tutor: Tutor, subscriber: NewSubscriber): Promise<Subscriber> {
  const how = createVouchedColumns({ tutor, from: 'form', words: subscriber.vouchedFor })
  return db.transaction().execute(async (change) => {
    await requireNotOnList(change, tutor, subscriber.email)
    const insert = change.insertInto('subscribers').values(createSubscriberRow(subscriber, how))
    const added = await insert.returningAll().executeTakeFirstOrThrow()
    await logSubscriber(change, tutor, 'added', added)
    return toSubscriber(added)
  })
}

/** Throws Refused, conflict, if `email` is an address on the list. */
export async function requireNotOnList(db: Database, _tutor: Tutor, email: unknown): Promise<void> {
  const present = typeof email === 'string' ? await findByAddress(db, cleanEmail(email)) : undefined
  if (present) throw new Refused('conflict', describeExisting(toSubscriber(present)), { field: 'email' })
}

export const describeSubscriber: FieldDescriptions<NewSubscriber> = [
  { label: 'Email Address', getText: ({ email }) => email },
  { label: 'Name', getText: ({ name }) => name },
  { label: 'Parent or guardian', getText: ({ isGuardian }) => (isGuardian ? 'Yes' : 'No') },
  { label: 'Student Name', getText: ({ studentName }) => studentName },
  { label: 'How you know they agreed', getText: ({ vouchedFor }) => vouchedFor },
]

/** Changes a subscriber's details. Throws Refused: notFound; conflict for an address on the list, or before the old address is confirmed. */
export async function editSubscriber(
  db: Database,
  tutor: Tutor,
  id: number,
  change: Change<NewSubscriber>,
): Promise<Subscriber> {
  return db.transaction().execute(async (transaction) => {
    const before = orNotFound(await findById(transaction, id))
    const { isGuardian, ...fields } = await applyPatch(transaction, 'subscriber', before, change, newSubscriber)
    const isOtherAddress = getAddressKey(fields.email) !== getAddressKey(before.email)
    if (isOtherAddress) await requireNotOnList(transaction, tutor, fields.email)
    if (isOtherAddress && before.waitsForConfirmation) throw new Refused('conflict', NOT_CONFIRMED, { field: 'email' })
    const update = transaction.updateTable('subscribers').set({
      ...fields,
      // The tutor who changes this note now vouches for the consent.
      ...(fields.vouchedFor !== before.vouchedFor && { vouchedById: fields.vouchedFor === null ? null : tutor.id }),
      isGuardian: isGuardian ? 1 : 0,
      version: before.version + 1,
      ...(isOtherAddress && NO_REFUSALS),
    })
    const changed = await update.where('id', '=', id).returningAll().executeTakeFirstOrThrow()
    if (isOtherAddress) await redirectWaiting(transaction, id, changed.email)
    await logSubscriber(transaction, tutor, 'changed', changed)
    return toSubscriber(changed)
  })
}

const NOT_CONFIRMED = 'They have not confirmed this address yet. Please delete it and add the other one.'

/** Unsubscribes a person, or re-activates them. Also tries an address again that does not work. Throws Refused, notFound, and what applyPatch throws. */
export async function changeSubscriber(
  db: Database,
  tutor: Tutor,
  id: number,
  change: Change<SubscriberChange>,
): Promise<Subscriber> {
  return db.transaction().execute(async (transaction) => {
    const before = orNotFound(await findById(transaction, id))
    const { active } = await applyPatch(transaction, 'subscriber', before, change, subscriberChange)
    const isRetried = active && before.active && before.isUndeliverable
    if (active === before.active && !isRetried) return before
    const changes = () => {
      // The person agreed before; only the address is tried again.
      if (isRetried) return NO_REFUSALS
      return active
        ? { ...ACTIVE_COLUMNS, ...createVouchedColumns({ tutor, from: 'button', words: null }) }
        : createUnsubscribedColumns()
    }
    const fields = { ...changes(), version: before.version + 1 }
    const update = transaction.updateTable('subscribers').set(fields).where('id', '=', id)
    const changed = await update.returningAll().executeTakeFirstOrThrow()
    await logSubscriber(transaction, tutor, isRetried ? 'resumed' : active ? 're-activated' : 'unsubscribed', changed)
    return toSubscriber(changed)
  })
}

/**
 * Erases a subscriber (GDPR article 17): the row, the address in log and deliveries, and emails in `outbox`. Throws Refused, notFound.
 */
export async function eraseSubscriber(db: Database, outbox: string, tutor: Tutor, id: number): Promise<Subscriber> {
  const erased = await eraseWithin(db, async (change) => {
    const subscriber = orNotFound(await findSubscriber(change, tutor, id))
    await removeTraces(change, id)
    await logSubscriber(change, tutor, 'erased', { id, email: ERASED_ADDRESS })
    return subscriber
  })
  await sweepOutbox(db, outbox)
  return erased
}

/** Removes a subscriber's row and every stored copy of the address, in the caller's transaction. */
export async function removeTraces(change: Database, id: number): Promise<void> {
  const waiting = change.updateTable('deliveries').where('subscriberId', '=', id).where('state', '=', 'pending')
  await waiting.set({ state: 'failed', settledAt: new Date().toISOString() }).execute()
  await eraseDeliveryAddresses(change, ({ eb }) => eb('subscriberId', '=', id))
  await change.deleteFrom('subscribers').where('id', '=', id).execute()
  const log = change.updateTable('activity').where('noun', '=', 'subscriber').where('recordId', '=', id)
  await log.set({ title: ERASED_ADDRESS }).execute()
}

export const ACTIVE_COLUMNS = {
  active: 1,
  unsubscribedAt: null,
  confirmToken: null,
  ...NO_REFUSALS,
} as const

export interface ConsentStatement {
  tutor: Pick<Tutor, 'id'>
  from: 'form' | 'list' | 'button'
  /** How the tutor knows; null if they did not say. */
  words: string | null
}

/** Columns for consent given now, on a page of the website or through the API. */
export function createConsentColumns(
  on: 'page' | 'call',
  { words = null, from = null }: Partial<ShownConsentText> = {},
) {
  return { ...createConsent(on, from), agreedWords: words, vouchedFor: null, vouchedById: null } as const
}

/** The text shown with a sign-up form, and its page. */
export interface ShownConsentText {
  words: string | null
  from: string | null
}

export function createVouchedColumns({ tutor, from, words }: ConsentStatement) {
  return { ...createConsent('tutor', from), agreedWords: null, vouchedFor: words, vouchedById: tutor.id } as const
}

function createConsent(on: AgreedOn, from: string | null) {
  return { agreedOn: on, agreedFrom: from, agreedAt: new Date().toISOString(), confirmedAt: null }
}

export function createUnsubscribedColumns() {
  return { active: 0, unsubscribedAt: new Date().toISOString(), confirmToken: null } as const
}

/** Row of a new, active subscriber, with a secret for the links in their emails. */
export function createSubscriberRow(
  { email, name, isGuardian, studentName }: Omit<NewSubscriber, 'vouchedFor'>,
  how: ReturnType<typeof createConsentColumns | typeof createVouchedColumns>,
) {
  return {
    email,
    name,
    isGuardian: (isGuardian ? 1 : 0) as Bit,
    studentName,
    active: 1,
    createdAt: new Date().toISOString(),
    token: randomBytes(16).toString('hex'),
    ...how,
  } satisfies NewRow<'subscribers'>
}

/** Finds a subscriber by address; the column's collation ignores case. */
export async function findByAddress(db: Database, email: string): Promise<Row<'subscribers'> | undefined> {
  return db.selectFrom('subscribers').selectAll().where('email', '=', email).executeTakeFirst()
}

/** What to say about those of some addresses that are on the list, by getAddressKey. */
export async function findPresent(db: Database, emails: string[]): Promise<Map<string, string>> {
  const rows = await db.selectFrom('subscribers').selectAll().where('email', 'in', emails).execute()
  return new Map(rows.map((row) => [getAddressKey(row.email), describeExisting(toSubscriber(row))]))
}

function toSubscriber(row: Row<'subscribers'>) {
  const { token: _, confirmToken, isGuardian, active, refusedNewsletters: __, ...fields } = row
  return {
    ...fields,
    isUndeliverable: hasUndeliverableAddress(row),
    isGuardian: isGuardian === 1,
    active: active === 1,
    waitsForConfirmation: active === 0 && confirmToken !== null,
  }
}

export async function countSubscribers(db: Database): Promise<number> {
  return countRows(db.selectFrom('subscribers'))
}

function describeExisting({ active, waitsForConfirmation, isUndeliverable }: Subscriber): string {
  if (active && isUndeliverable)
    return 'This email address is on the list, but does not work. You can try it again in the list.'
  if (active) return 'This email address is already subscribed.'
  return waitsForConfirmation
    ? 'This email address is on the list, but not confirmed yet. You can make it active in the list.'
    : 'This email address is on the list, but unsubscribed. You can re-activate it in the list.'
}

const log = createActivityLogger('subscriber')
type SubscriberAction =
  | 'added'
  | 'changed'
  | 'unsubscribed'
  | 're-activated'
  | 'resumed'
  | 'erased'
  | 'took out the data'
const logSubscriber = (
  db: Database,
  tutor: Tutor,
  action: SubscriberAction,
  { id, email }: { id: number; email: string },
) => log(db, tutor, action, { id, title: email })

export const subscriberRecord = defineRecordSchema<Subscriber>()(
  'Subscriber',
  'An address on the newsletter’s list, and whether it gets the newsletter.',
  {
    id: [recordId, 17],
    email: [z.string(), 'maura@example.org'],
    name: [textOrNone, 'Maura Byrne'],
    isGuardian: [z.boolean(), true],
    studentName: [textOrNone, 'Niamh Byrne'],
    createdAt: [moment, '2026-04-02T16:45:30.000Z'],
    active: [z.boolean(), true],
    unsubscribedAt: [moment.nullable(), null],
    bouncedAt: [moment.nullable(), null],
    bounceReason: [textOrNone, null],
    isUndeliverable: [z.boolean(), false],
    waitsForConfirmation: [z.boolean(), false],
    agreedOn: [z.enum(agreedOn).nullable(), 'page'],
    agreedWords: [textOrNone, 'Our newsletter / What is on here / Subscribe to Newsletter'],
    agreedFrom: [textOrNone, paths.contact],
    vouchedFor: [textOrNone, null],
    vouchedById: [recordId.nullable(), null],
    agreedAt: [moment.nullable(), '2026-04-02T16:45:30.000Z'],
    confirmedAt: [moment.nullable(), '2026-04-02T16:51:02.000Z'],
    version: [recordVersion, 1],
  },
)
