import { LRUCache } from 'lru-cache'

/** What can be taken away. */
export type Taken = 'download' | 'website'

/** What a session may download once, within a minute of its tutor's password and code. */
const grants = new LRUCache<number, Taken>({ max: 100, ttl: 60_000 })

export const grant = (sessionId: number, what: Taken) => void grants.set(sessionId, what)

/** What the session may download now, and no second time; undefined for nothing. */
export function takeGrant(sessionId: number): Taken | undefined {
  const what = grants.get(sessionId)
  grants.delete(sessionId)
  return what
}
