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

/** A newsletter's attachment as calls and pages get it; `url` is `filePath` by the name that pages know. */
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
 * Attaches a file to the draft `id` and gives the attachment. Without a title it goes by its file's name. Throws what
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
    // It may have been sent or deleted while the bytes were looked at.
    await requireDraft(change, id)
    const row = { newsletterId: id, title: title ?? nameOf(kept.fileName), description, secret, createdAt, ...kept }
    const insert = change.insertInto('newsletterAttachments').values(row)
    const added = await insert.returningAll().executeTakeFirstOrThrow()
    await noteAttachment(change, tutor, 'added', added)
    return toAttachment(added)
  }
  return keepUpload(db, uploads, file, record, { text: true })
}

/** Removes an attachment of the draft `id` for good and gives what it was. Throws Refused, 404, and what requireDraft throws. */
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
 * The bytes at an attachment's address, opened, at `width` when there is such a version. Mail programs bring no session, so
 * the address alone opens it once its newsletter is sent; before that tutors see it. Null when it is not there or not yet
 * for this reader. Close what you were given.
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

// Under a noun of its own: a save that meets another's asks the log who changed the newsletter's words.
async function noteAttachment(
  db: Database,
  tutor: Actor,
  action: 'added' | 'deleted',
  { newsletterId, title }: Row<'newsletterAttachments'>,
) {
  await note(db, tutor, { action, noun: 'newsletter attachment', recordId: newsletterId, title, studentId: null })
}
