import { listSubscribersInBatches, type Subscriber } from '~/domain/subscribers/subscribers.server'
import type { Database, NewRow } from '~db/schema'

/** All subscribers in one list, newest first. */
export async function listAllSubscribers(db: Database): Promise<Subscriber[]> {
  const all: Subscriber[] = []
  for await (const part of listSubscribersInBatches(db)) all.push(...part)
  return all
}

/** Adds a subscriber, active by default, whose link token is their name. */
export async function subscribe(db: Database, name: string, fields: Partial<NewRow<'subscribers'>> = {}) {
  const createdAt = new Date().toISOString()
  const who = { email: `${name}@example.ie`, name, isGuardian: 0, active: 1, token: name } as const
  const insert = db.insertInto('subscribers').values({ ...who, studentName: null, createdAt, ...fields })
  return insert.returningAll().executeTakeFirstOrThrow()
}
