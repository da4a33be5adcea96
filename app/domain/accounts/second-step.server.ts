import { randomBytes, randomInt } from 'node:crypto'
import { hashRaw } from '@node-rs/argon2'
import { Secret, TOTP } from 'otpauth'
import { Refused } from '~/domain/refused'
import { decrypt, encrypt, type Signer } from '~/signing.server'
import type { Database } from '~db/schema'
import { type Account, type Actor, requireOwnOrTutor } from './account'
import { HASH_COST, runHashInTurn } from './password.server'
import { endSessionsOf, logAccount } from './people.server'

export interface StoredSecondStep {
  onSince: string
  recoveryCodesLeft: number
}

/** What an authenticator app needs: the key to type, and the otpauth address for a QR code or link. */
export interface AppKey {
  key: string
  address: string
}

const CODE_PERIOD = 30
const RECOVERY_CODE_COUNT = 10
const CONFIRMATION_TIME = 3_600_000

const WRONG_CODE = 'That code did not work. Please wait for the next one in your app and type that.'

const getKeyPurpose = (userId: number) => `the second step of person ${userId}`
/** Ignores spaces, dashes and invisible characters from pasting. */
const normalizeCode = (code: string) => code.replace(/[\s\p{Pd}\p{Cf}]/gu, '')

/** A person's second step, for that person or a tutor. Throws Refused, notFound, for anyone else. */
export async function findSecondStep(db: Database, reader: Account, userId: number): Promise<StoredSecondStep | null> {
  requireOwnOrTutor(reader, userId)
  return readSecondStep(db, userId)
}

/** The same for an export of their data. */
export async function readSecondStep(db: Database, userId: number): Promise<StoredSecondStep | null> {
  const row = await db
    .selectFrom('secondSteps')
    .leftJoin('recoveryCodes', 'recoveryCodes.userId', 'secondSteps.userId')
    .select(['confirmedAt', (row) => row.fn.count<number>('recoveryCodes.id').as('recoveryCodesLeft')])
    .where('secondSteps.userId', '=', userId)
    .where('confirmedAt', 'is not', null)
    .groupBy('secondSteps.userId')
    .executeTakeFirst()
  return row ? { onSince: row.confirmedAt!, recoveryCodesLeft: row.recoveryCodesLeft } : null
}

/** Starts the set-up of a second step. An unconfirmed key stays the same. Throws Refused, conflict, if one is already on. */
export async function beginSecondStep(db: Database, sign: Signer, { id: userId }: Account): Promise<void> {
  await db.transaction().execute(async (change) => {
    const before = await selectStep(change, userId).executeTakeFirst()
    if (before?.confirmedAt) throw new Refused('conflict', 'Your second step is already on.')
    if (before && decryptKey(sign, before)) return
    const row = {
      userId,
      lockedKey: encrypt(sign, getKeyPurpose(userId), new Secret().base32),
      begunAt: new Date().toISOString(),
    }
    await change.replaceInto('secondSteps').values(row).execute()
  })
}

/** The unconfirmed key for the app of `user`, labelled with `issuer`; null if there is none. */
export async function findAppKey(db: Database, sign: Signer, user: Account, issuer: string): Promise<AppKey | null> {
  const row = await findUnconfirmedStep(db, user.id)
  const secret = row && decryptKey(sign, row)
  // An app reads the text before a colon as the issuer.
  const label = { issuer: issuer.replaceAll(':', ' '), label: user.username }
  return secret ? { key: secret.base32, address: new TOTP({ ...label, secret, period: CODE_PERIOD }).toString() } : null
}

/** Turns on the second step with a first code and returns the recovery codes. Throws Refused, invalid or conflict. */
export async function turnOnSecondStep(db: Database, sign: Signer, user: Account, code: string, exceptSession: number) {
  const row = await findUnconfirmedStep(db, user.id)
  const secret = row && decryptKey(sign, row)
  if (!secret) throw new Refused('conflict', 'This took longer than an hour. Please start again.')
  const lastTimeStep = findTimeStep(secret, normalizeCode(code))
  if (lastTimeStep === null) throw new Refused('invalid', WRONG_CODE, { field: 'code' })
  const generated = await generateRecoveryCodes()
  await db.transaction().execute(async (change) => {
    const confirmed = { confirmedAt: new Date().toISOString(), lastTimeStep }
    const step = change.updateTable('secondSteps').set(confirmed).where('userId', '=', user.id)
    const unconfirmed = step.where('lockedKey', '=', row.lockedKey).where('confirmedAt', 'is', null)
    const result = await unconfirmed.executeTakeFirst()
    if (result.numUpdatedRows === 0n) throw new Refused('conflict', 'Your second step is already on.')
    await saveRecoveryCodes(change, user.id, generated)
    await endSessionsOf(change, user.id, exceptSession)
    await logAccount(change, user, 'turned on the second step', user.id)
  })
  return generated.codes
}

