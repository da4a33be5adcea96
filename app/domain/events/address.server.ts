import { randomBytes } from 'node:crypto'
import { isValidSignature, type Signer } from '~/signing.server'
import type { Database } from '~db/schema'

/** The text that is signed for a calendar address. Forging one takes the server's secret and the database. */
const getSignedText = (userId: number, nonce: string) => `calendar ${userId} ${nonce}`

export async function createCalendarToken(db: Database, sign: Signer, userId: number): Promise<string | null> {
  const addresses = db.selectFrom('calendarAddresses').select('nonce')
  const address = await addresses.where('userId', '=', userId).executeTakeFirst()
  return address ? `${userId}.${sign(getSignedText(userId, address.nonce))}` : null
}

/** Creates a person's calendar address; the previous one stops working. */
export async function makeCalendarAddress(db: Database, userId: number): Promise<void> {
  const nonce = randomBytes(16).toString('base64url')
  await db.replaceInto('calendarAddresses').values({ userId, nonce }).execute()
}

export async function removeCalendarAddress(db: Database, userId: number): Promise<void> {
  await db.deleteFrom('calendarAddresses').where('userId', '=', userId).execute()
}

/** True if a token is a person's current address and their account is open. */
export async function isCalendarToken(db: Database, sign: Signer, token: string): Promise<boolean> {
  const [, userId, signature] = /^([1-9]\d{0,14})\.(.+)$/.exec(token) ?? []
  if (!userId || !signature) return false
  const address = await db
    .selectFrom('calendarAddresses')
    .innerJoin('users', 'users.id', 'calendarAddresses.userId')
    .select('nonce')
    .where('userId', '=', Number(userId))
    .where('users.closedAt', 'is', null)
    .executeTakeFirst()
  return address !== undefined && isValidSignature(sign, getSignedText(Number(userId), address.nonce), signature)
}
