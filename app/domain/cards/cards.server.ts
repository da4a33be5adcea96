import { randomInt } from 'node:crypto'
import { type Account, accountColumns, formatFullName, type Tutor } from '~/domain/accounts/account'
import { requireStudent } from '~/domain/accounts/people.server'
import { logActivity } from '~/domain/activity/activity.server'
import { toDublinMoment } from '~/domain/dublin'
import { storedLimits } from '~/domain/limits/table'
import { orNotFound, Refused } from '~/domain/refused'
import { createSecret, hashSecret } from '~/domain/secret.server'
import type { Signer } from '~/signing.server'
import type { Database, Row, Verb } from '~db/schema'
import type { DayCode, NewCard } from './schema'

const HOURS_OF_CODE = 12

export interface StoredCard extends Pick<Row<'signInCards'>, 'createdAt' | 'expiresAt' | 'lastUsedAt'> {
  asksForDigits: boolean
  isLocked: boolean
}

const sealOfDigits = (sign: Signer, userId: number, digits: string) => sign(`the digits of card ${userId}: ${digits}`)
const sealOfCode = (sign: Signer, code: string) => sign(`a code for a day: ${code}`)

export async function findCard(db: Database, userId: number): Promise<StoredCard | null> {
  const row = await db.selectFrom('signInCards').selectAll().where('userId', '=', userId).executeTakeFirst()
  return row ? cardOf(row) : null
}

const cardOf = ({ createdAt, expiresAt, lastUsedAt, digitsSeal, wrongDigits }: Row<'signInCards'>): StoredCard => ({
  createdAt,
  expiresAt,
  lastUsedAt,
  asksForDigits: digitsSeal !== null,
  isLocked: digitsSeal !== null && wrongDigits >= storedLimits.wrongDigits.most,
})

/** A student's code for the day while it lasts, without its digits; null without one. */
export async function findDayCode(db: Database, userId: number) {
  const codes = livingCodes(db).select(['dayCodes.expiresAt', 'wrongTries'])
  const code = await codes.where('dayCodes.userId', '=', userId).executeTakeFirst()
  return code ? { expiresAt: code.expiresAt, isLocked: code.wrongTries >= storedLimits.wrongDayCodes.most } : null
}

/** Whether there is something of a student's to take back. */
export async function hasCardOrCode(db: Database, userId: number): Promise<boolean> {
  return ((await findCard(db, userId)) ?? (await findDayCode(db, userId))) !== null
}

/** Makes a student's card in place of any other, whose sessions end. Returns the secret of its address, which is known to nobody else. Throws what requireStudent throws. */
export async function makeCard(db: Database, sign: Signer, tutor: Tutor, id: number, { until, digits }: NewCard) {
  const token = createSecret()
  await db.transaction().execute(async (change) => {
    const student = await requireStudent(change, id)
    const card = {
      userId: id,
      tokenHash: hashSecret(token),
      digitsSeal: digits === null ? null : sealOfDigits(sign, id, digits),
      createdAt: new Date().toISOString(),
      expiresAt: toDublinMoment(until, '23:59')!,
    }
    await change.replaceInto('signInCards').values(card).execute()
    await endSessionsByCard(change, id)
    await log(change, tutor, 'added', 'sign-in card', student)
  })
  return token
}

/** Takes a student's card and code for the day back, and ends their sessions. Throws what requireStudent throws. */
export async function withdrawCard(db: Database, tutor: Tutor, id: number): Promise<void> {
  await db.transaction().execute(async (change) => {
    const student = await requireStudent(change, id)
    await change.deleteFrom('signInCards').where('userId', '=', id).execute()
    await change.deleteFrom('dayCodes').where('userId', '=', id).execute()
    await endSessionsByCard(change, id)
    await log(change, tutor, 'deleted', 'sign-in card', student)
  })
}

/** Lets a student try their four digits again. Throws what requireStudent throws. */
export async function unlockCard(db: Database, tutor: Tutor, id: number): Promise<void> {
  await db.transaction().execute(async (change) => {
    const student = await requireStudent(change, id)
    await change.updateTable('signInCards').set({ wrongDigits: 0 }).where('userId', '=', id).execute()
    await log(change, tutor, 'changed', 'sign-in card', student)
  })
}

/** Makes a student's six digits for twelve hours and ends the sessions of an earlier code. Returns what the student types, and until when it works. Throws what requireStudent throws. */
export async function makeDayCode(
  db: Database,
  sign: Signer,
  tutor: Tutor,
  id: number,
): Promise<DayCode & { expiresAt: string }> {
  return db.transaction().execute(async (change) => {
    const student = await requireStudent(change, id)
    const now = Date.now()
    const over = new Date(now).toISOString()
    if (await findDayCode(change, id)) await endSessionsByCard(change, id)
    const codes = change.deleteFrom('dayCodes')
    await codes.where(({ or, eb }) => or([eb('userId', '=', id), eb('expiresAt', '<', over)])).execute()
    const expiresAt = new Date(now + HOURS_OF_CODE * 3_600_000).toISOString()
    // Each code is unique: a restore finds by its seal whether it still works.
    for (;;) {
      const code = String(randomInt(1e6)).padStart(6, '0')
      const row = { userId: id, codeSeal: sealOfCode(sign, code), expiresAt }
      const insert = change.insertInto('dayCodes').values(row)
      const made = await insert.onConflict((same) => same.column('codeSeal').doNothing()).executeTakeFirst()
      if (made.numInsertedOrUpdatedRows === 0n) continue
      await log(change, tutor, 'added', 'code for a day', student)
      return { username: student.username, code, expiresAt }
    }
  })
}