/** Redeems an app's code (RFC 6238 5.2) or a recovery code; each works once. Returns its kind, or null. */
export async function redeemSecondStepCode(
  db: Database,
  sign: Signer,
  userId: number,
  code: string,
): Promise<'app' | 'recovery' | null> {
  const digits = normalizeCode(code)
  const row = await selectStep(db, userId).where('confirmedAt', 'is not', null).executeTakeFirst()
  if (!row) return null
  if (/^\d{12}$/.test(digits)) {
    const codeHash = await hashRecoveryCode(digits, row.recoverySalt)
    const codes = db.deleteFrom('recoveryCodes').where('userId', '=', userId)
    const used = await codes.where('codeHash', '=', codeHash).executeTakeFirst()
    return used.numDeletedRows > 0n ? 'recovery' : null
  }
  const key = decrypt(sign, getKeyPurpose(userId), row.lockedKey)
  const lastTimeStep = key && findTimeStep(Secret.fromBase32(key), digits)
  if (!lastTimeStep) return null
  const step = db.updateTable('secondSteps').set({ lastTimeStep }).where('userId', '=', userId)
  const taken = await step.where('lastTimeStep', '<', lastTimeStep).executeTakeFirst()
  return taken.numUpdatedRows > 0n ? 'app' : null
}

/**
 * Replaces the recovery codes and returns the new ones. Throws Refused, conflict, if the second step is off, and what runHashInTurn
 * throws.
 */
export async function renewRecoveryCodes(db: Database, user: Account): Promise<string[]> {
  const generated = await generateRecoveryCodes()
  await db.transaction().execute(async (change) => {
    if (!(await readSecondStep(change, user.id))) throw new Refused('conflict', 'Your second step is off.')
    await saveRecoveryCodes(change, user.id, generated)
    await logAccount(change, user, 'made new recovery codes', user.id)
  })
  return generated.codes
}

/** Turns off a person's second step, and ends their sessions with `endSessions`. Throws Refused, conflict, if it is off. */
export async function turnOffSecondStep(
  db: Database,
  actor: Actor,
  userId: number,
  { endSessions }: { endSessions: boolean },
): Promise<void> {
  await db.transaction().execute(async (change) => {
    if (!(await readSecondStep(change, userId))) throw new Refused('conflict', 'There is no second step to turn off.')
    await removeSecondStep(change, userId)
    if (endSessions) await endSessionsOf(change, userId)
    await logAccount(change, actor, 'turned off the second step', userId)
  })
}

export async function removeSecondStep(db: Database, userId: number): Promise<void> {
  await db.deleteFrom('recoveryCodes').where('userId', '=', userId).execute()
  await db.deleteFrom('secondSteps').where('userId', '=', userId).execute()
}

/** Finds second steps whose key can't be decrypted because SESSION_SECRET has changed. */
export function findLockedOut<Step extends { userId: number; lockedKey: string }>(sign: Signer, steps: Step[]): Step[] {
  return steps.filter(({ userId, lockedKey }) => decrypt(sign, getKeyPurpose(userId), lockedKey) === null)
}

const selectStep = (db: Database, userId: number) =>
  db.selectFrom('secondSteps').selectAll().where('userId', '=', userId)
const findUnconfirmedStep = (db: Database, userId: number) =>
  selectStep(db, userId).where('confirmedAt', 'is', null).executeTakeFirst()

function decryptKey(sign: Signer, row: { userId: number; lockedKey: string; begunAt: string }): Secret | null {
  const key = decrypt(sign, getKeyPurpose(row.userId), row.lockedKey)
  return key && Date.now() - Date.parse(row.begunAt) < CONFIRMATION_TIME ? Secret.fromBase32(key) : null
}

/** The time step that six digits are valid for: now, or one step earlier or later. Null if there is none. */
function findTimeStep(secret: Secret, digits: string): number | null {
  if (!/^\d{6}$/.test(digits)) return null
  const timestamp = Date.now()
  const delta = new TOTP({ secret, period: CODE_PERIOD }).validate({ token: digits, timestamp, window: 1 })
  return delta === null ? null : TOTP.counter({ period: CODE_PERIOD, timestamp }) + delta
}

/** Ten codes of twelve digits in groups of four, because every phone has a number pad. */
async function generateRecoveryCodes() {
  const salt = randomBytes(16).toString('base64url')
  const codes = new Set<string>()
  while (codes.size < RECOVERY_CODE_COUNT) codes.add(String(randomInt(1e12)).padStart(12, '0'))
  const hashes: string[] = []
  // One at a time: each hash takes 19 MB.
  for (const code of codes) hashes.push(await hashRecoveryCode(code, salt))
  return { salt, hashes, codes: [...codes].map((code) => code.replace(/\d{4}(?=\d)/g, '$& ')) }
}

/**
 * argon2id, because twelve digits are few (NIST SP 800-63B 5.1.2.2). A person's ten codes share a salt, so that one hash finds a
 * code among them.
 */
async function hashRecoveryCode(code: string, salt: string): Promise<string> {
  const hash = await runHashInTurn('known', () => hashRaw(code, { ...HASH_COST, salt: Buffer.from(salt) }))
  return hash.toString('base64url')
}

async function saveRecoveryCodes(db: Database, userId: number, { salt, hashes }: { salt: string; hashes: string[] }) {
  await db.updateTable('secondSteps').set({ recoverySalt: salt }).where('userId', '=', userId).execute()
  await db.deleteFrom('recoveryCodes').where('userId', '=', userId).execute()
  const codes = hashes.map((codeHash) => ({ userId, codeHash }))
  await db.insertInto('recoveryCodes').values(codes).execute()
}
