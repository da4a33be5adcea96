import { setImmediate } from 'node:timers/promises'

/** Returns a function to await after each piece of long work: once `most` milliseconds have passed, it lets other requests run. */
export function createYield(most = 10): () => Promise<void> {
  let startedAt = performance.now()
  return async () => {
    if (performance.now() - startedAt < most) return
    await setImmediate()
    startedAt = performance.now()
  }
}
