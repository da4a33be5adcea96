import { useLocation, useNavigation } from '@remix-run/react'
import type { ReactNode } from 'react'
import { LoadingWords, Skeleton } from '~/ui/lists/skeleton'
import { sectionOf } from './section'

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
