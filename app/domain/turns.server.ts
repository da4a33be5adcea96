import { setImmediate } from 'node:timers/promises'

/** Returns a function to await after each piece of long work. Every `interval` milliseconds it lets other requests run. */
export function createYield(interval = 10): () => Promise<void> {
  let startedAt = performance.now()
  return async () => {
    if (performance.now() - startedAt < interval) return
    await setImmediate()
    startedAt = performance.now()
  }
}
