import { log } from '~/log.server'

/** What goes on until it is stopped; stopping waits for what is under way. */
export interface Running {
  stop: () => Promise<void>
}

/** Does `work` every so many milliseconds, never twice at a time. Errors are logged; `onStop` ends it sooner. */
export function startJob(
  work: () => Promise<unknown>,
  { every, failure, begin = true, onStop }: { every: number; failure: string; begin?: boolean; onStop?: () => void },
): Running {
  let isOver = false
  const run = async () => {
    if (isOver) return
    await work().catch((error) => isOver || log.error({ err: error }, failure))
  }
  let running: Promise<unknown> = begin ? run() : Promise.resolve()
  const clock = setInterval(() => {
    running = running.then(run)
  }, every).unref()
  return {
    stop: async () => {
      isOver = true
      clearInterval(clock)
      onStop?.()
      await running
    },
  }
}
