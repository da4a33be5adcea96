import { randomInt } from 'node:crypto'
import { type Account, accountColumns, type Tutor } from '~/domain/accounts/account'
import { type PersonRecord, requireStudentById } from '~/domain/accounts/people.server'
import { logActivity } from '~/domain/activity/activity.server'
import { toDublinMoment } from '~/domain/events/days'
import { storedLimits } from '~/domain/limits/table'
import { orNotFound, Refused } from '~/domain/refused'
import { createSecret, hashSecret, type Signer } from '~/signing.server'
import type { Database, Row, Verb } from '~db/schema'
import type { DayCode, NewCard } from './schema'

const DAY_CODE_HOURS = 12

export interface StoredCard extends Pick<Row<'signInCards'>, 'createdAt' | 'expiresAt' | 'lastUsedAt'> {
  asksForDigits: boolean
  isLocked: boolean
}

const signDigits = (sign: Signer, userId: number, digits: string) => sign(`the digits of card ${userId}: ${digits}`)
const signCode = (sign: Signer, code: string) => sign(`a code for a day: ${code}`)

export async function findCard(db: Database, _tutor: Tutor, userId: number): Promise<StoredCard | null> {
  const row = await db.selectFrom('signInCards').selectAll().where('userId', '=', userId).executeTakeFirst()
  return row ? toCard(row) : null
}

const toCard = ({ createdAt, expiresAt, lastUsedAt, digitsSeal, wrongDigits }: Row<'signInCards'>): StoredCard => ({
  createdAt,
  expiresAt,
  lastUsedAt,
  asksForDigits: digitsSeal !== null,
  isLocked: digitsSeal !== null && wrongDigits >= storedLimits.wrongDigits.max,
})

/** A student's current day code, without its digits; null if there is none. */
export async function findDayCode(db: Database, _tutor: Tutor, userId: number) {
  const codes = selectValidCodes(db).select(['dayCodes.expiresAt', 'wrongTries'])
  const code = await codes.where('dayCodes.userId', '=', userId).executeTakeFirst()
  return code ? { expiresAt: code.expiresAt, isLocked: code.wrongTries >= storedLimits.wrongDayCodes.max } : null
}

export async function hasCardOrCode(db: Database, _tutor: Tutor, userId: number): Promise<boolean> {
  const cards = db.selectFrom('signInCards').select('userId').where('userId', '=', userId)
  const codes = selectValidCodes(db).select('dayCodes.userId').where('dayCodes.userId', '=', userId)
  return ((await cards.executeTakeFirst()) ?? (await codes.executeTakeFirst())) !== undefined
}

/**
 * Makes a student's card, which replaces any other and ends its sessions. Returns the secret part of its address, which is not
 * stored. Throws what requireStudent throws.
 */
export async function makeCard(db: Database, sign: Signer, tutor: Tutor, id: number, { until, digits }: NewCard) {
  const token = createSecret()
  await db.transaction().execute(async (change) => {
    const student = await requireStudentById(change, id)
    const card = {
      userId: id,
      tokenHash: hashSecret(token),
      digitsSeal: digits === null ? null : signDigits(sign, id, digits),
      createdAt: new Date().toISOString(),
      expiresAt: toDublinMoment(until, '23:59')!,
    }
    await change.replaceInto('signInCards').values(card).execute()
    await endCardSessions(change, id)
    await logCardAction(change, tutor, 'added', 'sign-in card', student)
  })
  return token
}

/** Removes a student's card and day code, and ends their sessions. Throws what requireStudent throws. */
export async function withdrawCard(db: Database, tutor: Tutor, id: number): Promise<void> {
  await db.transaction().execute(async (change) => {
    const student = await requireStudentById(change, id)
    await change.deleteFrom('signInCards').where('userId', '=', id).execute()
    await change.deleteFrom('dayCodes').where('userId', '=', id).execute()
    await endCardSessions(change, id)
    await logCardAction(change, tutor, 'deleted', 'sign-in card', student)
  })
}

/** Unlocks a student's four digits. Throws what requireStudent throws. */
export async function unlockCard(db: Database, tutor: Tutor, id: number): Promise<void> {
  await db.transaction().execute(async (change) => {
    const student = await requireStudentById(change, id)
    await change.updateTable('signInCards').set({ wrongDigits: 0 }).where('userId', '=', id).execute()
    await logCardAction(change, tutor, 'changed', 'sign-in card', student)
  })
}

/**
 * Makes a six-digit code that lasts twelve hours, and ends the sessions of an earlier code. Returns what the student types, and
 * when the code ends. Throws what requireStudent throws.
 */
export async function makeDayCode(
  db: Database,
  sign: Signer,
  tutor: Tutor,
  id: number,
): Promise<DayCode & { expiresAt: string }> {
  return db.transaction().execute(async (change) => {
    const student = await requireStudentById(change, id)
    const now = Date.now()
    const nowIso = new Date(now).toISOString()
    if (await findDayCode(change, tutor, id)) await endCardSessions(change, id)
    const codes = change.deleteFrom('dayCodes')
    await codes.where(({ or, eb }) => or([eb('userId', '=', id), eb('expiresAt', '<', nowIso)])).execute()
    const expiresAt = new Date(now + DAY_CODE_HOURS * 3_600_000).toISOString()
    // Codes are unique: a restore looks a code up by its signature to see if it still works.
    for (;;) {
      const code = String(randomInt(1e6)).padStart(6, '0')
      const row = { userId: id, codeSeal: signCode(sign, code), expiresAt }
      const insert = change.insertInto('dayCodes').values(row)
      const result = await insert.onConflict((same) => same.column('codeSeal').doNothing()).executeTakeFirst()
      if (result.numInsertedOrUpdatedRows === 0n) continue
      await logCardAction(change, tutor, 'added', 'code for a day', student)
      return { username: student.username, code, expiresAt }
    }
  })
}

