import type { Database } from '~db/schema'
import { listDrafts } from './drafts.server'
import type { WebsitePage } from './page.server'
import { pageNames, pageOf } from './pages.server'
import { exampleSections, findPage, type PublishedPage } from './website.server'

/** A page in the list of the website's pages. */
export interface PageRow extends Pick<WebsitePage, 'title' | 'to'>, Pick<PublishedPage, 'saved'> {
  name: string
  /** How many of its parts still hold example words. */
  examples: number
  parts: number
  /** How many parts this tutor changed and has not published. */
  drafts: number
}

/** The website's pages in the menu's order, as a tutor looks after them. */
export async function listPages(db: Database, tutorId: number): Promise<PageRow[]> {
  const lines: PageRow[] = []
  for (const name of pageNames) {
    const page = pageOf(name) as WebsitePage
    const published = await findPage(db, page)
    lines.push({
      name,
      title: page.title,
      to: page.to,
      saved: published.saved,
      examples: exampleSections(page, published).length,
      parts: page.views.length,
      drafts: (await listDrafts(db, tutorId, page)).length,
    })
  }
  return lines
}

/** How far a centre is with its website: how many pages are its own, and the next one that is not; null once all are. */
export async function websiteToDo(
  db: Database,
): Promise<{ own: number; of: number; next: Pick<PageRow, 'name' | 'title'> } | null> {
  const left: Pick<PageRow, 'name' | 'title'>[] = []
  for (const name of pageNames) {
    const page = pageOf(name) as WebsitePage
    if (exampleSections(page, await findPage(db, page)).length > 0) left.push({ name, title: page.title })
  }
  const [next] = left
  return next ? { own: pageNames.length - left.length, of: pageNames.length, next } : null
}
