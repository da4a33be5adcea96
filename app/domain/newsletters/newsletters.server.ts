import type { Actor } from '~/domain/accounts/account'
import { type InWords, requireNewest } from '~/domain/conflict.server'
import { discard } from '~/domain/files/store.server'
import { erasing } from '~db/erase'
import type { Database, Row } from '~db/schema'
import { type Attachment, listAttachments } from './attachments.server'
import { findDraft, noteNewsletter } from './draft.server'
import type { NewNewsletter } from './schema'

/** Spec section 3, Newsletter; with when and to whom it was sent, and whether it is on the website. */
export type Newsletter = Row<'newsletters'> & { attachments: Attachment[] }

/** A newsletter's fields, for a tutor whose save meets another's. */
export const newsletterInWords: InWords<NewNewsletter> = [
  { label: 'Newsletter Title', of: ({ title }) => title },
  { label: 'Newsletter Content', of: ({ content }) => content },
]

/** All newsletters, the newest first, for tutors. */
export async function listNewsletters(db: Database): Promise<Newsletter[]> {
  const rows = await newsletters(db).orderBy('createdAt', 'desc').orderBy('id', 'desc').execute()
  return withAttachments(db, rows)
}

/** The newsletters on the website, the last sent first, for everyone. */
export async function listPublished(db: Database): Promise<Newsletter[]> {
  const rows = await published(db).orderBy('sentAt', 'desc').orderBy('id', 'desc').execute()
  return withAttachments(db, rows)
}

/** One newsletter with its attachments, or null. */
export async function findNewsletter(db: Database, id: number): Promise<Newsletter | null> {
  const rows = await newsletters(db).where('id', '=', id).execute()
  return (await withAttachments(db, rows))[0] ?? null
}

/** One newsletter as everyone may see it: null when it is not there or not on the website. */
export async function findPublished(db: Database, id: number): Promise<Newsletter | null> {
  const rows = await published(db).where('id', '=', id).execute()
  return (await withAttachments(db, rows))[0] ?? null
}

/** Adds a draft and gives its record. */
export async function addNewsletter(db: Database, tutor: Actor, newsletter: NewNewsletter): Promise<Newsletter> {
  const createdAt = new Date().toISOString()
  return db.transaction().execute(async (change) => {
    const insert = change.insertInto('newsletters').values({ ...newsletter, createdAt })
    const added = await insert.returningAll().executeTakeFirstOrThrow()
    await noteNewsletter(change, tutor, 'added', added)
    return { ...added, attachments: [] }
  })
}

/**
 * Changes a draft and gives its record; null when it is not there. Throws AlreadySent, and Conflict when `version` is not
 * its newest.
 */
export async function changeNewsletter(
  db: Database,
  tutor: Actor,
  id: number,
  { version, ...newsletter }: NewNewsletter & { version: number },
): Promise<Newsletter | null> {
  return db.transaction().execute(async (change) => {
    const before = await findDraft(change, id)
    if (!before) return null
    await requireNewest(change, 'newsletter', before, version)
    const update = change.updateTable('newsletters').set({ ...newsletter, version: version + 1 })
    await update.where('id', '=', id).execute()
    await noteNewsletter(change, tutor, 'changed', { id, title: newsletter.title })
    return findNewsletter(change, id)
  })
}

/** Removes a draft and what is attached to it. False when it is not there; throws AlreadySent. */
export async function removeNewsletter(db: Database, uploads: string, tutor: Actor, id: number): Promise<boolean> {
  const files = await erasing(db, async (change) => {
    const draft = await findDraft(change, id)
    if (!draft) return null
    const attached = change.deleteFrom('newsletterAttachments').where('newsletterId', '=', id)
    const removed = await attached.returning('storageKey').execute()
    await change.deleteFrom('newsletters').where('id', '=', id).execute()
    await noteNewsletter(change, tutor, 'deleted', draft)
    return removed
  })
  for (const { storageKey } of files ?? []) await discard(uploads, storageKey)
  return files !== null
}

function newsletters(db: Database) {
  return db.selectFrom('newsletters').selectAll()
}

function published(db: Database) {
  return newsletters(db).where('status', '=', 'sent').where('publishedAt', 'is not', null)
}

async function withAttachments(db: Database, rows: Row<'newsletters'>[]): Promise<Newsletter[]> {
  const attachments = await listAttachments(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => ({ ...row, attachments: attachments.get(row.id) ?? [] }))
}
