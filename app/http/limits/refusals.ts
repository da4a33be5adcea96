const refusals = { count: 0, last: Number.NEGATIVE_INFINITY }

/** Counts a request that was refused, 503, since too many came at once. */
export function countRefusedRequest(): void {
  refusals.count += 1
  refusals.last = performance.now()
}

/** How many requests were refused because too many came at once, since the start, and how many milliseconds ago the last one was. */
export const getRefusedRequests = () => ({ count: refusals.count, ago: performance.now() - refusals.last })
