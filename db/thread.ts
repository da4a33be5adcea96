import { on } from 'node:events'
import { resolve } from 'node:path'
import { Worker } from 'node:worker_threads'

/** Size of the young generation. A thread needs little heap, because most of its data is in buffers. */
const resourceLimits = { maxYoungGenerationSizeMb: 2 }

/** Messages from a thread. It posts the parts of an error, because a thrown error arrives without its message. */
type ThreadMessage<Result> =
  | { progress: number }
  | { result: Result }
  | { error: { code?: string; path?: string; message: string } }

/**
 * Runs a program in `app/processes` as a thread with `data`. Returns the result that it posts, or throws the error that it posts. Ends
 * the thread when `signal` is aborted. `onProgress` receives the numbers that it posts.
 */
export async function runThread<Result>(
  program: 'archive-work.mjs' | 'database-work.mjs',
  data: object,
  { signal, onProgress }: { signal?: AbortSignal; onProgress?: (progress: number) => void } = {},
): Promise<Result> {
  const worker = new Worker(resolve('app/processes', program), { workerData: data, resourceLimits })
  try {
    for await (const [posted] of on(worker, 'message', { signal, close: ['exit'] }) as AsyncIterable<
      [ThreadMessage<Result>]
    >) {
      if ('progress' in posted) onProgress?.(posted.progress)
      else if ('error' in posted) throw Object.assign(new Error(posted.error.message), posted.error)
      else return posted.result
    }
    throw new Error(`${program} ended without a result.`)
  } finally {
    await worker.terminate()
  }
}
