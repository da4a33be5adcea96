import type { Tutor } from '~/domain/accounts/account'
import type { Database } from '~db/schema'
import { getSectionTitle, getShapeVersion, readStoredText, type Sections, type WebsitePage } from './page.server'

/** A section's text from a form, with the page version it was opened on. */
export interface SectionChange {
  version: number
  words: Record<string, unknown>
}

/** A tutor's unpublished text for a section. */
export interface SectionDraft extends SectionChange {
  section: string
  savedAt: string
}

/** Saves a tutor's draft of a section for their own preview, replacing an earlier one. Throws Refused, notFound. */
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
  tutor: Tutor,
  page: WebsitePage<Of>,
): Promise<SectionDraft[]> {
  const rows = await db
    .selectFrom('websiteDrafts')
    .select(['section', 'version', 'shape', 'words', 'savedAt'])
    .where('page', '=', page.to)
    .where('userId', '=', tutor.id)
    .execute()
  return page.views.flatMap(({ name }) => {
    const row = rows.find(({ section }) => section === name)
    if (!row) return []
    const { shape, version, savedAt } = row
    const read = readStoredText(page, { shape, words: `{${JSON.stringify(name)}:${row.words}}` })
    return [{ section: name, version, savedAt, words: read[name] as Record<string, unknown> }]
  })
}

/** Removes a tutor's draft of a section, or all drafts of a page. */
export async function removeSectionDrafts(
  db: Database,
  tutor: Tutor,
  page: WebsitePage,
  section?: string,
): Promise<void> {
  const drafts = db.deleteFrom('websiteDrafts').where('page', '=', page.to).where('userId', '=', tutor.id)
  await (section === undefined ? drafts : drafts.where('section', '=', section)).execute()
}

/** Returns a page with a tutor's drafts applied. */
export function applyDrafts<Page extends { words: object }>(page: Page, drafts: readonly SectionDraft[]): Page {
  const words = Object.fromEntries(drafts.map((draft) => [draft.section, draft.words]))
  return { ...page, words: { ...page.words, ...words } }
}
