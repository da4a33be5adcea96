const refusals = { count: 0, last: Number.NEGATIVE_INFINITY }

/** Counts a request that got 503 because too many came at once. */
export function countRefusedRequest(): void {
  refusals.count += 1
  refusals.last = performance.now()
}

/** The number of requests refused since the start because too many came at once, and the time since the last one, in ms. */
export const getRefusedRequests = () => ({ count: refusals.count, ago: performance.now() - refusals.last })
