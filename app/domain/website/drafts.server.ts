import type { Tutor } from '~/domain/accounts/account'
import type { Database } from '~db/schema'
import { readWords, type Sections, shapeOf, titleOf, type WebsitePage } from './page.server'

/** A section's words as a form sent them, with the version of the page that it was opened on. */
export interface SectionChange {
  version: number
  words: Record<string, unknown>
}

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

/** Forgets a tutor's draft of a section, or all of a page. */
export async function forgetDrafts(db: Database, tutorId: number, page: WebsitePage, section?: string): Promise<void> {
  const drafts = db.deleteFrom('websiteDrafts').where('page', '=', page.to).where('userId', '=', tutorId)
  await (section === undefined ? drafts : drafts.where('section', '=', section)).execute()
}

/** A page as its tutor's drafts would make it. */
export function withDrafts<Page extends { words: object }>(page: Page, drafts: readonly Draft[]): Page {
  const words = Object.fromEntries(drafts.map((draft) => [draft.section, draft.words]))
  return { ...page, words: { ...page.words, ...words } }
}
