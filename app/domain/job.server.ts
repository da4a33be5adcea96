import { setImmediate } from 'node:timers/promises'
import { log } from '~/log.server'

/** A background task. `stop` waits for the run in progress. */
export interface Running {
  stop: () => Promise<void>
}

/**
 * Runs `work` every `every` milliseconds, never twice at once, and logs errors. `runAgain` runs it once more and waits; `onStop`
 * can end a run early.
 */
export function startJob(
  work: () => Promise<unknown>,
  {
    every,
    failure,
    isImmediate = true,
    onStop,
  }: { every: number; failure: string; isImmediate?: boolean; onStop?: () => void },
): Running & { runAgain: () => Promise<unknown> } {
  let isStopped = false
  const run = async () => {
    if (isStopped) return
    await work().catch((error) => isStopped || log.error({ err: error }, failure))
  }
  let running: Promise<unknown> = isImmediate ? run() : Promise.resolve()
  const runAgain = () => {
    running = running.then(run)
    return running
  }
  const clock = setInterval(runAgain, every).unref()
  return {
    runAgain,
    stop: async () => {
      isStopped = true
      clearInterval(clock)
      onStop?.()
      await running
    },
  }
}

/** Returns a function to await after each piece of long work. Every `interval` milliseconds it lets other requests run. */
export function createYield(interval = 10): () => Promise<void> {
  let startedAt = performance.now()
  return async () => {
    if (performance.now() - startedAt < interval) return
    await setImmediate()
    startedAt = performance.now()
  }
}

/** How long nobody has used the server: work that can wait does until then. */
export class QuietTime {
  #uses = 0
  #lastEnd = Number.NEGATIVE_INFINITY

  /** Begins a use, such as a request or an operator's command. Returns the function that ends it. */
  begin(): () => void {
    this.#uses += 1
    return () => {
      this.#uses -= 1
      this.#lastEnd = performance.now()
    }
  }

  /** The milliseconds since the last use; 0 during one. */
  measure(): number {
    return this.#uses > 0 ? 0 : performance.now() - this.#lastEnd
  }
}
