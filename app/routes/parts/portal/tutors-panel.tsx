import { useLocation, useNavigation } from '@remix-run/react'
import { type ReactNode, useState } from 'react'
import type { AccessNotice } from '~/domain/accounts/access-notices.server'
import { paths } from '~/paths'
import { Button } from '~/ui/button'
import { classes } from '~/ui/classes'
import { formatDateTime } from '~/ui/dates'
import { PageMessage } from '~/ui/dialogs/message'
import { PostForm } from '~/ui/forms/post-form'
import { Icon } from '~/ui/icon'
import { Link } from '~/ui/link'
import { ListHeading } from '~/ui/lists/list-with-forms'
import { CardSkeleton, LoadingText, SlowNavigationNotice } from '~/ui/lists/skeleton'
import { type Tab, TabLinks } from '~/ui/portal/tab-links'
import { PhoneLink } from '~/ui/site/contact-links'

interface Section {
  at: string
  label: string
  heading?: string
  /** True if forms are dialogs over the list. Opened by its address, a form is a page without the sub-tabs. */
  hasDialogs?: boolean
}

/** The tabs with sub-tabs. A tab has the address of its first sub-tab. */
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

function findSection(pathname: string) {
  return sections.find(({ at }) => isWithin(pathname, at))
}

interface SubTabsProps {
  section: Section
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

const loadingTexts = [
  { at: /^\/dashboard\/newsletter(\/subscribers)?$/, text: 'Loading newsletter data...' },
  { at: /^\/dashboard\/newsletter\/\d+$/, text: 'Loading newsletter details...' },
]

/** Lists that show skeleton cards while loading, longest address first. */
const skeletonLists = [
  { at: paths.dashboard.board.plans.list, cards: 3 },
  { at: paths.dashboard.board.list, cards: 6 },
  { at: paths.dashboard.resources.list, cards: 6 },
]
const findSkeletonList = (pathname: string) =>
  skeletonLists.find(({ at }) => pathname === at || pathname.startsWith(`${at}/`))

/** The placeholder while `next` loads; null if the current content stays, such as a list under its form's dialog. */
function createPlaceholder(next: string, currentPath: string): ReactNode {
  const list = findSkeletonList(next)
  if (list)
    return next === list.at && list !== findSkeletonList(currentPath) ? <CardSkeleton cards={list.cards} /> : null
  const found = loadingTexts.find(({ at }) => at.test(next))
  return found ? <LoadingText>{found.text}</LoadingText> : null
}

/** A tutor's screen, or its placeholder while loading, within its section's sub-tabs. */
export function TutorsPanel({ subTabs, children }: Pick<SubTabsProps, 'subTabs' | 'children'>) {
  const { location, formData } = useNavigation()
  const { pathname: currentPath } = useLocation()
  const next = location?.pathname
  const placeholder = next && next !== currentPath && !formData ? createPlaceholder(next, currentPath) : null
  const section = findSection(currentPath)
  const isLeavingSection = placeholder !== null && findSection(next ?? currentPath) !== section
  const content = placeholder ?? (
    <>
      <PageMessage isInTab />
      {children}
    </>
  )
  return (
    <>
      {!placeholder && <SlowNavigationNotice />}
      {section && !isLeavingSection ? (
        <SubTabs key={section.at} section={section} subTabs={subTabs} pathname={currentPath}>
          {content}
        </SubTabs>
      ) : (
        content
      )}
    </>
  )
}

/** A link with the number of unanswered enquiries; on narrow pages only the number and a symbol. */
export function EnquiriesLink({ waiting, className }: { waiting: number; className: string }) {
  if (waiting === 0) return null
  return (
    <Link
      to={paths.dashboard.profile.enquiries.list}
      className={classes(
        'min-h-target min-w-12 items-center justify-center gap-2 rounded border-2 border-amber bg-amber-tint px-3 font-bold text-amber no-underline hover:underline sm:min-h-control',
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

/** Changes by others to a tutor's log-in, shown on every page of the portal until the tutor confirms. */
export function AccessNotices({ notices }: { notices: AccessNotice[] }) {
  const { pathname } = useLocation()
  const last = notices[notices.length - 1]
  if (!last) return null
  return (
    <section aria-labelledby="told" className="no-print mb-4 rounded border-2 border-amber bg-amber-tint p-4 sm:p-6">
      <h2 id="told" className="flex items-center gap-3 text-h3">
        <Icon name="warning" className="h-6 w-6 shrink-0 text-amber" />
        Someone changed your log-in details
      </h2>
      <ul className="long-words mt-2 space-y-1">
        {notices.map(({ id, at, words }) => (
          <li key={id}>
            {words}. <span className="whitespace-nowrap text-ink-soft">{formatDateTime(at)}</span>
          </li>
        ))}
      </ul>
      <p className="mt-2 max-w-measure">
        If you did not know about this, please ask them, and ring the office on
        <PhoneLink isInText />.
      </p>
      <PostForm
        action={paths.dashboard.password.acknowledge}
        failure="Failed to hide this message"
        isTyped={false}
        hasIdempotencyKey={false}
        reloadDocument
        className="mt-4"
      >
        <input type="hidden" name="upTo" value={last.id} />
        <input type="hidden" name="next" value={pathname} />
        <Button variant="secondary">I have seen this</Button>
      </PostForm>
    </section>
  )
}
