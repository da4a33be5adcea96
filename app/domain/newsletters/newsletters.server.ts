import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { Tutor } from '~/domain/accounts/account'
import { applyPatch, type Change, type FieldDescriptions } from '~/domain/change.server'
import { copyMarks } from '~/domain/consent/marks.server'
import { uploadNote } from '~/domain/files/files.server'
import { eraseWithFiles, openRow, readStoredFile, storeFiles } from '~/domain/files/store.server'
import {
  type CursorRequest,
  findIdsContaining,
  NEWEST_FIRST,
  type Page,
  paginate,
  paginateIds,
  readCursorPage,
} from '~/domain/page.server'
import {
  defineRecordSchema,
  easyReadHtml,
  getExample,
  moment,
  ownAddress,
  recordId,
  recordVersion,
  textOrNone,
} from '~/domain/record'
import { orNotFound } from '~/domain/refused'
import { renderPlainText, renderTexts, type WithRenderedTexts } from '~/domain/rich-text.server'
import { paths } from '~/paths'
import { audiences, newsletterFormats } from '~db/choices'
import type { Database, Row } from '~db/schema'
import { type Attachment, listAttachments } from './attachments.server'
import { logNewsletter, requireDraft } from './draft.server'
import { type NewNewsletter, newNewsletter } from './schema'

type TypedNewsletter = Row<'newsletters'> & { attachments: Attachment[] }
/** A newsletter with its attachments, and once sent, its time, its audience and whether it is on the website. */
export type Newsletter = WithRenderedTexts<TypedNewsletter, 'easyRead'>

/**
 * A newsletter as visitors see it, without hidden pictures. `hidden` has their numbers, so that their places in the text are left
 * out.
 */
export type PublishedNewsletter = Newsletter & { hidden: number[] }

export const describeNewsletter: FieldDescriptions<NewNewsletter> = [
  { label: 'Newsletter Title', getText: ({ title }) => title },
  { label: 'Easy Read', getText: ({ easyRead }) => renderPlainText(easyRead ?? '') },
  { label: 'Newsletter Content', getText: ({ content }) => content },
]

/** One batch of newsletters, newest first, for tutors. */
export async function listNewsletters(db: Database, _tutor: Tutor, requested?: CursorRequest) {
  const { items, next } = await readCursorPage(selectNewsletters(db), requested, NEWEST_FIRST)
  return { items: (await loadAttachments(db, items)).map(renderNewsletter), next }
}

/** One page of the newsletters whose title or content contains `text`, ignoring case and accents, newest first, for tutors. */
export async function paginateNewsletters(
  db: Database,
  _tutor: Tutor,
  page: number,
  text = '',
): Promise<Page<Row<'newsletters'>>> {
  if (!text.trim()) return paginate(selectNewsletters(db).orderBy('createdAt', 'desc').orderBy('id', 'desc'), page)
  const searched = db.selectFrom('newsletters').select(['id', 'title', 'content', 'createdAt'])
  const getText = ({ title, content }: NewNewsletter) => `${title}\n${content}`
  const ids = await findIdsContaining(searched, NEWEST_FIRST, { text, getText })
  return paginateIds(ids, page, (shown) => selectNewsletters(db).where('id', 'in', shown).execute())
}

/** Cards with a newsletter's first sentences per page of the website. */
const PUBLISHED_A_PAGE = 10

/** One page of the newsletters on the website, last sent first. */
export async function paginatePublishedNewsletters(db: Database, page: number): Promise<Page<PublishedNewsletter>> {
  const lastSentFirst = selectPublished(db).orderBy('sentAt', 'desc').orderBy('id', 'desc')
  const { items, ...place } = await paginate(lastSentFirst, page, { perPage: PUBLISHED_A_PAGE })
  return { ...place, items: await loadPublicAttachments(db, items) }
}

/** The newest newsletters on the website, at most `limit`, for the sitemap. */
export async function listPublished(db: Database, limit: number) {
  const lastSentFirst = selectPublished(db).clearSelect().orderBy('sentAt', 'desc').orderBy('id', 'desc')
  return lastSentFirst.select(['id', 'publishedAt']).limit(limit).execute()
}

/** A newsletter, drafts included, for a tutor. */
export const findNewsletter = (db: Database, _tutor: Tutor, id: number): Promise<Newsletter | null> =>
  readNewsletter(db, id)

