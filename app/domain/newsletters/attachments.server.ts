import { randomBytes } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import type { Tutor } from '~/domain/accounts/account'
import { createActivityLogger } from '~/domain/activity/activity.server'
import { applyPatch, type Change, type FieldDescriptions } from '~/domain/change.server'
import { markUpload } from '~/domain/consent/marks.server'
import type { PictureStudents } from '~/domain/consent/schema'
import { isPictureHidden, isPictureVisible } from '~/domain/consent/visibility.server'
import {
  type OpenDocument,
  openPage,
  type PageImageRequest,
  readDocumentView,
} from '~/domain/documents/document-view.server'
import { withPictures } from '~/domain/documents/pictures.server'
import { DOCUMENTS, formatSize, isImage, MAIL_WIDTH, type SmallWidth } from '~/domain/files/kinds'
import type { UploadNote } from '~/domain/files/notes'
import { eraseWithFiles, openRow, openStored } from '~/domain/files/store.server'
import { hasSecretAddress, keepUploads, type StoredFile } from '~/domain/files/uploads.server'
import { countRows } from '~/domain/page.server'
import { orNotFound } from '~/domain/refused'
import { paths } from '~/paths'
import type { Database, NewRow, Row } from '~db/schema'
import { requireDraft } from './draft.server'
import { openForMail } from './mailed-picture.server'
import { type AttachmentDetails, attachmentDetails, type NewAttachment, type NewAttachments } from './schema'

/** A newsletter's attachment as the API and pages show it; `url` equals `filePath`. */
export type Attachment = ReturnType<typeof toAttachment> & UploadNote

/** Attachments by newsletter id, in the order they were added. `isPublic` leaves out hidden pictures. */
export async function listAttachments(
  db: Database,
  ids: number[],
  { isPublic = false } = {},
): Promise<Map<number, Attachment[]>> {
  const attachments = db.selectFrom('newsletterAttachments').selectAll().where('newsletterId', 'in', ids)
  const shown = isPublic ? attachments.where(isPictureVisible('newsletter')) : attachments
  const rows = await shown.orderBy('newsletterId').orderBy('id').execute()
  const byNewsletter = Map.groupBy(rows, ({ newsletterId }) => newsletterId)
  return new Map([...byNewsletter].map(([id, own]) => [id, own.map(toAttachment)]))
}

/** Pictures of the newsletter `id` that are not marked with the people in them. */
export function listUnnamed(db: Database, _tutor: Tutor, id: number): Promise<Pick<Attachment, 'id' | 'title'>[]> {
  const attachments = db.selectFrom('newsletterAttachments').select(['id', 'title']).where('newsletterId', '=', id)
  return attachments.where('picture', 'is not', null).where('whoIsIn', '=', 'unsaid').orderBy('id').execute()
}

/** Attaches a file to the draft `id`; its title defaults to the file name. Throws what addAttachments throws. */
export async function addAttachment(
  db: Database,
  uploads: string,
  tutor: Tutor,
  id: number,
  { file, ...said }: NewAttachment,
): Promise<Attachment> {
  const [added] = await addAttachments(db, uploads, tutor, id, { ...said, file: [file] })
  return orNotFound(added)
}

/** Attaches all files to the draft `id`, or none. Throws what requireDraft throws, and Refused, invalid, for their bytes. */
export async function addAttachments(
  db: Database,
  uploads: string,
  tutor: Tutor,
  id: number,
  { file: files, title, inPicture, nobodyInPicture, ...said }: NewAttachments,
): Promise<Attachment[]> {
  await requireDraft(db, id)
  const add = async (change: Database, stored: StoredFile, index: number) => {
    // The draft may have been sent or deleted during the inspection.
    await requireDraft(change, id)
    const named = title && (files.length > 1 ? `${title} ${index + 1}` : title)
    const row = { newsletterId: id, title: named || removeExtension(stored.fileName), ...said, ...stored }
    return insertAttachment(change, uploads, tutor, row, { inPicture, nobodyInPicture })
  }
  return keepUploads(db, uploads, files, add, 'attachment')
}

