import { directorsContent } from '~/content/board'
import { contactContent } from '~/content/contact'
import type { Tutor } from '~/domain/accounts/account'
import { paths } from '~/paths'
import type { Database } from '~db/schema'
import { about } from './about.server'
import { achievementsPage } from './achievements.server'
import { activitiesPage } from './activities.server'
import { listDrafts } from './drafts.server'
import { complaintsPage, easyReadSection, withEasyRead } from './easy-read.server'
import { familyResourcesPage } from './family-resources.server'
import { defineSection, listField, pictureField, proseField, textField } from './fields.server'
import { home } from './home.server'
import { definePage, headingField, searchFields, textsToMarkdown, type WebsitePage } from './page.server'
import { accessibilityPage, privacyPage, termsPage } from './policies.server'
import { findPage, listExampleSections, type PublishedPage } from './website.server'

const contactSections = {
  banner: defineSection('The top of the page', {
    heading: headingField,
    text: textField('Introduction'),
    picture: pictureField('Picture', { width: 800, height: 600 }),
  }),
  gettingHere: defineSection('How to get here', {
    heading: headingField,
    text: proseField('Text', { max: 3000 }),
    picture: pictureField('Picture', { width: 800, height: 600 }),
  }),
  afterYouWrite: defineSection('What happens next', {
    heading: headingField,
    steps: listField('Steps', 'step', { text: textField('Text', { max: 200 }) }, { min: 1, max: 8 }),
  }),
  easyRead: easyReadSection,
  search: searchFields,
}

const contactPageSections = definePage({
  upgrades: [textsToMarkdown],
  id: 6,
  title: 'Contact Us',
  to: paths.contact,
  sections: contactSections,
  first: withEasyRead(contactContent, 'contact'),
})

const directorsSections = {
  intro: defineSection(
    'The top of the page',
    { heading: headingField, text: textField('Introduction') },
    'Edit the people and plans on this page under the Board tab.',
  ),
  search: searchFields,
}

const directorsPage = definePage({
  id: 7,
  title: 'Directors',
  to: paths.board,
  sections: directorsSections,
  first: directorsContent,
})

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