/** The same for a change within a transaction, and for composing mails. */
export async function readNewsletter(db: Database, id: number): Promise<Newsletter | null> {
  const typed = await readTyped(db, id)
  return typed && renderNewsletter(typed)
}

/** A newsletter with its Easy Read text as typed, for a tutor's form. */
export const findTypedNewsletter = (db: Database, _tutor: Tutor, id: number): Promise<TypedNewsletter | null> =>
  readTyped(db, id)

async function readTyped(db: Database, id: number): Promise<TypedNewsletter | null> {
  const rows = await selectNewsletters(db).where('id', '=', id).execute()
  return (await loadAttachments(db, rows))[0] ?? null
}

const renderNewsletter = <Typed extends Row<'newsletters'>>(newsletter: Typed) =>
  renderTexts(newsletter, { easyRead: {} })

/** A newsletter for visitors; null if it does not exist or is not on the website. */
export async function findPublished(db: Database, id: number): Promise<PublishedNewsletter | null> {
  const rows = await selectPublished(db).where('id', '=', id).execute()
  return (await loadPublicAttachments(db, rows))[0] ?? null
}

/** Numbers of a newsletter's pictures, including hidden ones. */
export function getPictureNumbers({
  attachments,
  hidden = [],
}: Pick<Newsletter, 'attachments'> & { hidden?: number[] }) {
  return [...listPictureNumbers(attachments), ...hidden]
}

const listPictureNumbers = (attachments: readonly Attachment[]) => attachments.flatMap(({ picture }) => picture ?? [])

export async function addNewsletter(db: Database, tutor: Tutor, newsletter: NewNewsletter): Promise<Newsletter> {
  const createdAt = new Date().toISOString()
  return db.transaction().execute(async (change) => {
    const insert = change.insertInto('newsletters').values({ ...newsletter, format: 'markdown', createdAt })
    const added = await insert.returningAll().executeTakeFirstOrThrow()
    await logNewsletter(change, tutor, 'added', added)
    return renderNewsletter({ ...added, attachments: [] })
  })
}

/** Changes a draft and returns its record. Throws what requireDraft and applyPatch throw. */
export async function changeNewsletter(
  db: Database,
  tutor: Tutor,
  id: number,
  change: Change<NewNewsletter>,
): Promise<Newsletter> {
  return db.transaction().execute(async (transaction) => {
    const typed = await findDraft(transaction, id)
    const newsletter = await applyPatch(
      transaction,
      'newsletter',
      renderNewsletter(typed),
      change,
      newNewsletter,
      id,
      typed,
    )
    const update = transaction.updateTable('newsletters').set({ ...newsletter, version: typed.version + 1 })
    await update.where('id', '=', id).execute()
    await logNewsletter(transaction, tutor, 'changed', { id, title: newsletter.title })
    return orNotFound(await readNewsletter(transaction, id))
  })
}

/** Deletes a draft and its attachments, and returns the deleted record. Throws what requireDraft throws. */
export async function removeNewsletter(db: Database, uploads: string, tutor: Tutor, id: number): Promise<Newsletter> {
  const removed = await eraseWithFiles(db, uploads, async (change, discardLater) => {
    const removed = await findDraft(change, id)
    const attached = change.deleteFrom('newsletterAttachments').where('newsletterId', '=', id)
    discardLater(await attached.returning('storageKey').execute())
    await change.deleteFrom('newsletters').where('id', '=', id).execute()
    await logNewsletter(change, tutor, 'deleted', removed)
    return removed
  })
  return renderNewsletter(removed)
}

async function findDraft(db: Database, id: number): Promise<TypedNewsletter> {
  await requireDraft(db, id)
  return orNotFound(await readTyped(db, id))
}

function selectNewsletters(db: Database) {
  return db.selectFrom('newsletters').selectAll()
}

function selectPublished(db: Database) {
  return selectNewsletters(db).where('status', '=', 'sent').where('publishedAt', 'is not', null)
}

async function loadAttachments(db: Database, rows: Row<'newsletters'>[]): Promise<TypedNewsletter[]> {
  const ids = rows.map(({ id }) => id)
  const attachments = await listAttachments(db, ids)
  return rows.map((row) => ({ ...row, attachments: attachments.get(row.id) ?? [] }))
}