type NewAttachmentRow = StoredFile &
  Pick<NewRow<'newsletterAttachments'>, 'newsletterId' | 'title' | 'description' | 'alt'>

async function insertAttachment(
  change: Database,
  uploads: string,
  tutor: Tutor,
  described: NewAttachmentRow,
  said: PictureStudents,
): Promise<Attachment> {
  const isPicture = isImage(described.fileType)
  const row = {
    ...described,
    alt: isPicture ? described.alt : null,
    picture: isPicture ? (await findHighestNumber(change, described.newsletterId)) + 1 : null,
    secret: randomBytes(16).toString('hex'),
    createdAt: new Date().toISOString(),
  }
  const insert = change.insertInto('newsletterAttachments').values(row)
  const added = await insert.returningAll().executeTakeFirstOrThrow()
  const picture = { kind: 'newsletter', mark: added.id } as const
  if (isPicture) await markUpload(change, uploads, picture, said, { isPublic: true })
  await logAttachment(change, tutor, 'added', added)
  return toAttachment(added)
}

async function findHighestNumber(db: Database, newsletterId: number): Promise<number> {
  const attachments = db.selectFrom('newsletterAttachments').where('newsletterId', '=', newsletterId)
  const { highest } = await attachments.select(({ fn }) => fn.max('picture').as('highest')).executeTakeFirstOrThrow()
  return highest ?? 0
}

async function findAttachment(db: Database, id: number, attachmentId: number): Promise<Attachment | null> {
  const attachments = db.selectFrom('newsletterAttachments').selectAll().where('newsletterId', '=', id)
  const row = await attachments.where('id', '=', attachmentId).executeTakeFirst()
  return row ? toAttachment(row) : null
}

/**
 * Changes an attachment's details in the draft `id`, and returns it. Throws Refused, notFound, and what requireDraft and applyPatch
 * throw.
 */
export async function changeAttachment(
  db: Database,
  tutor: Tutor,
  id: number,
  attachmentId: number,
  change: Change<AttachmentDetails>,
): Promise<Attachment> {
  return db.transaction().execute(async (transaction) => {
    await requireDraft(transaction, id)
    const before = orNotFound(await findAttachment(transaction, id, attachmentId))
    const details = await applyPatch(transaction, NOUN, before, change, attachmentDetails, id)
    const alt = isImage(before.fileType) ? details.alt : null
    const update = transaction.updateTable('newsletterAttachments')
    const row = { ...details, alt, version: before.version + 1 }
    const changed = await update.set(row).where('id', '=', attachmentId).returningAll().executeTakeFirstOrThrow()
    await logAttachment(transaction, tutor, 'changed', changed)
    return toAttachment(changed)
  })
}

export const describeAttachment: FieldDescriptions<AttachmentDetails> = [
  { label: 'Title', getText: ({ title }) => title },
  { label: 'Description', getText: ({ description }) => description },
  { label: 'What the picture shows', getText: ({ alt }) => alt },
]

/**
 * Deletes an attachment of the draft `id` for good, and returns the deleted record. Throws Refused, notFound, and what requireDraft
 * throws.
 */
export async function removeAttachment(
  db: Database,
  uploads: string,
  tutor: Tutor,
  id: number,
  attachmentId: number,
): Promise<Attachment> {
  return eraseWithFiles(db, uploads, async (change, discardLater) => {
    await requireDraft(change, id)
    const remove = change.deleteFrom('newsletterAttachments').where('newsletterId', '=', id)
    const row = orNotFound(await remove.where('id', '=', attachmentId).returningAll().executeTakeFirst())
    discardLater([row])
    await logAttachment(change, tutor, 'deleted', row)
    return toAttachment(row)
  })
}

/** Characters of attached documents on one page. The others are downloads. */
const MAX_SHOWN_TEXT = 400_000

/**
 * Attached documents of the published newsletter `id` as pages show them, by attachment id. Leaves out those that can only be downloaded,
 * and those after MAX_SHOWN_TEXT.
 */
