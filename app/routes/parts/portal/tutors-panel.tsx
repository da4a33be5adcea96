import { useLocation, useNavigation } from '@remix-run/react'
import { type ReactNode, useState } from 'react'
import { paths } from '~/paths'
import { classes } from '~/ui/classes'
import { Icon } from '~/ui/icon'
import { Link } from '~/ui/link'
import { ListHeading } from '~/ui/lists/list-with-forms'
import { CardSkeleton, LoadingText, SlowNavigationNotice } from '~/ui/lists/skeleton'
import { type Tab, TabLinks } from '~/ui/portal/tab-links'

export { AccessNotices } from './access-notices'

interface Section {
  at: string
  label: string
  /** What stands above the sub-tabs. */
  heading?: string
  /** True where a form opened by its address is a page without the sub-tabs. */
  hasDialogs?: boolean
}

/** The tabs that have sub-tabs; the first one's address is the tab's own. */
const sections: Section[] = [
  { at: paths.dashboard.newsletter.list, label: 'Newsletter', heading: 'Newsletter Management' },
  {
    at: paths.dashboard.board.list,
    label: 'Board',
    heading: 'Board & Strategic Planning Management',
    hasDialogs: true,
  },
  { at: paths.dashboard.profile.index, label: 'Profile' },
]

const isWithin = (pathname: string, at: string) => pathname === at || pathname.startsWith(`${at}/`)

function sectionOf(pathname: string) {
  return sections.find(({ at }) => isWithin(pathname, at))
}

interface SubTabsProps {
  section: Section
  /** Those of all sections. */
  subTabs: Tab[]
  pathname: string
  children: ReactNode
}

function SubTabs({ section: { at, label, heading, hasDialogs }, subTabs, pathname, children }: SubTabsProps) {
  const tabs = subTabs.filter(({ to }) => isWithin(to, at))
  const current = tabs.find(({ to }) => to !== at && pathname.startsWith(to)) ?? { to: at }
  const isList = pathname === current.to
  const [listSeen, setListSeen] = useState(isList)
  if (isList && !listSeen) setListSeen(true)
  if (hasDialogs && !listSeen && !isList) return children
  return (
    <>
      {heading && (
        <div className="mb-2 sm:mb-4">
          <ListHeading>{heading}</ListHeading>
        </div>
      )}
      <TabLinks tabs={tabs} current={current.to} label={label} isSmall>
        {children}
      </TabLinks>
    </>
  )
}

const words = [
  { at: /^\/dashboard\/newsletter(\/subscribers)?$/, say: 'Loading newsletter data...' },
  { at: /^\/dashboard\/newsletter\/\d+$/, say: 'Loading newsletter details...' },
]

/** The lists that are drawn as empty cards while they load; the longest address first. */
const lists = [
  { at: paths.dashboard.board.plans.list, cards: 3 },
  { at: paths.dashboard.board.list, cards: 6 },
  { at: paths.dashboard.resources.list, cards: 6 },
]
const listOf = (pathname: string) => lists.find(({ at }) => pathname === at || pathname.startsWith(`${at}/`))

/** What stands in for `next` while it is on its way from `here`; a list under its form's dialog stays. */
function placeholderFor(next: string, here: string): ReactNode {
  const list = listOf(next)
  if (list) return next === list.at && list !== listOf(here) ? <CardSkeleton cards={list.cards} /> : null
  const found = words.find(({ at }) => at.test(next))
  return found ? <LoadingText>{found.say}</LoadingText> : null
}

/**
 * A tutor's screen within its section's sub-tabs, which stay when one of them is pressed, or what stands in for the screen that is on
 * its way.
 */
export function TutorsPanel({ subTabs, children }: Pick<SubTabsProps, 'subTabs' | 'children'>) {
  const { location, formData } = useNavigation()
  const { pathname: here } = useLocation()
  const next = location?.pathname
  const placeholder = next && next !== here && !formData ? placeholderFor(next, here) : null
  const section = sectionOf(here)
  const isLeft = placeholder !== null && sectionOf(next ?? here) !== section
  const shown = placeholder ?? children
  return (
    <>
      {!placeholder && <SlowNavigationNotice />}
      {section && !isLeft ? (
        <SubTabs key={section.at} section={section} subTabs={subTabs} pathname={here}>
          {shown}
        </SubTabs>
      ) : (
        shown
      )}
    </>
  )
}

/** How many enquiries nobody has answered, as a link to them; on a narrow page a number next to its symbol. */
export function EnquiriesLink({ waiting, className }: { waiting: number; className: string }) {
  if (waiting === 0) return null
  return (
    <Link
      to={paths.dashboard.profile.enquiries.list}
      className={classes(
        'min-h-control min-w-12 items-center justify-center gap-2 rounded border-2 border-amber bg-amber-tint px-3 font-bold text-amber no-underline hover:underline',
        className,
      )}
    >
      <Icon name="email" className="hidden h-6 w-6 shrink-0 xs:block" />
      <span>
        {waiting}
        <span className="sr-only">{waiting === 1 ? ' enquiry' : ' enquiries'}</span>
        <span className="sr-only sm:not-sr-only"> to answer</span>
      </span>
    </Link>
  )
}
