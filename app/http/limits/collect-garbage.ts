/**
 * Collects all garbage at once, with the buffers outside of V8's heap, which any other collection leaves. Takes some hundredths of a second.
 * Does nothing without --expose-gc (scripts/limits.mjs).
 */
export function collectGarbage(): void {
  void globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}
