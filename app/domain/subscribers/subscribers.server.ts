import { randomBytes } from 'node:crypto'
import type { Database } from '~db/schema'
import type { NewSubscriber } from './schema'

/**
 * A visitor's own sign-up. An address already there answers like a new one and keeps its details, so that nobody can
 * learn who subscribes (decisions.md section 6); one that had unsubscribed is active again.
 */
export async function signUp(db: Database, subscriber: NewSubscriber): Promise<void> {
  await db
    .insertInto('subscribers')
    .values({
      email: subscriber.email,
      name: subscriber.name,
      isGuardian: 0,
      studentName: null,
      active: 1,
      createdAt: new Date().toISOString(),
      token: randomBytes(16).toString('hex'),
    })
    .onConflict((conflict) => conflict.column('email').doUpdateSet({ active: 1 }))
    .execute()
}
