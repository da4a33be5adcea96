import { Readable } from 'node:stream'
import { createReadableStreamFromReadable } from '@remix-run/node'
import { z } from 'zod'
import {
  type Cursor,
  type CursorPage,
  type CursorRequest,
  FIRST_PAGE,
  readInBatches,
} from '~/domain/cursor-page.server'
import { Refused } from '~/domain/refused'

/** The most records of a part. */
export const MAX_PAGE_SIZE = 500

const place = z.tuple([z.string().max(100), z.int().min(0)])
const UNKNOWN = 'cursor must be one that this list gave, in the Link header of its answer.'

type Read<Item> = (requested: CursorRequest) => Promise<CursorPage<Item>>

/** A list as an array, or the page that `limit` or `cursor` ask for, with a Link to the next. Throws Refused, 400, for others. */
export async function createListResponse<Item>(request: Request, read: Read<Item>): Promise<Response> {
  const url = new URL(request.url)
  const requested = askedBy(url.searchParams)
  if (!requested) return wholeAnswer(read)
  const { items, next } = await read(requested)
  if (!next) return Response.json(items)
  url.searchParams.set('cursor', cursorOf(next))
  return Response.json(items, { headers: { Link: `<${url.pathname}${url.search}>; rel="next"` } })
}

/** In characters. What is longer is read as it is sent, so that a list of any length takes as little memory as a short one. */
const LONGEST_HELD = 256 * 1024

const JSON_TYPE = { headers: { 'Content-Type': 'application/json' } }

/** A whole list. What can't be read is thrown while nothing is sent yet; later it breaks the answer off. */
async function wholeAnswer<Item>(read: Read<Item>): Promise<Response> {
  const pieces = asArray(readInBatches((requested) => read({ ...requested, isWhole: true }), FIRST_PAGE.limit))
  let started = ''
  while (started.length <= LONGEST_HELD) {
    const { value, done } = await pieces.next()
    if (done) return new Response(started, JSON_TYPE)
    started += value
  }
  async function* all() {
    yield started
    yield* pieces
  }
  return new Response(createReadableStreamFromReadable(Readable.from(all())), JSON_TYPE)
}

async function* asArray<Item>(parts: AsyncIterable<Item[]>): AsyncGenerator<string, void> {
  let before = '['
  for await (const items of parts) {
    if (items.length === 0) continue
    yield before + JSON.stringify(items).slice(1, -1)
    before = ','
  }
  yield before === '[' ? '[]' : ']'
}

function askedBy(parameters: URLSearchParams): CursorRequest | undefined {
  const limit = parameters.get('limit')
  const cursor = parameters.get('cursor')
  if (limit === null && cursor === null) return undefined
  return {
    limit: limit === null ? FIRST_PAGE.limit : limitOf(limit),
    after: cursor === null ? undefined : placeOf(cursor),
  }
}

function limitOf(text: string): number {
  const limit = /^\d{1,3}$/.test(text) ? Number(text) : 0
  if (limit >= 1 && limit <= MAX_PAGE_SIZE) return limit
  throw new Refused(400, `limit must be a whole number from 1 to ${MAX_PAGE_SIZE}.`, { field: 'limit' })
}

/** A place as a text that only this list has to understand. */
function cursorOf(next: Cursor): string {
  return Buffer.from(JSON.stringify(next)).toString('base64url')
}

function placeOf(cursor: string): Cursor {
  try {
    return place.parse(JSON.parse(Buffer.from(cursor.slice(0, 500), 'base64url').toString()))
  } catch {
    throw new Refused(400, UNKNOWN, { field: 'cursor' })
  }
}
