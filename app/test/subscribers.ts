import { type Subscriber, subscribersInParts } from '~/domain/subscribers/subscribers.server'
import type { Database } from '~db/schema'

/** All subscribers, the newest first, in one list. */
export async function listSubscribers(db: Database): Promise<Subscriber[]> {
  const all: Subscriber[] = []
  for await (const part of subscribersInParts(db)) all.push(...part)
  return all
}
