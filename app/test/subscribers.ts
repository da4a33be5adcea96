import { type Subscriber, subscribersInBatches } from '~/domain/subscribers/subscribers.server'
import type { Database } from '~db/schema'

/** All subscribers, the newest first, in one list. */
export async function listSubscribers(db: Database): Promise<Subscriber[]> {
  const all: Subscriber[] = []
  for await (const part of subscribersInBatches(db)) all.push(...part)
  return all
}
