import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { RequestHandler } from 'express'
import { answer } from '~/http/gate/gate'
import { log } from '~/log.server'
import { countMemoryRefusal } from './refusals'

/**
 * Shares of the heap's limit. Above the first we collect and measure again: V8 collects by itself earlier (at most 0.75 was in use
 * with sixteen clients in 256 MB). Above the second after a collection we refuse: V8 ends the process with four fifths of its old
 * space in use after each collection, and the limit counts the young one too.
 */
const WORTH_A_LOOK = 0.8
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

type Collect = (options: { type: 'major'; execution: 'sync'; flavor: 'last-resort' }) => void
let wholeCollection: Collect | undefined

/** Collects all garbage at once, with the buffers outside of the heap (any other collection leaves these). Takes some hundredths of a second. */
export function collectGarbage(): void {
  if (!wholeCollection) {
    setFlagsFromString('--expose-gc')
    wholeCollection = runInNewContext('gc') as Collect
  }
  wholeCollection({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}

function shareOfV8(): number {
  const { used_heap_size, external_memory, heap_size_limit } = getHeapStatistics()
  return (used_heap_size + external_memory) / heap_size_limit
}

/** Refuses requests, 503, while the heap is full even after a collection: V8 would end the process, and the requests under way. */
export function rejectWhenOverloaded(
  heap: Heap = { share: shareOfV8, collect: collectGarbage },
  now = () => performance.now(),
): RequestHandler {
  let collected = Number.NEGATIVE_INFINITY
  let left = 0
  let wasFull = false
  return (request, response, next) => {
    // Once refused, requests wait for a heap below the lower limit.
    let isFull = heap.share() > (wasFull ? FULL : WORTH_A_LOOK)
    if (isFull && (left <= ROOMY || now() - collected >= COLLECT_EVERY)) {
      heap.collect()
      collected = now()
      left = heap.share()
      isFull = left > FULL
    }
    if (isFull !== wasFull) log.warn(isFull ? 'the heap is full: requests are refused' : 'the heap has room again')
    wasFull = isFull
    if (!isFull) return next()
    countMemoryRefusal()
    // What is kept for a connection would fill the heap further.
    response.set({ 'Retry-After': String(RETRY_AFTER), Connection: 'close' })
    response.once('finish', () => request.socket.destroySoon())
    answer(request, response, 503, 'A lot of people are here right now. Please wait a few seconds and try again.')
  }
}
