import { setImmediate } from 'node:timers/promises'

/** Await what this returns after each piece of long work: it lets requests in once `most` milliseconds have passed. */
export function turnsFor(most = 10): () => Promise<void> {
  let begun = performance.now()
  return async () => {
    if (performance.now() - begun < most) return
    await setImmediate()
    begun = performance.now()
  }
}
