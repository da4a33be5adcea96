import { randomBytes } from 'node:crypto'
import { isValidSignature, type Signer } from '~/signing.server'
import type { Database } from '~db/schema'

/** The secret part of a calendar address is this text's seal: it takes the server's secret and the database to make. */
const sealedText = (userId: number, nonce: string) => `calendar ${userId} ${nonce}`

export async function createCalendarToken(db: Database, sign: Signer, userId: number): Promise<string | null> {
  const addresses = db.selectFrom('calendarAddresses').select('nonce')
  const address = await addresses.where('userId', '=', userId).executeTakeFirst()
  return address ? `${userId}.${sign(sealedText(userId, address.nonce))}` : null
}

/** Creates a person's calendar address; an earlier one stops working. */
export async function makeCalendarAddress(db: Database, userId: number): Promise<void> {
  const nonce = randomBytes(16).toString('base64url')
  await db.replaceInto('calendarAddresses').values({ userId, nonce }).execute()
}

export async function removeCalendarAddress(db: Database, userId: number): Promise<void> {
  await db.deleteFrom('calendarAddresses').where('userId', '=', userId).execute()
}

/** True when a token is somebody's current address and their account is open. */
export async function isCalendarToken(db: Database, sign: Signer, token: string): Promise<boolean> {
  const [, userId, sealed] = /^([1-9]\d{0,14})\.(.+)$/.exec(token) ?? []
  if (!userId || !sealed) return false
  const address = await db
    .selectFrom('calendarAddresses')
    .innerJoin('users', 'users.id', 'calendarAddresses.userId')
    .select('nonce')
    .where('userId', '=', Number(userId))
    .where('users.closedAt', 'is', null)
    .executeTakeFirst()
  return address !== undefined && isValidSignature(sign, sealedText(Number(userId), address.nonce), sealed)
}
