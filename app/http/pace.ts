import type { ServerResponse } from 'node:http'

/** Waits while a client takes what it was sent. False once it is gone, and where it asked for the headers alone. */
export async function takesMore(response: ServerResponse): Promise<boolean> {
  if (response.writableNeedDrain)
    await new Promise<void>((resolve) => {
      const goOn = () => {
        response.removeListener('drain', goOn).removeListener('close', goOn)
        resolve()
      }
      // Not by `on`, which compression replaces to tell of its own stream.
      response.addListener('drain', goOn).addListener('close', goOn)
    })
  return !response.destroyed && response.req.method !== 'HEAD'
}

/**
 * The same answer, whose body is read no faster than its client takes it, and not to its end once `goesOn` says no: Remix's adapter
 * for Express waits for nobody, so that a slow client's answer would be in memory whole.
 */
export function paced(answer: Response, goesOn: () => Promise<boolean>): Response {
  const from = answer.body?.getReader()
  if (!from) return answer
  const body = new ReadableStream<Uint8Array>(
    {
      pull: async (to) => {
        const { done, value } = (await goesOn()) ? await from.read() : { done: true }
        if (value) return to.enqueue(value)
        if (!done) return
        to.close()
        await from.cancel()
      },
      cancel: (reason) => from.cancel(reason),
    },
    { highWaterMark: 0 },
  )
  return new Response(body, answer)
}