async function loadPublicAttachments(db: Database, rows: Row<'newsletters'>[]): Promise<PublishedNewsletter[]> {
  const ids = rows.map(({ id }) => id)
  const shown = await listAttachments(db, ids, { isPublic: true })
  return (await loadAttachments(db, rows)).map(renderNewsletter).map(({ attachments: all, ...row }) => {
    const attachments = shown.get(row.id) ?? []
    const hidden = listPictureNumbers(all).filter((number) => !listPictureNumbers(attachments).includes(number))
    return { ...row, attachments, hidden }
  })
}

/**
 * 'Copy to a new draft': creates a draft with the text of the newsletter `id` and copies of its attachments. Throws Refused, notFound.
 */
export async function copyNewsletter(db: Database, uploads: string, tutor: Tutor, id: number): Promise<Newsletter> {
  const { title, content, easyRead } = orNotFound(await readTyped(db, id))
  const attached = db.selectFrom('newsletterAttachments').selectAll().where('newsletterId', '=', id)
  const copies: { row: Row<'newsletterAttachments'>; content: Awaited<ReturnType<typeof readStoredFile>> }[] = []
  for (const row of await attached.orderBy('id').execute()) {
    const content = await openRow(uploads, attached.where('id', '=', row.id), ({ storageKey }) =>
      readStoredFile(uploads, storageKey),
    )
    if (content) copies.push({ row, content })
  }
  const contents = copies.map((copy) => copy.content)
  return storeFiles(db, uploads, contents, (keys) =>
    db.transaction().execute(async (change) => {
      const createdAt = new Date().toISOString()
      const insert = change
        .insertInto('newsletters')
        .values({ title, content, easyRead, format: 'markdown', createdAt })
      const added = await insert.returningAll().executeTakeFirstOrThrow()
      for (const [index, storageKey] of keys.entries()) {
        const { id: original, ...row } = copies[index]!.row
        const secret = randomBytes(16).toString('hex')
        const own = { newsletterId: added.id, storageKey, secret, createdAt, version: 1 }
        const attach = change.insertInto('newsletterAttachments').values({ ...row, ...own })
        const { id: copy } = await attach.returning('id').executeTakeFirstOrThrow()
        await copyMarks(change, 'newsletter', original, copy)
      }
      await logNewsletter(change, tutor, 'added', added)
      return orNotFound(await findNewsletter(change, tutor, added.id))
    }),
  )
}

export const attachmentRecord = defineRecordSchema<Attachment>()(
  'NewsletterAttachment',
  'A file that goes with a newsletter.',
  {
    id: [recordId, 5],
    title: [z.string(), 'The choir'],
    description: [textOrNone, 'On stage in the hall.'],
    fileName: [z.string(), 'choir.jpg'],
    fileSize: [z.string(), '422 kB'],
    fileType: [z.string(), 'image/jpeg'],
    filePath: [ownAddress, paths.files.newsletter(5, '9f1c2e7ab04d46d8b3a5c0e1f2749d68')],
    url: [ownAddress, paths.files.newsletter(5, '9f1c2e7ab04d46d8b3a5c0e1f2749d68')],
    size: [z.int().positive(), 421_888],
    width: [z.int().positive().nullable(), 1600],
    height: [z.int().positive().nullable(), 1200],
    alt: [textOrNone, 'Twelve people on a stage, singing.'],
    picture: [z.int().positive().nullable(), 1],
    version: [recordVersion, 1],
    note: uploadNote,
  },
)

export const newsletterRecord = defineRecordSchema<Newsletter>()(
  'Newsletter',
  'A draft or a newsletter that a tutor sent. `status` is sent from then on; its emails leave after `goesOutAt`, one after another.',
  {
    id: [recordId, 2],
    title: [z.string(), 'June news'],
    easyRead: [easyReadHtml, null],
    content: [z.string(), 'The choir sang in the hall.'],
    format: [z.enum(newsletterFormats), 'markdown'],
    status: [z.enum(['draft', 'sent']), 'sent'],
    audience: [z.enum(audiences).nullable(), 'all'],
    createdAt: [moment, '2026-06-01T08:30:00.000Z'],
    sentAt: [moment.nullable(), '2026-06-02T10:00:00.000Z'],
    goesOutAt: [moment.nullable(), '2026-06-02T10:01:00.000Z'],
    publishedAt: [moment.nullable(), null],
    leavesAt: [moment.nullable(), null],
    leavesTo: [z.enum(audiences).nullable(), null],
    leavesBy: [recordId.nullable(), null],
    version: [recordVersion, 2],
    attachments: [z.array(attachmentRecord), [getExample(attachmentRecord)]],
  },
)
