import { LRUCache } from 'lru-cache'

export type DownloadKind = 'download' | 'website'

/** One download per session, within a minute of the tutor confirming their identity. */
const grants = new LRUCache<number, DownloadKind>({ max: 100, ttl: 60_000 })

export const grantDownload = (sessionId: number, kind: DownloadKind) => void grants.set(sessionId, kind)

/** Uses up the session's grant and returns it; undefined without one. */
export function consumeDownloadGrant(sessionId: number): DownloadKind | undefined {
  const kind = grants.get(sessionId)
  grants.delete(sessionId)
  return kind
}
