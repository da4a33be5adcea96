import { Readable } from 'node:stream'
import { createReadableStreamFromReadable, data } from '@remix-run/node'
import { z } from 'zod'
import { type Cursor, type CursorPage, type CursorRequest, FIRST_PAGE, readInBatches } from '~/domain/page.server'
import { Refused } from '~/domain/refused'
import { log } from '~/log.server'

/** Returns the list, or `empty` if it can't be read. */
export type ReadOrEmpty = <List>(list: Promise<List>, empty: NoInfer<List>) => Promise<List>

/** A screen's lists. A list that can't be read is empty and logged; `notLoaded` and status 500 report it to the screen and to caches. */
export async function loadLists<Lists extends object>(read: (orEmpty: ReadOrEmpty) => Promise<Lists>) {
  let notLoaded = false
  const lists = await read(async (list, empty) => {
    try {
      return await list
    } catch (error) {
      if (error instanceof Refused) throw error
      log.error({ err: error }, 'a list could not be read')
      notLoaded = true
      return empty
    }
  })
  return data({ ...lists, notLoaded }, { status: notLoaded ? 500 : 200 })
}

/** Records of one page. */
export const MAX_PAGE_SIZE = 500

const cursorSchema = z.tuple([z.string().max(100), z.int().min(0)])
const UNKNOWN_CURSOR = 'cursor must be one that this list gave, in the Link header of its answer.'

type ReadPage<Item> = (requested: CursorRequest) => Promise<CursorPage<Item>>

/** A list as an array, or the page that `limit` and `cursor` request, with a Link to the next. Throws Refused, invalid, for invalid ones. */
export async function createListResponse<Item>(request: Request, read: ReadPage<Item>): Promise<Response> {
  const url = new URL(request.url)
  const requested = parsePageRequest(url.searchParams)
  if (!requested) return createWholeListResponse(read)
  const { items, next } = await read(requested)
  if (!next) return Response.json(items)
  url.searchParams.set('cursor', serializeCursor(next))
  return Response.json(items, { headers: { Link: `<${url.pathname}${url.search}>; rel="next"` } })
}

/** In characters. A longer list is read while it is sent, so that its length does not cost memory. */
const MAX_BUFFERED = 256 * 1024

const JSON_TYPE = { headers: { 'Content-Type': 'application/json' } }

/** A whole list. A failed read throws while nothing has been sent; later it cuts off the response. */
async function createWholeListResponse<Item>(read: ReadPage<Item>): Promise<Response> {
  const chunks = serializeArray(readInBatches((requested) => read({ ...requested, isWhole: true }), FIRST_PAGE.limit))
  let buffered = ''
  while (buffered.length <= MAX_BUFFERED) {
    const { value, done } = await chunks.next()
    if (done) return new Response(buffered, JSON_TYPE)
    buffered += value
  }
  async function* readAllChunks() {
    yield buffered
    yield* chunks
  }
  return new Response(createReadableStreamFromReadable(Readable.from(readAllChunks())), JSON_TYPE)
}

async function* serializeArray<Item>(parts: AsyncIterable<Item[]>): AsyncGenerator<string, void> {
  let before = '['
  for await (const items of parts) {
    if (items.length === 0) continue
    yield before + JSON.stringify(items).slice(1, -1)
    before = ','
  }
  yield before === '[' ? '[]' : ']'
}

function parsePageRequest(parameters: URLSearchParams): CursorRequest | undefined {
  const limit = parameters.get('limit')
  const cursor = parameters.get('cursor')
  if (limit === null && cursor === null) return undefined
  return {
    limit: limit === null ? FIRST_PAGE.limit : parseLimit(limit),
    after: cursor === null ? undefined : parseCursor(cursor),
  }
}

function parseLimit(text: string): number {
  const limit = /^\d{1,3}$/.test(text) ? Number(text) : 0
  if (limit >= 1 && limit <= MAX_PAGE_SIZE) return limit
  throw new Refused('invalid', `limit must be a whole number from 1 to ${MAX_PAGE_SIZE}.`, { field: 'limit' })
}

/** An opaque text that only this list reads. */
function serializeCursor(next: Cursor): string {
  return Buffer.from(JSON.stringify(next)).toString('base64url')
}

function parseCursor(cursor: string): Cursor {
  try {
    return cursorSchema.parse(JSON.parse(Buffer.from(cursor.slice(0, 500), 'base64url').toString()))
  } catch {
    throw new Refused('invalid', UNKNOWN_CURSOR, { field: 'cursor' })
  }
}
