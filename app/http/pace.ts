import type { ServerResponse } from 'node:http'

/**
 * How fast the client of a response takes it: a function that waits while what was sent is still on its way, compression's part of it
 * too. It gives false once the client is gone, and where it asked for the headers alone.
 */
export function paceOf(response: ServerResponse): () => Promise<boolean> {
  let goOn: (() => void) | undefined
  const wait = () =>
    new Promise<void>((resolve) => {
      // Only now, since compression moves the first listener to its own stream once it has one.
      if (!goOn) response.on('drain', () => goOn?.()).on('close', () => goOn?.())
      goOn = resolve
    })
  return async () => {
    if (response.req.method === 'HEAD') return false
    // To write nothing tells whether there is room for more.
    if (!response.destroyed && !response.write('')) await wait()
    return !response.destroyed
  }
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
