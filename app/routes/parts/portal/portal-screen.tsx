import { Form, useLocation } from '@remix-run/react'
import type { ComponentProps, ReactNode } from 'react'
import type { Account } from '~/domain/accounts/account'
import { paths } from '~/paths'
import { useCentre } from '~/ui/browser/root-data'
import { Button } from '~/ui/button'
import { PageMessage } from '~/ui/dialogs/message'
import { Icon } from '~/ui/icon'
import { Link } from '~/ui/link'
import { SlowNavigationNotice } from '~/ui/lists/skeleton'
import { Greeting } from '~/ui/portal/greeting'
import { LogOutResult, type LogOutState, useLogOut, useReloadOnRestore } from '~/ui/portal/log-out'
import { PortalFrame } from '~/ui/portal/portal-frame'
import { type Tab, TabLinks } from '~/ui/portal/tab-links'
import { Logo } from '~/ui/site/logo'
import { closeMenu } from '~/ui/site/menu'
import { Container } from '~/ui/site/page'
import type { Role } from '~db/choices'
import { AccessNotices, EnquiriesLink, TutorsPanel } from './tutors-panel'

/** The tabs for everyone, then those for tutors only. */
function getTabs(role: Role, shortName: string): Tab[] {
  const everyone: Tab[] = [
    { to: paths.dashboard.index, label: 'My Files', symbol: 'files' },
    { to: paths.dashboard.timetable.list, label: `${shortName} Timetable`, symbol: 'timetable' },
    { to: paths.dashboard.calendar.index, label: 'Calendar', symbol: 'calendar' },
    { to: paths.dashboard.notices.list, label: 'Notices', symbol: 'notices' },
  ]
  const tutors: Tab[] = [
    { to: paths.dashboard.newsletter.list, label: 'Newsletter', symbol: 'newsletter' },
    { to: paths.dashboard.resources.list, label: 'Resources', symbol: 'resources' },
    { to: paths.dashboard.board.list, label: 'Board', symbol: 'board' },
    { to: paths.dashboard.profile.index, label: 'Profile', symbol: 'profile' },
  ]
  return role === 'tutor' ? [...everyone, ...tutors] : everyone
}

function SettingsLink() {
  return (
    <Link
      to={paths.settings}
      onClick={({ currentTarget }) => closeMenu(currentTarget)}
      className="inline-flex min-h-control items-center font-bold"
    >
      My settings
    </Link>
  )
}

/** On a phone, two rows of small text, so that a tab's content starts in the upper half of the screen. */
function Header({ user, waiting, logOut }: { user: Account; waiting: ReactNode; logOut: LogOutState }) {
  return (
    <header className="border-b border-line bg-white">
      <Container className="grid grid-cols-[auto_minmax(min-content,1fr)_auto] items-center gap-x-3 gap-y-1 py-2 sm:gap-x-4 sm:py-4">
        <Link
          to={paths.home}
          reloadDocument
          className="w-fit text-ink no-underline sm:row-span-2"
          aria-label="Home page"
        >
          <Logo className="h-12 w-12 sm:h-14 sm:w-14" maxWidthClass="max-w-20 sm:max-w-40" />
        </Link>
        <h1 className="text-small leading-tight xs:text-body xs:leading-tight tiny:order-last tiny:col-span-full sm:self-end sm:text-lead lg:text-h2">
          Student Portal Dashboard
        </h1>
        <p className="order-last col-span-full sm:order-none sm:col-span-1 sm:col-start-2 sm:row-start-2 sm:self-start">
          <Greeting user={user} />
        </p>
        <div className="no-print flex flex-wrap items-center justify-end gap-x-3 sm:col-start-3 md:flex-nowrap lg:gap-x-6 sm:row-span-2 sm:row-start-1">
          {waiting}
          <div className="hidden sm:block">
            <SettingsLink />
          </div>
          <LogOutForm {...logOut} />
        </div>
      </Container>
    </header>
  )
}

function LogOutForm({ isLeaving, submit }: LogOutState) {
  return (
    <Form method="post" action={paths.portal} reloadDocument onSubmit={submit}>
      <input type="hidden" name="intent" value="log-out" />
      <Button variant="secondary" isBusy={isLeaving} className="px-2 xs:px-3 sm:px-5">
        <Icon name="log-out" className="hidden h-6 w-6 sm:block" />
        {isLeaving ? 'Logging out...' : 'Log Out'}
      </Button>
    </Form>
  )
}

/** Data for the frame of a portal screen. */
export interface PortalScreenData {
  user: Account
  /** The number of enquiries to answer, for tutors. */
  waiting: number
  accessNotices: ComponentProps<typeof AccessNotices>['notices']
  subTabs: Tab[]
}

const pagesOutsideTabs = [
  paths.dashboard.password.index,
  paths.dashboard.photosOfYou,
  paths.dashboard.atHome,
  paths.settings,
]

/** The portal around a tab: the user's name, the tabs of their role, Log Out. */
export function PortalScreen({
  user,
  waiting,
  accessNotices,
  subTabs,
  children,
}: PortalScreenData & { children: ReactNode }) {
  const { shortName } = useCentre()
  const { pathname, search } = useLocation()
  const tabs = getTabs(user.role, shortName)
  const matchingTab = tabs.find((tab) => tab.to !== paths.dashboard.index && pathname.startsWith(tab.to))
  const current = pagesOutsideTabs.some((path) => pathname.startsWith(path)) ? undefined : (matchingTab ?? tabs[0])
  const logOut = useLogOut()
  useReloadOnRestore()
  const isTutor = user.role === 'tutor'
  // A tutor's first screen lists them in its panel.
  const hasOwnPanel = pathname === paths.dashboard.index && search === ''
  const renderEnquiriesLink = (className: string) =>
    isTutor && !hasOwnPanel && <EnquiriesLink waiting={waiting} className={className} />
  // A student's four tabs stay visible, because students would have to remember the contents of a menu.
  const menu = isTutor ? <SettingsLink /> : undefined
  if (logOut.outcome)
    return (
      <PortalFrame header={null}>
        <LogOutResult outcome={logOut.outcome} form={<LogOutForm {...logOut} />} />
      </PortalFrame>
    )
  return (
    <PortalFrame
      header={<Header user={user} waiting={renderEnquiriesLink('hidden sm:inline-flex')} logOut={logOut} />}
      isTutor={isTutor}
      hasOwnMessage
    >
      <Container className="pb-3 pt-1 sm:pb-6 sm:pt-2">
        {isTutor && <AccessNotices notices={accessNotices} />}
        <TabLinks
          tabs={tabs}
          current={current?.to}
          label="Portal"
          menu={menu}
          nextToMenu={renderEnquiriesLink('inline-flex')}
        >
          {isTutor ? (
            <TutorsPanel subTabs={subTabs}>{children}</TutorsPanel>
          ) : (
            <>
              <SlowNavigationNotice />
              <PageMessage isInTab />
              {children}
            </>
          )}
        </TabLinks>
        {!isTutor && (
          <p className="no-print mt-6 sm:hidden">
            <SettingsLink />
          </p>
        )}
      </Container>
    </PortalFrame>
  )
}
