import type { AppLoadContext } from '@remix-run/node'
import { z } from 'zod'
import { type Asked, FIRST_PART, type Part, type Place } from '~/domain/part.server'
import { Refused } from '~/domain/refused'
import { untilChanged } from '~db/until-changed'
import { jsonAnswer, WholeAnswer } from './whole-answer'

/** The most records that a call gives at a time. */
export const MOST_RECORDS = 500

const place = z.tuple([z.string().max(100), z.int().min(0)])
const UNKNOWN = 'cursor must be one that this list gave, in the Link header of its answer.'

/**
 * The answer of a call that lists records: the part that `limit` and `cursor` in the address ask for as an array, and where more
 * follow, their address as a link (RFC 8288). Throws Refused, 400, for a limit or a cursor that can't be, and what `read` throws.
 */
export async function answerPart<Item>(
  request: Request,
  read: (asked: Asked) => Promise<Part<Item>>,
): Promise<Response> {
  const url = new URL(request.url)
  const { items, next } = await read(askedBy(url.searchParams))
  if (!next) return jsonAnswer(items)
  url.searchParams.set('cursor', cursorOf(next))
  return jsonAnswer(items, { headers: { Link: `<${url.pathname}${url.search}>; rel="next"` } })
}

const once = untilChanged<{ text: string; headers: [string, string][] }>()

/**
 * As answerPart, for a list that is the same for all `sharers`: what they get without asking for a certain part is made once, until
 * the database changes.
 */
export async function answerSharedPart<Item>(
  { request, context: { db } }: { request: Request; context: AppLoadContext },
  sharers: string,
  read: (asked: Asked) => Promise<Part<Item>>,
): Promise<Response> {
  const { pathname, search } = new URL(request.url)
  if (search) return answerPart(request, read)
  const { text, headers } = (await once(db, `${sharers} ${pathname}`, async () => {
    const answer = await answerPart(request, read)
    return { text: await answer.text(), headers: [...answer.headers] }
  }))!
  return new WholeAnswer(text, { headers })
}

function askedBy(parameters: URLSearchParams): Asked {
  const limit = parameters.get('limit')
  const cursor = parameters.get('cursor')
  return {
    limit: limit === null ? FIRST_PART.limit : limitOf(limit),
    after: cursor === null ? undefined : placeOf(cursor),
  }
}

function limitOf(text: string): number {
  const limit = /^\d{1,3}$/.test(text) ? Number(text) : 0
  if (limit >= 1 && limit <= MOST_RECORDS) return limit
  throw new Refused(400, `limit must be a whole number from 1 to ${MOST_RECORDS}.`, { field: 'limit' })
}

/** A place as a text that only this list has to understand. */
function cursorOf(next: Place): string {
  return Buffer.from(JSON.stringify(next)).toString('base64url')
}

function placeOf(cursor: string): Place {
  try {
    return place.parse(JSON.parse(Buffer.from(cursor.slice(0, 500), 'base64url').toString()))
  } catch {
    throw new Refused(400, UNKNOWN, { field: 'cursor' })
  }
}
