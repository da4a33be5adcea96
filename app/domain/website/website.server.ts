import { type Actor, formatFullName, type Tutor } from '~/domain/accounts/account'
import { createActivityLogger } from '~/domain/activity/activity.server'
import { Conflict, requireNewestVersion, runInTransaction } from '~/domain/change.server'
import { orNotFound } from '~/domain/refused'
import { getDataVersion } from '~db/open'
import type { Database, Row } from '~db/schema'
import { listDrafts, removeSectionDrafts, type SectionChange } from './drafts.server'
import {
  getFirstText,
  getSectionTitle,
  getShapeVersion,
  readStoredText,
  type Sections,
  type StoredTextOf,
  type WebsitePage,
} from './page.server'
import { requirePictures } from './pictures.server'

/** Stored versions of a page, including the published one. */
export const MAX_PAGE_VERSIONS = 20

const logPage = createActivityLogger('page')

/** A published page. */
export interface PublishedPage<Of extends Sections = Sections> {
  /** 0 until it is saved. */
  version: number
  words: StoredTextOf<Of>
  /** Sections that tutors published; the others are examples. */
  own: readonly string[]
  /** Null until it is saved. */
  saved: { at: string; by: string } | null
}

interface ReadPage {
  page: PublishedPage
  /** The version of the database's data when the page was last compared with it. */
  dataVersion: number | undefined
}

/** Pages read before, by database and path: parsing and sanitising takes longer than checking for a newer version. */
const pageCache = new WeakMap<Database, Map<string, ReadPage>>()

/** Returns the published page. */
export async function findPage<Of extends Sections>(db: Database, page: WebsitePage<Of>): Promise<PublishedPage<Of>> {
  const pages = pageCache.get(db) ?? new Map<string, ReadPage>()
  pageCache.set(db, pages)
  const before = pages.get(page.to)
  const dataVersion = getDataVersion(db)
  if (before && dataVersion !== undefined && before.dataVersion === dataVersion) return before.page as PublishedPage<Of>
  const newest = await db
    .selectFrom('websiteVersions')
    .select(['version', 'savedAt', 'savedBy'])
    .where('page', '=', page.to)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  // The same number may be another version after a restore, or the name may have been erased.
  const isSame =
    before?.page.version === (newest?.version ?? 0) &&
    before.page.saved?.at === newest?.savedAt &&
    before.page.saved?.by === newest?.savedBy
  const read = isSame
    ? before.page
    : newest
      ? orNotFound(await readPageVersion(db, page, newest.version))
      : createUnsavedPage(page)
  pages.set(page.to, { page: read as PublishedPage, dataVersion })
  return read as PublishedPage<Of>
}

const createUnsavedPage = <Of extends Sections>(page: WebsitePage<Of>): PublishedPage<Of> => ({
  version: 0,
  words: getFirstText(page),
  own: [],
  saved: null,
})

function toPublishedPage<Of extends Sections>(page: WebsitePage<Of>, row: Row<'websiteVersions'>): PublishedPage<Of> {
  const own: string[] = JSON.parse(row.own)
  return {
    version: row.version,
    words: readStoredText(page, row),
    own: own.filter((name) => Object.hasOwn(page.sections, name)),
    saved: { at: row.savedAt, by: row.savedBy },
  }
}

/** Sections that are still examples, in page order. */
export function listExampleSections(page: WebsitePage, { own }: Pick<PublishedPage, 'own'>): string[] {
  return Object.keys(page.sections).filter((name) => !own.includes(name))
}

/** Publishes a section. Throws Conflict if this section changed since `version`, and Refused, invalid. */
export function publishSection<Of extends Sections>(
  db: Database,
  tutor: Tutor,
  page: WebsitePage<Of>,
  section: string,
  { version, words }: SectionChange,
): Promise<PublishedPage<Of>> {
  return runInTransaction(db, async (change) => {
    const { title } = getSectionTitle(page, section)
    const now = await findPage(change, page)
    await requireNewestSection(change, page, section, { now, version })
    await requirePictures(change, words)
    const whole = { ...now, words: { ...now.words, [section]: words }, own: [...new Set([...now.own, section])] }
    const published = await insertVersion(change, tutor, page, whole, `Changed ‘${title}’`)
    await removeSectionDrafts(change, tutor, page, section)
    await logPage(change, tutor, 'changed', { id: page.id, title: `${page.title}: ${title}` })
    return published
  })
}

async function requireNewestSection<Of extends Sections>(
  db: Database,
  page: WebsitePage<Of>,
  section: string,
  { now, version }: { now: PublishedPage; version: number },
): Promise<void> {
  if (now.version === version) return
  const opened = version === 0 ? createUnsavedPage(page) : await readPageVersion(db, page, version)
  if (opened && isSameSection(section, opened, now)) return
  const { by, at } = await findLastSectionChange(db, page, section)
  throw new Conflict(by, at, { ...(now.words[section] as Record<string, unknown>), version: now.version })
}

const isSameSection = (section: string, one: Pick<PublishedPage, 'words'>, other: Pick<PublishedPage, 'words'>) =>
  JSON.stringify(one.words[section]) === JSON.stringify(other.words[section])

