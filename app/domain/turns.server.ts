import { setImmediate } from 'node:timers/promises'

/**
 * For long work in many pieces: what it returns is awaited after each piece, and lets requests have a turn once `most` milliseconds
 * have passed since their last, however little or much a piece was.
 */
export function turnsFor(most = 10): () => Promise<void> {
  let begun = performance.now()
  return async () => {
    if (performance.now() - begun < most) return
    await setImmediate()
    begun = performance.now()
  }
}
