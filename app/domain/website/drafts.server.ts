import type { Tutor } from '~/domain/accounts/account'
import type { Database } from '~db/schema'
import { readWords, type Sections, shapeOf, type WebsitePage } from './page.server'
import { findPage, type PublishedPage, publishWithin, type SectionChange, titleOf } from './website.server'

/** What a tutor typed for a section and has not published. */
export interface Draft extends SectionChange {
  section: string
  savedAt: string
}

/** Keeps what a tutor typed for a section, for their preview alone; what they kept before of it is replaced. Throws Refused, 404. */
export async function keepDraft(
  db: Database,
  tutor: Tutor,
  page: WebsitePage,
  section: string,
  { version, words }: SectionChange,
): Promise<void> {
  titleOf(page, section)
  const kept = { version, shape: shapeOf(page), words: JSON.stringify(words), savedAt: new Date().toISOString() }
  await db
    .replaceInto('websiteDrafts')
    .values({ page: page.to, section, userId: tutor.id, ...kept })
    .execute()
}

/** A tutor's drafts of a page, in the order of its sections. */
export async function listDrafts<Of extends Sections>(
  db: Database,
  tutorId: number,
  page: WebsitePage<Of>,
): Promise<Draft[]> {
  const rows = await db
    .selectFrom('websiteDrafts')
    .select(['section', 'version', 'shape', 'words', 'savedAt'])
    .where('page', '=', page.to)
    .where('userId', '=', tutorId)
    .execute()
  return page.views.flatMap(({ name }) => {
    const row = rows.find(({ section }) => section === name)
    if (!row) return []
    const { shape, version, savedAt } = row
    const read = readWords(page, { shape, words: `{${JSON.stringify(name)}:${row.words}}` })
    return [{ section: name, version, savedAt, words: read[name] as Record<string, unknown> }]
  })
}

/** A section as a tutor's editor opens it: what they kept of it, else what the website says. */
export async function openSection(
  db: Database,
  tutorId: number,
  page: WebsitePage,
  section: string,
): Promise<SectionChange & { draftAt: string | null }> {
  const draft = (await listDrafts(db, tutorId, page)).find((kept) => kept.section === section)
  if (draft) return { words: draft.words, version: draft.version, draftAt: draft.savedAt }
  const { words, version } = await findPage(db, page)
  return { words: words[section] as Record<string, unknown>, version, draftAt: null }
}

/** Forgets a tutor's draft of a section, or all of a page. */
export async function forgetDrafts(db: Database, tutorId: number, page: WebsitePage, section?: string): Promise<void> {
  const drafts = db.deleteFrom('websiteDrafts').where('page', '=', page.to).where('userId', '=', tutorId)
  await (section === undefined ? drafts : drafts.where('section', '=', section)).execute()
}

/** A page as its tutor's drafts would make it. */
export function withDrafts<Of extends Sections>(page: PublishedPage<Of>, drafts: readonly Draft[]): PublishedPage<Of> {
  const words = Object.fromEntries(drafts.map((draft) => [draft.section, draft.words]))
  return { ...page, words: { ...page.words, ...words } }
}

/** Publishes all of a tutor's drafts of a page, or none. Returns their number. Throws as publishSection. */
export async function publishDrafts(db: Database, tutor: Tutor, page: WebsitePage): Promise<number> {
  return db.transaction().execute(async (change) => {
    const drafts = await listDrafts(change, tutor.id, page)
    for (const { section, ...draft } of drafts) await publishWithin(change, tutor, page, section, draft)
    return drafts.length
  })
}