/** Who last changed a section, and when; 'Someone' if no stored version changed it. */
async function findLastSectionChange(
  db: Database,
  page: WebsitePage,
  section: string,
): Promise<{ by: string; at: string }> {
  const stored = db.selectFrom('websiteVersions').selectAll().where('page', '=', page.to).orderBy('version', 'desc')
  const rows = await stored.execute()
  const versions = rows.map((row) => toPublishedPage(page, row))
  const isWhole = rows.at(-1)?.version === 1
  const before = [...versions.slice(1), ...(isWhole ? [createUnsavedPage(page)] : [])]
  const changed = versions.find((one, index) => before[index] && !isSameSection(section, one, before[index]))
  return changed?.saved ?? { by: 'Someone', at: versions.at(-1)?.saved?.at ?? new Date().toISOString() }
}

/** Returns a version of a page for a tutor, or null if it is no longer stored. */
export const findPageVersion = <Of extends Sections>(
  db: Database,
  _tutor: Tutor,
  page: WebsitePage<Of>,
  version: number,
): Promise<PublishedPage<Of> | null> => readPageVersion(db, page, version)

async function readPageVersion<Of extends Sections>(
  db: Database,
  page: WebsitePage<Of>,
  version: number,
): Promise<PublishedPage<Of> | null> {
  const row = db.selectFrom('websiteVersions').selectAll().where('page', '=', page.to).where('version', '=', version)
  const stored = await row.executeTakeFirst()
  return stored ? toPublishedPage(page, stored) : null
}

async function insertVersion<Of extends Sections>(
  db: Database,
  { id, firstName, lastName }: Actor,
  page: WebsitePage<Of>,
  { version, words, own }: PublishedPage<Of>,
  action: string,
): Promise<PublishedPage<Of>> {
  const next = version + 1
  await db
    .insertInto('websiteVersions')
    .values({
      page: page.to,
      version: next,
      shape: getShapeVersion(page),
      words: JSON.stringify(words),
      own: JSON.stringify(own),
      savedAt: new Date().toISOString(),
      savedById: id,
      savedBy: formatFullName({ firstName, lastName }),
      deed: action,
    })
    .execute()
  const outdated = db.deleteFrom('websiteVersions').where('page', '=', page.to)
  await outdated.where('version', '<=', next - MAX_PAGE_VERSIONS).execute()
  return orNotFound(await readPageVersion(db, page, next))
}

/** Publishes an older version of a page again. Throws Refused, notFound, if it is no longer stored, and Conflict if the page changed since `version`. */
export function restorePageVersion(
  db: Database,
  tutor: Tutor,
  page: WebsitePage,
  older: number,
  version: number,
): Promise<PublishedPage> {
  return db.transaction().execute(async (change) => {
    const now = await findPage(change, page)
    await requireNewestVersion(change, { noun: 'page', recordId: page.id }, now, version)
    const whole = { ...orNotFound(await readPageVersion(change, page, older)), version: now.version }
    const restored = await insertVersion(change, tutor, page, whole, `Restored version ${older}`)
    await logPage(change, tutor, 'put back', { id: page.id, title: page.title })
    return restored
  })
}

/** Replaces a whole page by an imported one, in the caller's transaction. The old text stays among the versions. */
export async function replacePage<Of extends Sections>(
  change: Database,
  operator: Actor,
  page: WebsitePage<Of>,
  { words, own }: Pick<PublishedPage<Of>, 'words' | 'own'>,
): Promise<void> {
  const now = await findPage(change, page)
  await insertVersion(change, operator, page, { ...now, words, own }, 'Imported from a file')
  await logPage(change, operator, 'changed', { id: page.id, title: page.title })
}

export type VersionRow = Pick<Row<'websiteVersions'>, 'version' | 'savedAt' | 'savedBy' | 'deed'>

/** Stored versions of a page, newest first. */
export function listVersions(db: Database, _tutor: Tutor, page: WebsitePage): Promise<VersionRow[]> {
  return db
    .selectFrom('websiteVersions')
    .select(['version', 'savedAt', 'savedBy', 'deed'])
    .where('page', '=', page.to)
    .orderBy('version', 'desc')
    .execute()
}

/** A section for the editor: the tutor's draft, else the published text. */
export async function openSection(db: Database, tutor: Tutor, page: WebsitePage, section: string) {
  const draft = (await listDrafts(db, tutor, page)).find((stored) => stored.section === section)
  if (draft) return { words: draft.words, version: draft.version, draftAt: draft.savedAt }
  const { words, version } = await findPage(db, page)
  return { words: words[section] as Record<string, unknown>, version, draftAt: null }
}

/** Publishes all of a tutor's drafts of a page, or none. Returns their number. Throws what publishSection throws. */
export async function publishDrafts(db: Database, tutor: Tutor, page: WebsitePage): Promise<number> {
  return db.transaction().execute(async (change) => {
    const drafts = await listDrafts(change, tutor, page)
    for (const { section, ...draft } of drafts) await publishSection(change, tutor, page, section, draft)
    return drafts.length
  })
}
