import type { RequestHandler } from 'express'
import PQueue from 'p-queue'
import { getNetwork } from '~/domain/limits/limits.server'
import { queueLimits } from '~/domain/limits/table'
import { sendErrorPage } from '~/http/errors/refusal'
import { runUntilClosed, waitForBody } from './queues'

const { requests } = queueLimits
const RETRY_AFTER = 5

/** The requests refused since the start because too many came at once. */
export class RefusedRequests {
  count = 0
  #last = Number.NEGATIVE_INFINITY

  add(): void {
    this.count += 1
    this.#last = performance.now()
  }

  /** The time since the last one, in ms. */
  get ago(): number {
    return performance.now() - this.#last
  }
}

/** Runs a few requests at a time, and refuses those that would wait too long (503): V8 ends a process that renders a thousand pages. */
export function queueRequests({
  concurrency = requests.inside,
  maxWaiting = requests.waiting,
  maxPerNetwork = requests.waitingOfOne,
  maxDuration = requests.longest,
  refused = new RefusedRequests(),
} = {}): RequestHandler {
  const queue = new PQueue({ concurrency })
  const waiting = new Map<string, number>()
  const count = (network: string, by: number) => {
    const number = (waiting.get(network) ?? 0) + by
    if (number > 0) waiting.set(network, number)
    else waiting.delete(network)
  }
  const isFull = (network: string) => queue.size >= maxWaiting || (waiting.get(network) ?? 0) >= maxPerNetwork
  const refuse: (...to: Parameters<RequestHandler>) => void = (request, response) => {
    refused.add()
    // An open connection would use more memory.
    response.set({ 'Retry-After': String(RETRY_AFTER), Connection: 'close' })
    response.once('finish', () => request.socket.destroySoon())
    sendErrorPage(request, response, 503, requests.message)
  }
  return async (request, response, next) => {
    const network = getNetwork(request.ip)
    if (isFull(network)) return refuse(request, response, next)
    // A form takes no place until it has arrived.
    await waitForBody(request, Number.POSITIVE_INFINITY)
    // Many may have arrived at once.
    if (isFull(network)) return refuse(request, response, next)
    count(network, 1)
    void queue.add(() => {
      count(network, -1)
      return runUntilClosed(response, next, maxDuration)
    })
  }
}
