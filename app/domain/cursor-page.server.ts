import { setImmediate } from 'node:timers/promises'
import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import { cleanEmail } from '~/email-address'
import { mapPage } from './page.server'
import { Refused } from './refused'
import { foldForSearch } from './text'
import { createYield } from './turns.server'

/** Where a record stands in its list: the text that the list is ordered by, then its id. */
export type Cursor = readonly [by: string, id: number]

/** What is asked for of a list: at most `limit` records, the first ones or those after a cursor. */
export interface CursorRequest {
  limit: number
  after?: Cursor
  /** For whoever reads on to the end: a page may then end earlier than at `limit`, or not before the list does. */
  isWhole?: boolean
}

/** One page of a list; `next` is the cursor of its last record where more follow. */
export interface CursorPage<Item> {
  items: Item[]
  next?: Cursor
}

/** What is given of a list to whoever asks for a page, unless a limit is named. */
export const FIRST_PAGE: CursorRequest = { limit: 100 }

interface Order<Row> {
  /** The column, or expression of an index, that the list is ordered by; ids decide between equals. */
  by: string | RawBuilder<unknown>
  id?: string
  direction: 'asc' | 'desc'
  cursorOf: (row: Row) => Cursor
}

export const NEWEST_FIRST = {
  by: 'createdAt',
  direction: 'desc',
  cursorOf: ({ createdAt, id }: { createdAt: string; id: number }): Cursor => [createdAt, id],
} as const

/** One page of `query`, from where the one before ended: cheap anywhere, and nothing is missed or given twice. */
export async function readCursorPage<Tables, From extends keyof Tables, Row>(
  query: SelectQueryBuilder<Tables, From, Row>,
  { limit, after }: CursorRequest = FIRST_PAGE,
  { by, id = 'id', direction, cursorOf: placeOf }: Order<Row>,
): Promise<CursorPage<Row>> {
  const columns = [typeof by === 'string' ? sql.ref(by) : by, sql.ref(id)] as const
  const isLater = sql.raw(direction === 'asc' ? '>' : '<')
  const rows = await query
    .$if(after !== undefined, (all) =>
      all.where(sql<SqlBool>`(${columns[0]}, ${columns[1]}) ${isLater} (${after?.[0]}, ${after?.[1]})`),
    )
    .clearOrderBy()
    .orderBy(columns[0], direction)
    .orderBy(columns[1], direction)
    .limit(limit + 1)
    .execute()
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  return { items, next: last && rows.length > limit ? placeOf(last) : undefined }
}

/** The same, of records that `toFileRecord` makes of the rows. */
export async function readRecordPage<Tables, From extends keyof Tables, Row, Item>(
  query: SelectQueryBuilder<Tables, From, Row>,
  requested: CursorRequest | undefined,
  order: Order<Row>,
  toRecord: (row: Row) => Item,
): Promise<CursorPage<Item>> {
  return mapPage(await readCursorPage(query, requested, order), toRecord)
}

/** One page of a short list that is held whole. Throws Refused, 400, when `after`'s record is gone. */
export function sliceCursorPage<Item extends { id: number }>(
  list: Item[],
  { limit, after, isWhole }: CursorRequest,
): CursorPage<Item> {
  if (isWhole) return { items: list }
  const start = after ? list.findIndex(({ id }) => id === after[1]) + 1 : 0
  if (after && start === 0)
    throw new Refused(400, 'The list has changed since. Please begin again, without a cursor.', { field: 'cursor' })
  const items = list.slice(start, start + limit)
  const last = items.at(-1)
  return { items, next: last && start + limit < list.length ? ['', last.id] : undefined }
}

/** A whole list in batches of at most `limit` records. Others get a turn after each. */
export async function* readInBatches<Item>(
  read: (requested: CursorRequest) => Promise<CursorPage<Item>>,
  limit: number,
): AsyncGenerator<Item[]> {
  let after: Cursor | undefined
  do {
    const { items, next }: CursorPage<Item> = await read({ limit, after })
    yield items
    after = next
    await setImmediate()
  } while (after)
}

const SEARCHED_AT_A_TIME = 100

/** The ids of the rows of `query`, in its order, whose `toPlainHtmlText` contains `text` in any case and accents: no index finds them. */
export async function findIdsContaining<Tables, From extends keyof Tables, Row extends { id: number }>(
  query: SelectQueryBuilder<Tables, From, Row>,
  order: Order<Row>,
  { text, textOf }: { text: string; textOf: (row: Row) => string },
): Promise<number[]> {
  // Also finds an address as it was typed.
  const wanted = [text.trim(), ...(text.includes('@') ? [cleanEmail(text)] : [])].map(foldForSearch)
  const ids: number[] = []
  const turn = createYield()
  for await (const rows of readInBatches((requested) => readCursorPage(query, requested, order), SEARCHED_AT_A_TIME))
    for (const row of rows) {
      const held = foldForSearch(textOf(row))
      if (wanted.some((one) => held.includes(one))) ids.push(row.id)
      await turn()
    }
  return ids
}
