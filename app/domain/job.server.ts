import { log } from '~/log.server'

/** What goes on until it is stopped; stopping waits for what is under way. */
export interface Running {
  stop: () => Promise<void>
}

/** Does `work` every so many milliseconds, never twice at a time. Errors are logged; `again` does it once more and waits for it, `onStop` ends it sooner. */
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
