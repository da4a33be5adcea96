import { on } from 'node:events'
import { resolve } from 'node:path'
import { Worker } from 'node:worker_threads'

/** Young generation of a thread, in MB: most of its data is in buffers outside of the heap. */
const resourceLimits = { maxYoungGenerationSizeMb: 2 }

/** Messages from a thread. It posts an error's parts, since a thrown error would arrive without its message. */
type Posted<Result> =
  | { packed: number }
  | { result: Result }
  | { error: { code?: string; path?: string; message: string } }

/**
 * Runs `program` of scripts as a thread with `data`, and returns the result that it posts. Throws the error that it posts, and ends it
 * when `signal` is aborted. `onPacked` is told how many files are packed.
 */
export async function runThread<Result>(
  program: 'archive-work.mjs' | 'database-work.mjs',
  data: object,
  { signal, onPacked }: { signal?: AbortSignal; onPacked?: (files: number) => void } = {},
): Promise<Result> {
  const worker = new Worker(resolve('scripts', program), { workerData: data, resourceLimits })
  try {
    for await (const [posted] of on(worker, 'message', { signal, close: ['exit'] }) as AsyncIterable<
      [Posted<Result>]
    >) {
      if ('packed' in posted) onPacked?.(posted.packed)
      else if ('error' in posted) throw Object.assign(new Error(posted.error.message), posted.error)
      else return posted.result
    }
    throw new Error(`${program} ended without a result.`)
  } finally {
    await worker.terminate()
  }
}
