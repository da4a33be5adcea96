import type { PageName } from '~/domain/website/pages.server'

/** What a public page gives its layout besides its words (site-notes.tsx). */
export interface SiteNotes {
  /** Some of its words are examples that nobody has made the centre's own. */
  hasExamples: boolean
  /** Set where a tutor looks at what is not published: which page, and the sections of their drafts or an older version. */
  preview: { page: PageName; drafts: string[]; version: number | null } | null
}
