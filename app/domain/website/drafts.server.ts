import type { Tutor } from '~/domain/accounts/account'
import type { Database } from '~db/schema'
import { getSectionTitle, getShapeVersion, readStoredText, type Sections, type WebsitePage } from './page.server'

/** A section's words as a form sent them, with the version of the page that it was opened on. */
export interface SectionChange {
  version: number
  words: Record<string, unknown>
}

/** What a tutor typed for a section and has not published. */
export interface SectionDraft extends SectionChange {
  section: string
  savedAt: string
}

/** Keeps what a tutor typed for a section, for their preview alone; what they kept before of it is replaced. Throws Refused, 404. */
export async function saveSectionDraft(
  db: Database,
  tutor: Tutor,
  page: WebsitePage,
  section: string,
  { version, words }: SectionChange,
): Promise<void> {
  getSectionTitle(page, section)
  const stored = {
    version,
    shape: getShapeVersion(page),
    words: JSON.stringify(words),
    savedAt: new Date().toISOString(),
  }
  await db
    .replaceInto('websiteDrafts')
    .values({ page: page.to, section, userId: tutor.id, ...stored })
    .execute()
}

/** A tutor's drafts of a page, in the order of its sections. */
export async function listDrafts<Of extends Sections>(
  db: Database,
  tutorId: number,
  page: WebsitePage<Of>,
): Promise<SectionDraft[]> {
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
    const read = readStoredText(page, { shape, words: `{${JSON.stringify(name)}:${row.words}}` })
    return [{ section: name, version, savedAt, words: read[name] as Record<string, unknown> }]
  })
}

/** Forgets a tutor's draft of a section, or all of a page. */
export async function removeSectionDrafts(
  db: Database,
  tutorId: number,
  page: WebsitePage,
  section?: string,
): Promise<void> {
  const drafts = db.deleteFrom('websiteDrafts').where('page', '=', page.to).where('userId', '=', tutorId)
  await (section === undefined ? drafts : drafts.where('section', '=', section)).execute()
}

/** A page as its tutor's drafts would make it. */
export function applyDrafts<Page extends { words: object }>(page: Page, drafts: readonly SectionDraft[]): Page {
  const words = Object.fromEntries(drafts.map((draft) => [draft.section, draft.words]))
  return { ...page, words: { ...page.words, ...words } }
}
