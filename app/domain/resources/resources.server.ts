import type { Tutor } from '~/domain/accounts/account'
import { logFor } from '~/domain/activity/activity.server'
import { applyPatch, type Change, type InWords } from '~/domain/change.server'
import {
  type CursorPage,
  type CursorRequest,
  cursorPageOf,
  FIRST_PAGE,
  mapCursorPage,
} from '~/domain/cursor-page.server'
import { mapPage, type Page, pageOf } from '~/domain/page.server'
import { orNotFound } from '~/domain/refused'
import { fromTyped, type SafeHtml, toSafeHtml } from '~/domain/rich-text.server'
import { erasing } from '~db/erase'
import type { Bit, Database, Row } from '~db/schema'
import { categoryNames } from './categories'
import { type NewResource, newResource } from './schema'

const logResource = logFor('resource')

/** A resource that a tutor made, its HTML sanitised. */
export type Resource = Omit<Row<'resources'>, 'isPublic' | 'content'> & { isPublic: boolean; content: SafeHtml }

/** A resource's page has its title as h1, so headings in its text start at h2. */
const HEADINGS = { top: 2 }

/** A resource's fields with labels, for the notice of a conflict. */
export const resourceInWords: InWords<NewResource> = [
  { label: 'Title', of: ({ title }) => title },
  { label: 'Description', of: ({ description }) => description },
  { label: 'Category', of: ({ category }) => categoryNames[category] },
  { label: 'Content', of: ({ content }) => fromTyped(content, HEADINGS) },
  { label: 'Public', of: ({ isPublic }) => (isPublic ? 'Families can see this' : 'Hidden from families') },
]

/** A resource in a list, which leads to the rest. */
export type ListedResource = Omit<Resource, 'content'>

/** How many cards stand on a page: full rows of two and of three. */
const CARDS_A_PAGE = 12

/** One page of all resources, or of the public ones, the newest first. */
export async function pageOfResources(
  db: Database,
  page: number,
  { isPublic }: { isPublic?: true } = {},
): Promise<Page<ListedResource>> {
  const listed = resources(db)
    .clearSelect()
    .select(['id', 'title', 'description', 'category', 'isPublic', 'createdAt', 'version'])
    .$if(isPublic === true, (query) => query.where('isPublic', '=', 1))
  return mapPage(await pageOf(listed, page, { perPage: CARDS_A_PAGE }), (row) => ({
    ...row,
    isPublic: row.isPublic === 1,
  }))
}

/** One part of all resources, the newest first, for tutors. */
export async function listResources(db: Database, asked: CursorRequest = FIRST_PAGE): Promise<CursorPage<Resource>> {
  return partOfThose(resources(db), asked)
}

/** One part of the public resources, the newest first. */
export async function listPublicResources(
  db: Database,
  asked: CursorRequest = FIRST_PAGE,
): Promise<CursorPage<Resource>> {
  return partOfThose(resources(db).where('isPublic', '=', 1), asked)
}

async function partOfThose(those: ReturnType<typeof resources>, asked: CursorRequest): Promise<CursorPage<Resource>> {
  const part = await cursorPageOf(those, asked, {
    by: 'createdAt',
    direction: 'desc',
    cursorOf: ({ createdAt, id }) => [createdAt, id],
  })
  return mapCursorPage(part, toResource)
}

/** The ids of the newest public resources, at most `limit`. */
export async function listPublicIds(db: Database, limit: number): Promise<number[]> {
  const newest = resources(db).clearSelect().select('id').where('isPublic', '=', 1)
  return (await newest.limit(limit).execute()).map(({ id }) => id)
}

/** One resource, or null. */
export async function findResource(db: Database, id: number): Promise<Resource | null> {
  const row = await resources(db).where('id', '=', id).executeTakeFirst()
  return row ? toResource(row) : null
}

/** One public resource; null when it does not exist or is hidden. */
export async function findPublicResource(db: Database, id: number): Promise<Resource | null> {
  const resource = await findResource(db, id)
  return resource?.isPublic ? resource : null
}

/** Adds a resource and returns its record. */
export async function addResource(db: Database, tutor: Tutor, resource: NewResource): Promise<Resource> {
  const createdAt = new Date().toISOString()
  return db.transaction().execute(async (change) => {
    const insert = change.insertInto('resources').values({ ...toRow(resource), createdAt })
    const added = await insert.returningAll().executeTakeFirstOrThrow()
    await logResource(change, tutor, 'added', added)
    return toResource(added)
  })
}

/** Changes a resource and returns its record. Throws Refused, 404, and what merged throws. */
export async function changeResource(
  db: Database,
  tutor: Tutor,
  id: number,
  change: Change<NewResource>,
): Promise<Resource> {
  return db.transaction().execute(async (transaction) => {
    const before = orNotFound(await findResource(transaction, id))
    const resource = await applyPatch(transaction, 'resource', before, change, newResource)
    const update = transaction.updateTable('resources').set({ ...toRow(resource, before), version: before.version + 1 })
    const changed = await update.where('id', '=', id).returningAll().executeTakeFirstOrThrow()
    await logResource(transaction, tutor, 'changed', changed)
    return toResource(changed)
  })
}

/** Removes a resource and returns the removed record. Throws Refused, 404. */
export async function removeResource(db: Database, tutor: Tutor, id: number): Promise<Resource> {
  return erasing(db, async (change) => {
    const remove = change.deleteFrom('resources').where('id', '=', id)
    const removed = orNotFound(await remove.returningAll().executeTakeFirst())
    await logResource(change, tutor, 'deleted', removed)
    return toResource(removed)
  })
}

function resources(db: Database) {
  return db.selectFrom('resources').selectAll().orderBy('createdAt', 'desc').orderBy('id', 'desc')
}

function toResource(row: Row<'resources'>): Resource {
  return { ...row, isPublic: row.isPublic === 1, content: toSafeHtml(row.content, HEADINGS) }
}

/** What was not typed anew stays as it was. */
function toRow({ isPublic, content, ...fields }: NewResource, before?: Resource) {
  const html = content === before?.content ? before.content : fromTyped(content, HEADINGS)
  return { ...fields, content: html, isPublic: (isPublic ? 1 : 0) as Bit }
}
