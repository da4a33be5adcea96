import { setImmediate } from 'node:timers/promises'

/** Await what this returns after each piece of long work: it lets requests in once `most` milliseconds have passed. */
export function createYield(most = 10): () => Promise<void> {
  let startedAt = performance.now()
  return async () => {
    if (performance.now() - startedAt < most) return
    await setImmediate()
    startedAt = performance.now()
  }
}
