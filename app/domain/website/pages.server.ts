import type { Tutor } from '~/domain/accounts/account'
import type { Database } from '~db/schema'
import { about } from './about.server'
import { achievementsPage } from './achievements.server'
import { activitiesPage } from './activities.server'
import { contactPageSections } from './contact.server'
import { directorsPage } from './directors.server'
import { listDrafts } from './drafts.server'
import { complaintsPage } from './easy-read.server'
import { familyResourcesPage } from './family-resources.server'
import { home } from './home.server'
import type { WebsitePage } from './page.server'
import { accessibilityPage, privacyPage, termsPage } from './policies.server'
import { findPage, listExampleSections, type PublishedPage } from './website.server'

/** Public pages that tutors edit, by the name in the editor's address, in the order of the website's menu. */
export const websitePages = {
  home,
  about,
  activities: activitiesPage,
  achievements: achievementsPage,
  resources: familyResourcesPage,
  directors: directorsPage,
  contact: contactPageSections,
  notHappy: complaintsPage,
  privacy: privacyPage,
  terms: termsPage,
  accessibility: accessibilityPage,
} as const satisfies Record<string, unknown>

export type PageName = keyof typeof websitePages

export const pageNames = Object.keys(websitePages) as PageName[]

/** Returns the page with a name, or null. */
export function findWebsitePage(name: string | undefined): WebsitePage | null {
  return name !== undefined && Object.hasOwn(websitePages, name)
    ? (websitePages[name as PageName] as unknown as WebsitePage)
    : null
}

export interface PageRow extends Pick<WebsitePage, 'title' | 'to'>, Pick<PublishedPage, 'saved'> {
  name: string
  /** Number of parts with example text. */
  examples: number
  parts: number
  /** Number of parts with this tutor's unpublished changes. */
  drafts: number
}

/** The website's pages in menu order, with the state of each for a tutor. */
export async function listPages(db: Database, tutor: Tutor): Promise<PageRow[]> {
  const lines: PageRow[] = []
  for (const name of pageNames) {
    const page = findWebsitePage(name) as WebsitePage
    const published = await findPage(db, page)
    lines.push({
      name,
      title: page.title,
      to: page.to,
      saved: published.saved,
      examples: listExampleSections(page, published).length,
      parts: page.views.length,
      drafts: (await listDrafts(db, tutor, page)).length,
    })
  }
  return lines
}

/** Progress of a centre's website: the number of pages without examples, and the next one with some; null when done. */
export async function countWebsiteToDo(db: Database, _tutor: Tutor) {
  const left: Pick<PageRow, 'name' | 'title'>[] = []
  for (const name of pageNames) {
    const page = findWebsitePage(name) as WebsitePage
    if (listExampleSections(page, await findPage(db, page)).length > 0) left.push({ name, title: page.title })
  }
  const [next] = left
  return next ? { own: pageNames.length - left.length, of: pageNames.length, next } : null
}
