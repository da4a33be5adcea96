import type { ReactNode } from 'react'
import { BoardTabs } from '~/routes/parts/board/board-tabs'
import { NewsletterTabs } from '~/routes/parts/newsletters/newsletter-tabs'

const sections = [
  { at: '/dashboard/newsletter', Tabs: NewsletterTabs },
  { at: '/dashboard/board', Tabs: BoardTabs },
]

/** The section with sub-tabs that an address is in, if any. */
export function sectionOf(pathname: string) {
  return sections.find(({ at }) => pathname === at || pathname.startsWith(`${at}/`))
}

/** A screen within its section's sub-tabs. They stand in the portal's layout, so that they stay when one of them is pressed. */
export function Section({ pathname, children }: { pathname: string; children: ReactNode }) {
  const section = sectionOf(pathname)
  return section ? <section.Tabs>{children}</section.Tabs> : children
}
