import { about } from './about.server'
import { achievements } from './achievements.server'
import { activities } from './activities.server'
import { contact } from './contact.server'
import { directors } from './directors.server'
import { familyResources } from './family-resources.server'
import { home } from './home.server'
import type { WebsitePage } from './page.server'
import { accessibility, privacy, terms } from './policies.server'

/** Every public page whose words tutors edit, by its name in the address of its editor, in the order of the website's menu. */
export const websitePages = {
  home,
  about,
  activities,
  achievements,
  resources: familyResources,
  directors,
  contact,
  privacy,
  terms,
  accessibility,
} as const satisfies Record<string, unknown>

export type PageName = keyof typeof websitePages

export const pageNames = Object.keys(websitePages) as PageName[]

/** The page of a name, or null for any other text. */
export function pageOf(name: string | undefined): WebsitePage | null {
  return name !== undefined && Object.hasOwn(websitePages, name)
    ? (websitePages[name as PageName] as unknown as WebsitePage)
    : null
}
