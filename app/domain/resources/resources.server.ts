import { z } from 'zod'
import type { Tutor } from '~/domain/accounts/account'
import {
  type CursorPage,
  type CursorRequest,
  mapPage,
  NEWEST_FIRST,
  type Page,
  paginate,
  readRecordPage,
} from '~/domain/page.server'
import { defineRecordSchema, easyReadHtml, moment, recordId, recordVersion, textOrNone } from '~/domain/record'
import { createRepository } from '~/domain/records.server'
import { renderPlainText, renderTexts, type WithRenderedTexts } from '~/domain/rich-text.server'
import { categories } from '~db/choices'
import type { Bit, Database, Row } from '~db/schema'
import { categoryNames } from './resources'
import { newResource } from './schema'

type TypedResource = Omit<Row<'resources'>, 'isPublic'> & { isPublic: boolean }
export type Resource = WithRenderedTexts<TypedResource, 'content' | 'easyRead'>

export const resourceRecord = defineRecordSchema<Resource>()(
  'Resource',
  'A resource for families. Its content is HTML that is safe to show.',
  {
    id: [recordId, 6],
    title: [z.string(), 'Respite'],
    description: [textOrNone, 'A break for carers.'],
    easyRead: [easyReadHtml, '<p>Do you need a break? Ring us.</p>'],
    content: [z.string(), '<p>Ring us.</p>'],
    category: [z.enum(categories), 'support'],
    isPublic: [z.boolean(), true],
    createdAt: [moment, '2026-03-11T11:20:00.000Z'],
    version: [recordVersion, 1],
  },
)

const resourceRecords = createRepository('resources', {
  noun: 'resource',
  rules: newResource,
  labels: [
    { label: 'Title', getText: ({ title }) => title },
    { label: 'Description', getText: ({ description }) => description },
    { label: 'Category', getText: ({ category }) => categoryNames[category] },
    { label: 'Easy Read', getText: ({ easyRead }) => renderPlainText(easyRead ?? '') },
    { label: 'Content', getText: ({ content }) => renderPlainText(content) },
    { label: 'Public', getText: ({ isPublic }) => (isPublic ? 'Families can see this' : 'Hidden from families') },
  ],
  getTitle: ({ title }) => title,
  toRecord: (row: Row<'resources'>): TypedResource => ({ ...row, isPublic: row.isPublic === 1 }),
  // The page's h1 is the title, so headings in the content start at h2.
  show: (typed: TypedResource): Resource => renderTexts(typed, { content: { top: 2 }, easyRead: {} }),
  toRow: ({ isPublic, ...fields }) => ({ ...fields, isPublic: (isPublic ? 1 : 0) as Bit }),
  getInitialColumns: () => ({ createdAt: new Date().toISOString() }),
})

export const {
  find: findResource,
  findTyped: findTypedResource,
  add: addResource,
  change: changeResource,
  remove: removeResource,
  descriptions: describeResource,
} = resourceRecords

export type ListedResource = Omit<Resource, 'content' | 'easyRead'>

/** Cards per page: full rows of two and of three. */
const CARDS_A_PAGE = 12

/** One page of all resources, newest first, for a tutor. */
export const paginateResources = (db: Database, _tutor: Tutor, page: number): Promise<Page<ListedResource>> =>
  paginateCards(selectResources(db), page)

export const paginatePublicResources = (db: Database, page: number): Promise<Page<ListedResource>> =>
  paginateCards(selectResources(db).where('isPublic', '=', 1), page)

async function paginateCards(
  resources: ReturnType<typeof selectResources>,
  page: number,
): Promise<Page<ListedResource>> {
  const listed = resources
    .clearSelect()
    .select(['id', 'title', 'description', 'category', 'isPublic', 'createdAt', 'version'])
  return mapPage(await paginate(listed, page, { perPage: CARDS_A_PAGE }), (row) => ({
    ...row,
    isPublic: row.isPublic === 1,
  }))
}

/** One batch of all resources, newest first, for tutors. */
export function listResources(db: Database, _tutor: Tutor, requested?: CursorRequest): Promise<CursorPage<Resource>> {
  return readRecordPage(selectResources(db), requested, NEWEST_FIRST, resourceRecords.show)
}

export function listPublicResources(db: Database, requested?: CursorRequest): Promise<CursorPage<Resource>> {
  return readRecordPage(selectResources(db).where('isPublic', '=', 1), requested, NEWEST_FIRST, resourceRecords.show)
}

export async function listPublicIds(db: Database, limit: number): Promise<number[]> {
  const newest = selectResources(db).clearSelect().select('id').where('isPublic', '=', 1)
  return (await newest.limit(limit).execute()).map(({ id }) => id)
}

export async function findPublicResource(db: Database, id: number): Promise<Resource | null> {
  const resource = await selectResources(db).where('id', '=', id).where('isPublic', '=', 1).executeTakeFirst()
  return resource ? resourceRecords.show(resource) : null
}

function selectResources(db: Database) {
  return db.selectFrom('resources').selectAll().orderBy('createdAt', 'desc').orderBy('id', 'desc')
}
