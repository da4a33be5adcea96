import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Database } from '~db/schema'

/**
 * The secret part of a person's calendar address. It is made from the server's secret and a number in the database, so
 * that neither alone gives it away, and it is the same each time it is shown.
 */
function tokenOf(userId: number, nonce: string, secret: string): string {
  return `${userId}.${createHmac('sha256', secret).update(`calendar ${userId} ${nonce}`).digest('base64url')}`
}

/** The token of a person's calendar address, or null while they have none. */
export async function calendarToken(db: Database, secret: string, userId: number): Promise<string | null> {
  const address = await db
    .selectFrom('calendarAddresses')
    .select('nonce')
    .where('userId', '=', userId)
    .executeTakeFirst()
  return address ? tokenOf(userId, address.nonce, secret) : null
}

/** Gives a person a calendar address; one they had stops working. */
export async function makeCalendarAddress(db: Database, userId: number): Promise<void> {
  const nonce = randomBytes(16).toString('base64url')
  await db
    .insertInto('calendarAddresses')
    .values({ userId, nonce })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet({ nonce }))
    .execute()
}

/** Switches a person's calendar address off. */
export async function removeCalendarAddress(db: Database, userId: number): Promise<void> {
  await db.deleteFrom('calendarAddresses').where('userId', '=', userId).execute()
}

/** True when a token opens the calendar: it is somebody's present address, and their account is open. */
export async function opensCalendar(db: Database, secret: string, token: string): Promise<boolean> {
  const [, userId] = /^([1-9]\d{0,14})\./.exec(token) ?? []
  if (!userId) return false
  const address = await db
    .selectFrom('calendarAddresses')
    .innerJoin('users', 'users.id', 'calendarAddresses.userId')
    .select('nonce')
    .where('userId', '=', Number(userId))
    .where('users.closedAt', 'is', null)
    .executeTakeFirst()
  if (!address) return false
  const expected = Buffer.from(tokenOf(Number(userId), address.nonce, secret))
  const given = Buffer.from(token)
  return given.length === expected.length && timingSafeEqual(given, expected)
}
