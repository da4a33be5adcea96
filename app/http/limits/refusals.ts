const refusals = { count: 0, last: Number.NEGATIVE_INFINITY }

/** Counts a request that was refused for want of memory. */
export function countMemoryRefusal(): void {
  refusals.count += 1
  refusals.last = performance.now()
}

/** How many requests were refused for want of memory since the start, and how many milliseconds ago the last one was. */
export const memoryRefusals = () => ({ count: refusals.count, ago: performance.now() - refusals.last })