/** Finds the holder of a card by its secret, and what the card asks for; null if there is none. Read-only. */
export async function findCardHolder(db: Database, token: string) {
  const found = await findCardWithAccount(db, token)
  if (!found) return null
  const { asksForDigits, isLocked } = toCard(found.card)
  return { firstName: found.account.firstName, asksForDigits, isLocked }
}

/** Starts a session that ends at `endsAt` at the latest, in the transaction that checked the card or code. */
type StartSession<Session> = (change: Database, account: Account, endsAt: string) => Promise<Session>

const WRONG_DIGITS = 'These numbers are not right. Try again.'

/**
 * Logs in with a card. Throws Refused: notFound for an unknown card; about 'digits', invalid for wrong digits and forbidden after five wrong
 * tries.
 */
export async function logInWithCard<Session>(
  db: Database,
  sign: Signer,
  { token, digits }: { token: string; digits: string },
  startSession: StartSession<Session>,
): Promise<Session> {
  const started = await db.transaction().execute(async (change) => {
    const { card, account } = orNotFound(await findCardWithAccount(change, token))
    const own = change.updateTable('signInCards').where('userId', '=', account.id)
    if (toCard(card).isLocked) return new Refused('forbidden', storedLimits.wrongDigits.message, { field: 'digits' })
    if (card.digitsSeal && card.digitsSeal !== signDigits(sign, account.id, digits.replace(/\s/g, ''))) {
      const wrongDigits = card.wrongDigits + 1
      await own.set({ wrongDigits }).execute()
      return wrongDigits < storedLimits.wrongDigits.max
        ? new Refused('invalid', WRONG_DIGITS, { field: 'digits' })
        : new Refused('forbidden', storedLimits.wrongDigits.message, { field: 'digits' })
    }
    await own.set({ wrongDigits: 0, lastUsedAt: new Date().toISOString() }).execute()
    return startSession(change, account, card.expiresAt)
  })
  // Throw outside the transaction, so that the count is saved.
  if (started instanceof Refused) throw started
  return started
}

/** The error of a day code, about 'code': invalid for a wrong one, forbidden for a locked one. */
export function createDayCodeRefusal(isLocked: boolean): Refused {
  return isLocked
    ? new Refused('forbidden', storedLimits.wrongDayCodes.message, { field: 'code' })
    : new Refused('invalid', 'Your username or the numbers are not right. Try again.', { field: 'code' })
}

/** Logs in with a day code; null for a username without one. Throws createDayCodeRefusal: five wrong tries lock the code. */
export async function logInWithDayCode<Session>(
  db: Database,
  sign: Signer,
  { username, code }: DayCode,
  startSession: StartSession<Session>,
): Promise<Session | null> {
  const started = await db.transaction().execute(async (change) => {
    const codes = selectValidCodes(change).select([...accountColumns, 'codeSeal', 'wrongTries', 'dayCodes.expiresAt'])
    const found = await codes.where('username', '=', username).executeTakeFirst()
    if (!found) return null
    const { codeSeal, wrongTries, expiresAt, ...account } = found
    if (wrongTries >= storedLimits.wrongDayCodes.max) return createDayCodeRefusal(true)
    if (codeSeal === signCode(sign, code.replace(/\D/g, ''))) return startSession(change, account, expiresAt)
    const own = change.updateTable('dayCodes').where('userId', '=', account.id)
    await own.set({ wrongTries: wrongTries + 1 }).execute()
    return createDayCodeRefusal(wrongTries + 1 >= storedLimits.wrongDayCodes.max)
  })
  // Throw outside the transaction, so that the count is saved.
  if (started instanceof Refused) throw started
  return started
}

/** Ends every session started with a card or code, when the server starts with cards turned off. Returns how many it ended. */
export async function endAllCardSessions(db: Database): Promise<number> {
  const { numUpdatedRows } = await updateCardSessions(db).executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

const selectStudents = (db: Database) =>
  db.selectFrom('users').where('role', '=', 'student').where('closedAt', 'is', null)

async function findCardWithAccount(db: Database, token: string) {
  const valid = db.selectFrom('signInCards').selectAll().where('expiresAt', '>', new Date().toISOString())
  const card = await valid.where('tokenHash', '=', hashSecret(token)).executeTakeFirst()
  const account =
    card && (await selectStudents(db).select(accountColumns).where('id', '=', card.userId).executeTakeFirst())
  return account ? { card, account } : null
}

const selectValidCodes = (db: Database) =>
  selectStudents(db)
    .innerJoin('dayCodes', 'dayCodes.userId', 'users.id')
    .where('dayCodes.expiresAt', '>', new Date().toISOString())

async function endCardSessions(db: Database, userId: number): Promise<void> {
  await updateCardSessions(db).where('userId', '=', userId).execute()
}

function updateCardSessions(db: Database) {
  const now = new Date().toISOString()
  const live = db
    .updateTable('sessions')
    .set({ endedAt: now })
    .where('endedAt', 'is', null)
    .where('expiresAt', '>', now)
  return live.where('byCard', '=', 1)
}

function logCardAction(
  db: Database,
  tutor: Tutor,
  action: Verb,
  noun: 'sign-in card' | 'code for a day',
  { id, name }: PersonRecord,
) {
  return logActivity(db, tutor, { action, noun, recordId: id, title: name, studentId: id })
}
