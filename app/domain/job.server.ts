import { log } from '~/log.server'

/** A background task. `stop` waits for the run in progress. */
export interface Running {
  stop: () => Promise<void>
}

/**
 * Runs `work` every so many milliseconds, never twice at once, and logs errors. `again` runs it once more and waits; `onStop` can end a
 * run early.
 */
export function startJob(
  work: () => Promise<unknown>,
  { every, failure, begin = true, onStop }: { every: number; failure: string; begin?: boolean; onStop?: () => void },
): Running & { again: () => Promise<unknown> } {
  let isOver = false
  const run = async () => {
    if (isOver) return
    await work().catch((error) => isOver || log.error({ err: error }, failure))
  }
  let running: Promise<unknown> = begin ? run() : Promise.resolve()
  const again = () => {
    running = running.then(run)
    return running
  }
  const clock = setInterval(again, every).unref()
  return {
    again,
    stop: async () => {
      isOver = true
      clearInterval(clock)
      onStop?.()
      await running
    },
  }
}
