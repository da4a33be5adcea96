import { Form, useLocation } from '@remix-run/react'
import type { ComponentProps, ReactNode } from 'react'
import type { Account } from '~/domain/accounts/account'
import { paths } from '~/paths'
import { Button, ButtonLink } from '~/ui/button'
import { classes } from '~/ui/classes'
import { PageMessage } from '~/ui/dialogs/message'
import { Icon } from '~/ui/icon'
import { Link } from '~/ui/link'
import { SlowNavigationNotice } from '~/ui/lists/skeleton'
import { LogOutResult, type LogOutState, useLogOut, useReloadOnRestore } from '~/ui/portal/log-out'
import { PortalFrame } from '~/ui/portal/portal-frame'
import { type Tab, TabLinks } from '~/ui/portal/tab-links'
import { Logo } from '~/ui/site/logo'
import { Container } from '~/ui/site/page'
import type { PortalTab } from './portal-tabs.server'
import { AccessNotices, EnquiriesLink, TutorsPanel } from './tutors-panel'

/** Full class names, so that Tailwind finds them. The text has a contrast of at least 7:1, on dark pages too (tailwind.config.ts). */
const colours = ['bg-moss', 'bg-plum', 'bg-sky', 'bg-clay', 'bg-brick', 'bg-slate', 'bg-amber', 'bg-ink']

const getInitial = (name: string) => [...name][0]?.toUpperCase() ?? ''

function Greeting({ user }: { user: Account }) {
  const { id, role, firstName, lastName, username } = user
  const name = <strong className="break-words">{firstName || username || 'User'}</strong>
  const initials = getInitial(firstName) + getInitial(lastName) || getInitial(username)
  return (
    <span className="print-black flex items-center gap-2 text-small leading-snug sm:text-body">
      <span
        aria-hidden="true"
        className={`flex h-8 min-w-8 shrink-0 items-center justify-center rounded-full px-1 text-small font-bold leading-none text-paper sm:h-9 sm:min-w-9 ${colours[id % colours.length]}`}
      >
        {initials}
      </span>{' '}
      {role === 'student' ? (
        <span className="flex min-w-0 flex-wrap gap-x-2">
          {name} <span>Welcome to the student portal</span>
        </span>
      ) : (
        <span className="min-w-0">Welcome, {name}</span>
      )}
    </span>
  )
}

interface PlainestPageProps {
  isFirstScreen: boolean
  hasMore: boolean
  children: ReactNode
}

/** A student's page without tabs: the first one has large words. Then More. */
function PlainestPage({ isFirstScreen, hasMore, children }: PlainestPageProps) {
  return (
    <div className={classes('pt-2 sm:pt-5', isFirstScreen && 'text-lead')}>
      <SlowNavigationNotice />
      <PageMessage isInTab />
      {children}
      {hasMore && (
        <p className="no-print mt-6">
          <Link to={paths.dashboard.more.list} className="inline-flex min-h-control items-center text-body font-bold">
            More
          </Link>
        </p>
      )}
    </div>
  )
}

function SettingsLink() {
  return (
    <Link to={paths.settings} className="inline-flex min-h-control items-center font-bold">
      My settings
    </Link>
  )
}

interface HeaderProps {
  user: Account
  /** A link with a class name for where it shows: next to the greeting on a phone, otherwise next to `children`. */
  renderLink: (className: string) => ReactNode
  children: ReactNode
}

/** On a phone, two rows of small text, so that a tab's content starts in the upper half of the screen. */
function Header({ user, renderLink, children }: HeaderProps) {
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
        {/* On a phone its words do not widen the middle column, which would narrow Log Out. */}
        <div className="order-last col-span-full flex w-0 min-w-full items-center justify-between gap-3 sm:order-none sm:w-auto sm:col-span-1 sm:col-start-2 sm:row-start-2 sm:self-start">
          <p>
            <Greeting user={user} />
          </p>
          {renderLink('no-print inline-flex sm:hidden')}
        </div>
        <div className="no-print flex flex-wrap items-center justify-end gap-x-3 sm:col-start-3 md:flex-nowrap lg:gap-x-6 sm:row-span-2 sm:row-start-1">
          {renderLink('hidden sm:inline-flex')}
          {children}
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

export interface PortalScreenData {
  user: Account
  waiting: number
  accessNotices: ComponentProps<typeof AccessNotices>['notices']
  subTabs: Tab[]
  /** None for a student who sees only today. */
  tabs: PortalTab[]
}

const pagesOutsideTabs = [
  paths.dashboard.password.index,
  paths.dashboard.photosOfYou,
  paths.dashboard.atHome,
  paths.dashboard.more.list,
  paths.settings,
]

export function PortalScreen({
  user,
  waiting,
  accessNotices,
  subTabs,
  tabs,
  children,
}: PortalScreenData & { children: ReactNode }) {
  const { pathname, search } = useLocation()
  const isOpen = ({ to, alsoFor = [] }: PortalTab) =>
    [to, ...alsoFor].some((path) => path !== paths.dashboard.index && (pathname + search).startsWith(path))
  const outside = pagesOutsideTabs.some((path) => pathname.startsWith(path)) ? undefined : tabs[0]
  const current = tabs.find(isOpen) ?? outside
  const logOut = useLogOut()
  useReloadOnRestore()
  const isTutor = user.role === 'tutor'
  const isPlainest = tabs.length === 0
  // A tutor's first screen lists them in its panel.
  const isFirstScreen = pathname === paths.dashboard.index && search === ''
  function renderLink(className: string) {
    if (isFirstScreen) return null
    if (isTutor) return <EnquiriesLink waiting={waiting} className={className} />
    if (!isPlainest) return null
    return (
      <ButtonLink to={paths.dashboard.index} variant="secondary" className={className}>
        Today
      </ButtonLink>
    )
  }
  if (logOut.outcome)
    return (
      <PortalFrame header={null}>
        <LogOutResult outcome={logOut.outcome} form={<LogOutForm {...logOut} />} />
      </PortalFrame>
    )
  return (
    <PortalFrame
      header={
        <Header user={user} renderLink={renderLink}>
          {!isPlainest && (
            <div className="hidden sm:block">
              <SettingsLink />
            </div>
          )}
          <LogOutForm {...logOut} />
        </Header>
      }
      isTutor={isTutor}
      hasOwnMessage
    >
      <Container className="pb-3 pt-1 sm:pb-6 sm:pt-2">
        {isTutor && <AccessNotices notices={accessNotices} />}
        {isPlainest ? (
          <PlainestPage isFirstScreen={isFirstScreen} hasMore={pathname !== paths.dashboard.more.list}>
            {children}
          </PlainestPage>
        ) : (
          <TabLinks tabs={tabs} current={current?.to} label="Portal">
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
        )}
        {!isPlainest && (
          <p className="no-print mt-6 sm:hidden">
            <SettingsLink />
          </p>
        )}
      </Container>
    </PortalFrame>
  )
}
