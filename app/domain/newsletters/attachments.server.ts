import { randomBytes } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import type { Actor } from '~/domain/accounts/account'
import { note } from '~/domain/activity/activity.server'
import { type Kept, keepUpload } from '~/domain/files/files.server'
import type { SmallWidth } from '~/domain/files/kinds'
import { sizeInWords } from '~/domain/files/size'
import { discard, openKept } from '~/domain/files/store.server'
import { found } from '~/domain/refused'
import { erasing } from '~db/erase'
import type { Database, Row } from '~db/schema'
import { requireDraft } from './draft.server'
import type { NewAttachment } from './schema'

/** A newsletter's attachment as the API and pages show it; `url` is `filePath` under the name that pages use. */
export type Attachment = ReturnType<typeof toAttachment>

/** The attachments of the newsletters `ids`, by newsletter, in the order they were added. */
export async function listAttachments(db: Database, ids: number[]): Promise<Map<number, Attachment[]>> {
  const rows = await db
    .selectFrom('newsletterAttachments')
    .selectAll()
    .where('newsletterId', 'in', ids)
    .orderBy('newsletterId')
    .orderBy('id')
    .execute()
  const attachments = new Map<number, Attachment[]>()
  for (const row of rows)
    attachments.set(row.newsletterId, [...(attachments.get(row.newsletterId) ?? []), toAttachment(row)])
  return attachments
}

/**
 * Attaches a file to the draft `id` and returns the attachment, titled by its file's name unless a title is given. Throws what
 * requireDraft throws, and what keepUpload throws for bytes that are not accepted.
 */
export async function addAttachment(
  db: Database,
  uploads: string,
  tutor: Actor,
  id: number,
  { file, title, description }: NewAttachment,
): Promise<Attachment> {
  await requireDraft(db, id)
  const secret = randomBytes(16).toString('hex')
  const createdAt = new Date().toISOString()
  const record = async (change: Database, kept: Kept) => {
    // The draft may have been sent or deleted during the inspection.
    await requireDraft(change, id)
    const row = { newsletterId: id, title: title ?? nameOf(kept.fileName), description, secret, createdAt, ...kept }
    const insert = change.insertInto('newsletterAttachments').values(row)
    const added = await insert.returningAll().executeTakeFirstOrThrow()
    await noteAttachment(change, tutor, 'added', added)
    return toAttachment(added)
  }
  return keepUpload(db, uploads, file, record, { text: true })
}

/** Removes an attachment of the draft `id` for good and returns the removed record. Throws Refused, 404, and what requireDraft throws. */
export async function removeAttachment(
  db: Database,
  uploads: string,
  tutor: Actor,
  id: number,
  attachmentId: number,
): Promise<Attachment> {
  const removed = await erasing(db, async (change) => {
    await requireDraft(change, id)
    const remove = change.deleteFrom('newsletterAttachments').where('newsletterId', '=', id)
    const row = found(await remove.where('id', '=', attachmentId).returningAll().executeTakeFirst())
    await noteAttachment(change, tutor, 'deleted', row)
    return row
  })
  await discard(uploads, removed.storageKey)
  return toAttachment(removed)
}

/**
 * An attachment's opened bytes, at `width` when there is such a version. Mail programs have no session, so the address alone is
 * enough once the newsletter is sent; before that, only tutors see it. Null when it does not exist or the reader may not see it
 * yet. The caller closes it.
 */
export async function openAttachment(
  db: Database,
  uploads: string,
  address: string,
  { isTutor, width }: { isTutor: boolean; width?: SmallWidth },
): Promise<{ file: Row<'newsletterAttachments'>; isSent: boolean; handle: FileHandle } | null> {
  const [, id, secret] = /^(\d{1,15})-([\da-f]{32})$/.exec(address) ?? []
  if (!id || !secret) return null
  const row = await db
    .selectFrom('newsletterAttachments')
    .innerJoin('newsletters', 'newsletters.id', 'newsletterId')
    .selectAll('newsletterAttachments')
    .select('status')
    .where('newsletterAttachments.id', '=', Number(id))
    .where('secret', '=', secret)
    .executeTakeFirst()
  const isSent = row?.status === 'sent'
  if (!row || !(isSent || isTutor)) return null
  return { file: row, isSent, handle: await openKept(uploads, row.storageKey, width) }
}

function toAttachment(row: Row<'newsletterAttachments'>) {
  const filePath = `/files/newsletter/${row.id}-${row.secret}`
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    fileName: row.fileName,
    fileSize: sizeInWords(row.size),
    fileType: row.fileType,
    filePath,
    url: filePath,
    size: row.size,
    width: row.width,
    height: row.height,
  }
}

const nameOf = (fileName: string) => fileName.replace(/\.[^.]+$/, '')

// Logged under a noun of its own: the notice of a conflict looks in the log for who changed the newsletter.
async function noteAttachment(
  db: Database,
  tutor: Actor,
  action: 'added' | 'deleted',
  { newsletterId, title }: Row<'newsletterAttachments'>,
) {
  await note(db, tutor, { action, noun: 'newsletter attachment', recordId: newsletterId, title, studentId: null })
}
