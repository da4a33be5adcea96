import { Readable } from 'node:stream'
import { createReadableStreamFromReadable } from '@remix-run/node'

/** A long list as a JSON array, written in the parts it comes in: other requests get a turn in between. */
export function jsonList(parts: AsyncIterable<unknown[]>): Response {
  const body = createReadableStreamFromReadable(Readable.from(arrayOf(parts)))
  return new Response(body, { headers: { 'Content-Type': 'application/json' } })
}

async function* arrayOf(parts: AsyncIterable<unknown[]>): AsyncGenerator<string> {
  let before = '['
  for await (const part of parts) {
    if (part.length === 0) continue
    yield before + JSON.stringify(part).slice(1, -1)
    before = ','
  }
  yield before === '[' ? '[]' : ']'
}
