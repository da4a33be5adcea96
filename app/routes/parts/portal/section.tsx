import { useLocation, useNavigation } from '@remix-run/react'
import type { ReactNode } from 'react'
import { BoardTabs } from '~/routes/parts/board/board-tabs'
import { NewsletterTabs } from '~/routes/parts/newsletters/newsletter-tabs'
import { LoadingWords, Skeleton } from '~/ui/lists/skeleton'

const sections = [
  { at: '/dashboard/newsletter', Tabs: NewsletterTabs },
  { at: '/dashboard/board', Tabs: BoardTabs },
]

function sectionOf(pathname: string) {
  return sections.find(({ at }) => pathname === at || pathname.startsWith(`${at}/`))
}

/** A screen within its section's sub-tabs. They stand in the portal's layout, so that they stay when one of them is pressed. */
export function Section({ pathname, children }: { pathname: string; children: ReactNode }) {
  const section = sectionOf(pathname)
  return section ? <section.Tabs>{children}</section.Tabs> : children
}

const words = [
  { at: /^\/dashboard\/newsletter(\/subscribers)?$/, say: 'Loading newsletter data...' },
  { at: /^\/dashboard\/newsletter\/\d+$/, say: 'Loading newsletter details...' },
]

/** The lists that are drawn as empty cards while they load; the longest address first. */
const lists = [
  { at: '/dashboard/board/plans', cards: 3 },
  { at: '/dashboard/board', cards: 6 },
  { at: '/dashboard/resources', cards: 6 },
]
const listOf = (pathname: string) => lists.find(({ at }) => pathname === at || pathname.startsWith(`${at}/`))

/** What stands in for `next` while it is on its way from `here`; a list under its form's dialog stays. */
function placeholderFor(next: string, here: string): ReactNode {
  const list = listOf(next)
  if (list) return next === list.at && list !== listOf(here) ? <Skeleton cards={list.cards} /> : null
  const found = words.find(({ at }) => at.test(next))
  return found ? <LoadingWords>{found.say}</LoadingWords> : null
}

/** What stands in for the page that is on its way, if anything does, and whether it stands within the sub-tabs that are shown. */
export function usePlaceholder(): { placeholder: ReactNode; inSection: boolean } {
  const { location, formData } = useNavigation()
  const { pathname: here } = useLocation()
  const next = location?.pathname
  if (!next || next === here || formData) return { placeholder: null, inSection: false }
  return { placeholder: placeholderFor(next, here), inSection: sectionOf(next) === sectionOf(here) }
}
