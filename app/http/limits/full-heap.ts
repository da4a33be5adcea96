import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { RequestHandler } from 'express'
import { answer } from '~/http/gate/gate'
import { log } from '~/log.server'

/** V8 gives up and ends the process with more than four fifths of its old space in use after each collection; the limit counts the young one too. */
const FULL = 0.65
/** A collection that leaves no more than this was worth its while. */
const ROOMY = 0.55
/** Any other holds everything up for little, so the next one comes no sooner than after these milliseconds. */
const COLLECT_EVERY = 1000
const RETRY_AFTER = 5

/** V8's heap: the share of it in use, with what its objects hold outside of it, such as answers on their way; and a whole collection. */
export interface Heap {
  share: () => number
  collect: () => void
}

let wholeCollection: (() => void) | undefined

/** Collects all garbage at once. It holds everything up for some hundredths of a second. */
export function collectGarbage(): void {
  if (!wholeCollection) {
    setFlagsFromString('--expose-gc')
    wholeCollection = runInNewContext('gc') as () => void
  }
  wholeCollection()
}

function shareOfV8(): number {
  const { used_heap_size, external_memory, heap_size_limit } = getHeapStatistics()
  return (used_heap_size + external_memory) / heap_size_limit
}

/** Refuses requests, 503, while the heap is full even after a collection: V8 would end the process, and those under way. */
export function whileThereIsRoom(
  heap: Heap = { share: shareOfV8, collect: collectGarbage },
  now = () => performance.now(),
): RequestHandler {
  let collected = 0
  let left = 0
  let wasFull = false
  return (request, response, next) => {
    let isFull = heap.share() > FULL
    if (isFull && (left <= ROOMY || now() - collected >= COLLECT_EVERY)) {
      heap.collect()
      collected = now()
      left = heap.share()
      isFull = left > FULL
    }
    if (isFull !== wasFull) log.warn(isFull ? 'the heap is full: requests are refused' : 'the heap has room again')
    wasFull = isFull
    if (!isFull) return next()
    // What is kept for a connection would fill the heap further.
    response.set({ 'Retry-After': String(RETRY_AFTER), Connection: 'close' })
    response.once('finish', () => request.socket.destroySoon())
    answer(request, response, 503, 'A lot of people are here right now. Please wait a few seconds and try again.')
  }
}
