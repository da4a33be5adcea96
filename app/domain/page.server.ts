import type { SelectQueryBuilder } from 'kysely'

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
