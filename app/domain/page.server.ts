import { setImmediate } from 'node:timers/promises'
import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import { cleanEmail } from '~/email-address'
import { Refused } from './refused'
import { foldForSearch } from './text'

const DEFAULT_PAGE_SIZE = 20

/** How many files or timetables a page lists, for students and tutors. */
export const FILES_A_PAGE = 10

/** A part of a list, and its position in the whole. */
export interface Page<Item> {
  items: Item[]
  /** Counts from 1. */
  page: number
  pages: number
  /** The number of records in the whole list. */
  found: number
}

/** The start of page `requested` (from 1) in a list of `found` records; the last page if it is beyond the end. */
export function getPageBounds(found: number, requested: number, perPage = DEFAULT_PAGE_SIZE) {
  const pages = Math.max(1, Math.ceil(found / perPage))
  const page = Math.min(requested, pages)
  return { page, pages, found, start: (page - 1) * perPage }
}

/** One page of `query`, which must have a total order. Pass `found` for a query with joins: SQLite would follow them to count. */
export async function paginate<Tables, From extends keyof Tables, Item>(
  query: SelectQueryBuilder<Tables, From, Item>,
  requested: number,
  { perPage = DEFAULT_PAGE_SIZE, found }: { perPage?: number; found?: number } = {},
): Promise<Page<Item>> {
  const { start, ...place } = getPageBounds(found ?? (await countRows(query)), requested, perPage)
  return { ...place, items: await query.limit(perPage).offset(start).execute() }
}

/** One page of the records with these `ids`, in this order; `read` may return a page's records in any order. */
export async function paginateIds<Item extends { id: number }>(
  ids: number[],
  requested: number,
  read: (ids: number[]) => Promise<Item[]>,
  perPage = DEFAULT_PAGE_SIZE,
): Promise<Page<Item>> {
  const { start, ...place } = getPageBounds(ids.length, requested, perPage)
  const shown = ids.slice(start, start + perPage)
  const rows = new Map((shown.length > 0 ? await read(shown) : []).map((row) => [row.id, row]))
  return { ...place, items: shown.flatMap((id) => rows.get(id) ?? []) }
}

export async function countRows<Tables, From extends keyof Tables, Item>(
  query: SelectQueryBuilder<Tables, From, Item>,
) {
  const count = query.clearSelect().clearOrderBy()
  // Kysely can't type a selection from a table that is generic.
  const counted = (await count
    .select(({ fn }) => fn.countAll<number>().as('found'))
    .executeTakeFirstOrThrow()) as object
  return (counted as { found: number }).found
}

export function mapPage<Before, After, Whole extends { items: Before[] }>(
  page: Whole & { items: Before[] },
  change: (item: Before) => After,
): Omit<Whole, 'items'> & { items: After[] } {
  return { ...page, items: page.items.map(change) }
}

/** A record's position in a list: the text that the list is sorted by, then its id. */
export type Cursor = readonly [by: string, id: number]

/** Requests at most `limit` records, from the start or after a cursor. */
export interface CursorRequest {
  limit: number
  after?: Cursor
  /** For callers that read the whole list: a page may then be shorter or longer than `limit`. */
  isWhole?: boolean
}

/** One page of a list; `next` is the cursor of its last record if more follow. */
export interface CursorPage<Item> {
  items: Item[]
  next?: Cursor
}

/** Used unless a limit is given. */
export const FIRST_PAGE: CursorRequest = { limit: 100 }

interface Order<Row> {
  /** The column, or expression of an index, to sort by; ids break ties. */
  by: string | RawBuilder<unknown>
  id?: string
  direction: 'asc' | 'desc'
  getCursor: (row: Row) => Cursor
}

export const NEWEST_FIRST = {
  by: 'createdAt',
  direction: 'desc',
  getCursor: ({ createdAt, id }: { createdAt: string; id: number }): Cursor => [createdAt, id],
} as const

/** One page of `query`, starting after a cursor: fast at any position, and no record is missed or repeated. */
export async function readCursorPage<Tables, From extends keyof Tables, Row>(
  query: SelectQueryBuilder<Tables, From, Row>,
  { limit, after }: CursorRequest = FIRST_PAGE,
  { by, id = 'id', direction, getCursor: toCursor }: Order<Row>,
): Promise<CursorPage<Row>> {
  const columns = [typeof by === 'string' ? sql.ref(by) : by, sql.ref(id)] as const
  const comparison = sql.raw(direction === 'asc' ? '>' : '<')
  const rows = await query
    .$if(after !== undefined, (all) =>
      all.where(sql<SqlBool>`(${columns[0]}, ${columns[1]}) ${comparison} (${after?.[0]}, ${after?.[1]})`),
    )
    .clearOrderBy()
    .orderBy(columns[0], direction)
    .orderBy(columns[1], direction)
    .limit(limit + 1)
    .execute()
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  return { items, next: last && rows.length > limit ? toCursor(last) : undefined }
}

/** As readCursorPage, with each row turned into a record. */
export async function readRecordPage<Tables, From extends keyof Tables, Row, Item>(
  query: SelectQueryBuilder<Tables, From, Row>,
  requested: CursorRequest | undefined,
  order: Order<Row>,
  toRecord: (row: Row) => Item,
): Promise<CursorPage<Item>> {
  return mapPage(await readCursorPage(query, requested, order), toRecord)
}

/** One page of a short list in memory. Throws Refused, invalid, if the record of `after` is gone. */
export function sliceCursorPage<Item extends { id: number }>(
  list: Item[],
  { limit, after, isWhole }: CursorRequest,
): CursorPage<Item> {
  if (isWhole) return { items: list }
  const start = after ? list.findIndex(({ id }) => id === after[1]) + 1 : 0
  if (after && start === 0)
    throw new Refused('invalid', 'The list has changed since. Please begin again, without a cursor.', {
      field: 'cursor',
    })
  const items = list.slice(start, start + limit)
  const last = items.at(-1)
  return { items, next: last && start + limit < list.length ? ['', last.id] : undefined }
}

/** Reads a whole list in batches of at most `limit` records. Other requests run after each. */
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

const SEARCH_BATCH_SIZE = 500

/** The ids of the rows of `query`, in its order, whose text contains `text`, ignoring case and accents. No index can find them. */
export async function findIdsContaining<Tables, From extends keyof Tables, Row extends { id: number }>(
  query: SelectQueryBuilder<Tables, From, Row>,
  order: Order<Row>,
  { text, getText }: { text: string; getText: (row: Row) => string },
): Promise<number[]> {
  // Finds an email address however it was typed.
  const searchTexts = [text.trim(), ...(text.includes('@') ? [cleanEmail(text)] : [])].map(foldForSearch)
  const ids: number[] = []
  for await (const rows of readInBatches((requested) => readCursorPage(query, requested, order), SEARCH_BATCH_SIZE))
    for (const row of rows) {
      const foldedText = foldForSearch(getText(row))
      if (searchTexts.some((one) => foldedText.includes(one))) ids.push(row.id)
    }
  return ids
}