export async function listPublicDocumentViews(
  db: Database,
  uploads: string,
  id: number,
): Promise<Record<number, OpenDocument>> {
  const published = db.selectFrom('newsletters').select('id').where('id', '=', id).where('publishedAt', 'is not', null)
  const attachments = db
    .selectFrom('newsletterAttachments')
    .selectAll()
    .where('newsletterId', '=', id)
    .where(({ exists }) => exists(published))
  const shown: Record<number, OpenDocument> = {}
  let left = MAX_SHOWN_TEXT
  for (const row of await attachments.where('fileType', 'in', DOCUMENTS).orderBy('id').execute()) {
    const view = withPictures(await readDocumentView(uploads, row.storageKey), getAttachmentPath(row))
    if (!view || view.state === 'failed') continue
    left -= view.state === 'text' ? view.html.length : view.pages.reduce((sum, { text }) => sum + text.length, 0)
    if (left < 0) break
    shown[row.id] = view
  }
  return shown
}

/**
 * Opens an attachment, or the picture of one of its pages, by its address. Only tutors can open those of drafts and hidden
 * pictures. Null if there is none. The caller closes it.
 */
export async function openAttachment(
  db: Database,
  uploads: string,
  address: string,
  { tutor, width, page }: { tutor: Tutor | null; width?: SmallWidth; page?: PageImageRequest },
): Promise<{ file: Row<'newsletterAttachments'>; isSent: boolean; handle: FileHandle } | null> {
  const row = db
    .selectFrom('newsletterAttachments')
    .innerJoin('newsletters', 'newsletters.id', 'newsletterId')
    .selectAll('newsletterAttachments')
    .select('status')
    .select(isPictureVisible('newsletter').as('isShown'))
    .where(hasSecretAddress('newsletterAttachments', address))
  return openRow(uploads, row, async (file) => {
    const isSent = file.status === 'sent' && Boolean(file.isShown)
    if (!(isSent || tutor)) return null
    if (page) {
      const handle = await openPage(uploads, file.storageKey, page)
      return handle && { file: { ...file, fileType: 'image/webp' }, isSent, handle }
    }
    if (width !== MAIL_WIDTH) return { file, isSent, handle: await openStored(uploads, file, width) }
    const { handle, ...shown } = await openForMail(uploads, file)
    return { file: { ...file, ...shown }, isSent, handle }
  })
}

const getAttachmentPath = ({ id, secret }: Pick<Row<'newsletterAttachments'>, 'id' | 'secret'>) =>
  paths.files.newsletter(id, secret)

function toAttachment(row: Row<'newsletterAttachments'>) {
  const filePath = getAttachmentPath(row)
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    fileName: row.fileName,
    fileSize: formatSize(row.size),
    fileType: row.fileType,
    filePath,
    url: filePath,
    size: row.size,
    width: row.width,
    height: row.height,
    alt: row.alt,
    picture: row.picture,
    version: row.version,
  }
}

const NOUN = 'newsletter attachment'
const removeExtension = (fileName: string) => fileName.replace(/\.[^.]+$/, '')

// A separate noun, because a conflict of the newsletter searches the log for its own changes.
const log = createActivityLogger(NOUN)
const logAttachment = (
  db: Database,
  tutor: Tutor,
  action: 'added' | 'changed' | 'deleted',
  { newsletterId: id, title }: Row<'newsletterAttachments'>,
) => log(db, tutor, action, { id, title })

/** The scheduled newsletters that will leave without some of their pictures, because someone in them no longer says yes. */
export async function listLeavingWithoutPictures(db: Database, _tutor: Tutor) {
  const scheduled = await db
    .selectFrom('newsletters')
    .select(['id', 'title', 'leavesAt'])
    .where('leavesAt', '>', '')
    .orderBy('leavesAt')
    .execute()
  const found: { id: number; title: string; leavesAt: string; pictures: number }[] = []
  for (const { id, title, leavesAt } of scheduled) {
    const attached = db.selectFrom('newsletterAttachments').where('newsletterId', '=', id)
    const pictures = await countRows(attached.where(isPictureHidden('newsletter')))
    if (pictures > 0) found.push({ id, title, leavesAt: leavesAt ?? '', pictures })
  }
  return found
}
