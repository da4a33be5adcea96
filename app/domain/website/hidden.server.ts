import type { z } from 'zod'
import { neutralTexts } from '~/content/neutral-texts'
import type { Tutor } from '~/domain/accounts/account'
import { logActivity } from '~/domain/activity/activity.server'
import { readSetUpRecord, type SetUpRecord, writeSetUpRecord } from '~/domain/centre/live.server'
import { orNotFound } from '~/domain/refused'
import type { Centre } from '~/settings.server'
import type { Database } from '~db/schema'
import type { Sections, StoredTextOf, WebsitePage } from './page.server'
import { findWebsitePage, type PageName, pageNames, type websitePages } from './pages.server'
import { findPage, listExampleSections, type PublishedPage } from './website.server'
import { fillPlaceholders, getSectionBeginning } from './words.server'

export type SectionsOf<Name extends PageName> = (typeof websitePages)[Name] extends WebsitePage<infer Of> ? Of : never

type NeutralTexts = {
  [Name in PageName]?: { [Section in keyof SectionsOf<Name>]?: z.input<SectionsOf<Name>[Section]> | null }
}
const neutral = neutralTexts satisfies NeutralTexts

type NullNames<Texts> = { [Name in keyof Texts]: Texts[Name] extends null ? Name : never }[keyof Texts]
/** Names of the sections that a page leaves out while they are hidden. */
export type LeftOut<Name extends PageName> = Name extends keyof typeof neutral
  ? NullNames<(typeof neutral)[Name]>
  : never

const getNeutralTexts = (page: Pick<WebsitePage, 'to'>): Record<string, object | null> =>
  neutralByPath.get(page.to) ?? {}
const neutralByPath = new Map(
  Object.entries(neutral).map(([name, texts]) => [findWebsitePage(name)?.to, texts as Record<string, object | null>]),
)

/** Hides every section with invented facts, as at the set-up. */
export function hideAllInvented(): SetUpRecord['hidden'] {
  return Object.fromEntries([...neutralByPath].map(([to, texts]) => [to, Object.keys(texts)]))
}

/** Sections of a page that visitors don't see: hidden ones that are still examples. None without a set-up. */
export async function listHiddenWebsiteSections(
  db: Database,
  page: WebsitePage,
  published: Pick<PublishedPage, 'own'>,
): Promise<string[]> {
  return selectHidden(await readSetUpRecord(db), page, published)
}

function selectHidden(record: SetUpRecord | null, page: WebsitePage, published: Pick<PublishedPage, 'own'>): string[] {
  const hidden = record?.hidden[page.to] ?? []
  const texts = getNeutralTexts(page)
  return listExampleSections(page, published).filter((name) => hidden.includes(name) && Object.hasOwn(texts, name))
}

/** Results of `replaceHidden`, so that `fillPlaceholders` finds its own again. */
const replacedPages = new WeakMap<object, { hidden: string; words: object }>()

/** A page's text with neutral text in place of hidden sections, or without them. */
export function replaceHidden<Of extends Sections>(
  page: WebsitePage<Of>,
  words: StoredTextOf<Of>,
  hidden: readonly string[],
): StoredTextOf<Of> {
  if (hidden.length === 0) return words
  const before = replacedPages.get(words)
  if (before?.hidden === String(hidden)) return before.words as StoredTextOf<Of>
  const texts = getNeutralTexts(page)
  const sections = Object.entries(words).flatMap(([name, section]) => {
    if (!hidden.includes(name)) return [[name, section]]
    return texts[name] ? [[name, page.sections[name]?.parse(texts[name])]] : []
  })
  const replaced = Object.fromEntries(sections) as StoredTextOf<Of>
  replacedPages.set(words, { hidden: String(hidden), words: replaced })
  return replaced
}

/** Pages with invented facts that no tutor has replaced yet, with the beginning of each section. */
export async function listInventedPages(db: Database, _tutor: Tutor, centre: Centre) {
  const record = await readSetUpRecord(db)
  const pages = pageNames.map(async (name) => {
    const page = findWebsitePage(name) as WebsitePage
    const published = await findPage(db, page)
    const examples = listExampleSections(page, published)
    const hidden = selectHidden(record, page, published)
    const filled = fillPlaceholders(page, published.words, centre) as Record<string, Record<string, unknown>>
    const views = page.views.filter(
      (view) => examples.includes(view.name) && getNeutralTexts(page)[view.name] !== undefined,
    )
    const sections = views.map((view) => ({
      name: view.name,
      title: view.title,
      beginning: getSectionBeginning(view, filled[view.name] ?? {}),
      isHidden: hidden.includes(view.name),
    }))
    return { name, title: page.title, sections }
  })
  return (await Promise.all(pages)).filter(({ sections }) => sections.length > 0)
}

/**
 * Hides and shows sections with invented facts: `choices` has 'hide' or 'keep' by page and section ('about.story'). Others stay as they
 * are. Throws Refused, notFound, for a website that began without the set-up.
 */
export async function chooseHiddenSections(
  db: Database,
  tutor: Tutor,
  choices: ReadonlyMap<string, unknown>,
): Promise<void> {
  await db.transaction().execute(async (change) => {
    const record = orNotFound(await readSetUpRecord(change))
    const pages = pageNames.map((name) => ({ name, page: findWebsitePage(name) as WebsitePage }))
    const hidden = Object.fromEntries(
      pages.map(({ name, page }) => {
        const isHidden = (section: string) => {
          const choice = choices.get(`${name}.${section}`)
          return choice === 'hide' || (choice !== 'keep' && record.hidden[page.to]?.includes(section) === true)
        }
        return [page.to, Object.keys(getNeutralTexts(page)).filter(isHidden)]
      }),
    )
    await writeSetUpRecord(change, { ...record, hidden })
    await logActivity(change, tutor, { action: 'changed', noun: 'website', title: '' })
  })
}