/** Whose card has this secret, and what it asks for; null where it opens nothing. Changes nothing. */
export async function findCardHolder(db: Database, token: string) {
  const found = await findHolder(db, token)
  if (!found) return null
  const { asksForDigits, isLocked } = cardOf(found.card)
  return { firstName: found.account.firstName, asksForDigits, isLocked }
}

/** Starts the session of a log-in, which ends at `endsAt` at the latest, in the transaction that allows it. */
type Begin<Begun> = (change: Database, account: Account, endsAt: string) => Promise<Begun>

const WRONG = 'These numbers are not right. Try again.'

/** Logs the holder of a card in. Throws Refused: 404 for a card that opens nothing; about 'digits', 400 for wrong ones and 403 after five. */
export async function logInWithCard<Begun>(
  db: Database,
  sign: Signer,
  { token, digits }: { token: string; digits: string },
  begin: Begin<Begun>,
): Promise<Begun> {
  const started = await db.transaction().execute(async (change) => {
    const { card, account } = orNotFound(await findHolder(change, token))
    const own = change.updateTable('signInCards').where('userId', '=', account.id)
    if (cardOf(card).isLocked) return new Refused(403, storedLimits.wrongDigits.words, { field: 'digits' })
    if (card.digitsSeal && card.digitsSeal !== sealOfDigits(sign, account.id, digits.replace(/\s/g, ''))) {
      const wrongDigits = card.wrongDigits + 1
      await own.set({ wrongDigits }).execute()
      return wrongDigits < storedLimits.wrongDigits.most
        ? new Refused(400, WRONG, { field: 'digits' })
        : new Refused(403, storedLimits.wrongDigits.words, { field: 'digits' })
    }
    await own.set({ wrongDigits: 0, lastUsedAt: new Date().toISOString() }).execute()
    return begin(change, account, card.expiresAt)
  })
  // Outside, so that what was counted stays.
  if (started instanceof Refused) throw started
  return started
}

/** The refusal of a code for a day, about 'code': 400 for a wrong one, 403 for a locked one. */
export function createDayCodeRefusal(isLocked: boolean): Refused {
  return isLocked
    ? new Refused(403, storedLimits.wrongDayCodes.words, { field: 'code' })
    : new Refused(400, 'Your username or the numbers are not right. Try again.', { field: 'code' })
}

/** Logs a student in by their code for the day; null for a username without one. Throws createDayCodeRefusal: five wrong tries lock the code. */
export async function logInWithDayCode<Begun>(
  db: Database,
  sign: Signer,
  { username, code }: DayCode,
  begin: Begin<Begun>,
): Promise<Begun | null> {
  const started = await db.transaction().execute(async (change) => {
    const codes = livingCodes(change).select([...accountColumns, 'codeSeal', 'wrongTries', 'dayCodes.expiresAt'])
    const found = await codes.where('username', '=', username).executeTakeFirst()
    if (!found) return null
    const { codeSeal, wrongTries, expiresAt, ...account } = found
    if (wrongTries >= storedLimits.wrongDayCodes.most) return createDayCodeRefusal(true)
    if (codeSeal === sealOfCode(sign, code.replace(/\D/g, ''))) return begin(change, account, expiresAt)
    const own = change.updateTable('dayCodes').where('userId', '=', account.id)
    await own.set({ wrongTries: wrongTries + 1 }).execute()
    return createDayCodeRefusal(wrongTries + 1 >= storedLimits.wrongDayCodes.most)
  })
  // Outside, so that what was counted stays.
  if (started instanceof Refused) throw started
  return started
}

/** Ends every session that a card or a code began, for a start that allows none. Returns how many it ended. */
export async function endAllCardSessions(db: Database): Promise<number> {
  const { numUpdatedRows } = await endingSessionsByCard(db).executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

const students = (db: Database) => db.selectFrom('users').where('role', '=', 'student').where('closedAt', 'is', null)

async function findHolder(db: Database, token: string) {
  const living = db.selectFrom('signInCards').selectAll().where('expiresAt', '>', new Date().toISOString())
  const card = await living.where('tokenHash', '=', hashSecret(token)).executeTakeFirst()
  const account = card && (await students(db).select(accountColumns).where('id', '=', card.userId).executeTakeFirst())
  return account ? { card, account } : null
}

const livingCodes = (db: Database) =>
  students(db)
    .innerJoin('dayCodes', 'dayCodes.userId', 'users.id')
    .where('dayCodes.expiresAt', '>', new Date().toISOString())

async function endSessionsByCard(db: Database, userId: number): Promise<void> {
  await endingSessionsByCard(db).where('userId', '=', userId).execute()
}

function endingSessionsByCard(db: Database) {
  const now = new Date().toISOString()
  const live = db
    .updateTable('sessions')
    .set({ endedAt: now })
    .where('endedAt', 'is', null)
    .where('expiresAt', '>', now)
  return live.where('byCard', '=', 1)
}

function log(db: Database, tutor: Tutor, action: Verb, noun: 'sign-in card' | 'code for a day', student: Account) {
  const { id } = student
  return logActivity(db, tutor, { action, noun, recordId: id, title: formatFullName(student), studentId: id })
}
