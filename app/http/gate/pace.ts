import type { ServerResponse } from 'node:http'

/**
 * Reads an answer no faster than its client takes it, and not on once that is gone: Remix's adapter waits for nobody, and a slow
 * client's answer would be in memory whole.
 */
export function pacing(response: ServerResponse): (answer: Response) => Response {
  let goOn: (() => void) | undefined
  /** Waits while what was sent is still on its way, compression's part of it too. Gives false where no more is taken. */
  async function takesMore(): Promise<boolean> {
    if (response.req.method === 'HEAD') return false
    // To write nothing tells whether there is room for more.
    if (!response.destroyed && !response.write(''))
      await new Promise<void>((resolve) => {
        // Only now, since compression moves the first listener to its own stream once it has one.
        if (!goOn) response.on('drain', () => goOn?.()).on('close', () => goOn?.())
        goOn = resolve
      })
    return !response.destroyed
  }
  return (answer) => {
    const from = answer.body?.getReader()
    if (!from) return answer
    const stop = () => void from.cancel().catch(() => {})
    if (response.destroyed) stop()
    response.once('close', stop)
    const body = new ReadableStream<Uint8Array>(
      {
        pull: async (to) => {
          const { done, value } = (await takesMore()) ? await from.read() : { done: true }
          if (value) return to.enqueue(value)
          if (!done) return
          stop()
          to.close()
        },
      },
      { highWaterMark: 0 },
    )
    return new Response(body, answer)
  }
}
