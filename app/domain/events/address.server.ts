import { randomBytes } from 'node:crypto'
import { type Account, accountColumns } from '~/domain/accounts/account'
import { isValidSignature, type Signer } from '~/signing.server'
import type { Database } from '~db/schema'

/** The text that is signed for a calendar address. Forging one takes the server's secret and the database. */
const getSignedText = (userId: number, nonce: string) => `calendar ${userId} ${nonce}`

export async function createCalendarToken(db: Database, sign: Signer, { id: userId }: Account): Promise<string | null> {
  const addresses = db.selectFrom('calendarAddresses').select('nonce')
  const address = await addresses.where('userId', '=', userId).executeTakeFirst()
  return address ? `${userId}.${sign(getSignedText(userId, address.nonce))}` : null
}

/** Creates a person's calendar address; the previous one stops working. */
export async function makeCalendarAddress(db: Database, { id: userId }: Account): Promise<void> {
  const nonce = randomBytes(16).toString('base64url')
  await db.replaceInto('calendarAddresses').values({ userId, nonce }).execute()
}

export async function removeCalendarAddress(db: Database, { id: userId }: Account): Promise<void> {
  await db.deleteFrom('calendarAddresses').where('userId', '=', userId).execute()
}

/** The person whose current calendar address has this token, if their account is open; else null. */
export async function findCalendarReader(db: Database, sign: Signer, token: string): Promise<Account | null> {
  const [, userId, signature] = /^([1-9]\d{0,14})\.(.+)$/.exec(token) ?? []
  if (!userId || !signature) return null
  const address = await db
    .selectFrom('calendarAddresses')
    .innerJoin('users', 'users.id', 'calendarAddresses.userId')
    .select(['nonce', ...accountColumns])
    .where('userId', '=', Number(userId))
    .where('users.closedAt', 'is', null)
    .executeTakeFirst()
  if (!address) return null
  const { nonce, ...reader } = address
  return isValidSignature(sign, getSignedText(reader.id, nonce), signature) ? reader : null
}
