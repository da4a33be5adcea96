import type { LoaderFunctionArgs } from '@remix-run/node'
import { type ClientLoaderFunctionArgs, Form, Link, Outlet, useLocation, useRouteLoaderData } from '@remix-run/react'
import { type ReactNode, useEffect } from 'react'
import { requireUser } from '~/auth/identity.server'
import type { Account } from '~/domain/accounts/account'
import { countOpenEnquiries } from '~/domain/enquiries/enquiries.server'
import { pagePath, takeInterrupted } from '~/domain/interrupted-forms/interrupted-forms.server'
import { usePlaceholder } from '~/routes/parts/portal/placeholder'
import { Section } from '~/routes/parts/portal/section'
import { keepOwnToken } from '~/ui/api-client'
import { Button } from '~/ui/button'
import { ErrorPage } from '~/ui/error-page'
import { requireForTutors } from '~/ui/for-tutors'
import { PortalFrame } from '~/ui/frame'
import { frameLoader } from '~/ui/frame-loader'
import { Icon } from '~/ui/icon'
import { LoggedOut, LogOutFailed, useLogOut } from '~/ui/log-out'
import { Container } from '~/ui/page'
import { pageTitle } from '~/ui/page-title'
import { useCentre } from '~/ui/root-data'
import { Waiting } from '~/ui/skeleton'
import { type Tab, TabLinks } from '~/ui/tab-links'
import type { Role } from '~db/choices'

export async function loader(args: LoaderFunctionArgs) {
  const { user } = await requireUser(args)
  const interrupted = await takeInterrupted(args.context.db, user.id, pagePath(new URL(args.request.url)))
  const waiting = user.role === 'tutor' ? await countOpenEnquiries(args.context.db) : 0
  return { user, interrupted, waiting }
}

const frame = frameLoader<Awaited<ReturnType<typeof loader>>>()
export async function clientLoader(args: ClientLoaderFunctionArgs) {
  const known = await frame.clientLoader(args)
  if (known.user.role === 'tutor') requireForTutors(args.request)
  return known
}
export { shouldRevalidate } from '~/ui/frame-loader'
export const meta = pageTitle('')

/** The tabs for everyone, then those for tutors only; `waiting` is how many enquiries nobody has answered. */
function tabsFor(role: Role, shortName: string, waiting: number): Tab[] {
  const everyone: Tab[] = [
    { to: '/dashboard', label: 'My Files', symbol: 'files' },
    { to: '/dashboard/timetable', label: `${shortName} Timetable`, symbol: 'timetable' },
    { to: '/dashboard/calendar', label: 'Calendar', symbol: 'calendar' },
    { to: '/dashboard/notices', label: 'Notices', symbol: 'notices' },
  ]
  const tutors: Tab[] = [
    { to: '/dashboard/newsletter', label: 'Newsletter', symbol: 'newsletter' },
    { to: '/dashboard/resources', label: 'Resources', symbol: 'resources' },
    { to: '/dashboard/board', label: 'Board', symbol: 'board' },
    {
      to: '/dashboard/profile',
      label: 'Profile',
      symbol: 'profile',
      waiting:
        waiting > 0
          ? { number: waiting, words: waiting === 1 ? 'enquiry to answer' : 'enquiries to answer' }
          : undefined,
    },
  ]
  return role === 'tutor' ? [...everyone, ...tutors] : everyone
}

function Header({ welcome, logOut: { outcome, submit } }: { welcome: string; logOut: ReturnType<typeof useLogOut> }) {
  return (
    <header className="border-b border-line bg-white">
      <Container className="grid grid-cols-[1fr_auto] items-center gap-x-4 gap-y-3 py-4 tiny:grid-cols-1 sm:grid-cols-[auto_1fr_auto]">
        <Link
          to="/"
          reloadDocument
          className="min-w-[3.5rem] justify-self-start text-ink no-underline"
          aria-label="Home page"
        >
          <img src="/pictures/logo.svg" alt="" width={64} height={64} className="h-14 w-14" />
        </Link>
        <div className="order-last col-span-2 tiny:col-span-1 sm:order-none sm:col-span-1">
          <h1 className="text-h2">Student Portal Dashboard</h1>
          <p>{welcome}</p>
        </div>
        <div className="no-print flex flex-wrap items-center justify-end tiny:justify-start gap-x-4 gap-y-2 sm:gap-x-6">
          <Link
            to="/dashboard/password"
            className="flex min-h-control w-min items-center text-right text-small font-bold leading-tight tiny:w-auto sm:w-auto sm:text-body"
          >
            Your password
          </Link>
          <Form method="post" action="/portal" reloadDocument onSubmit={submit}>
            <input type="hidden" name="intent" value="log-out" />
            <Button look="secondary" busy={outcome === 'leaving'}>
              <Icon name="log-out" className="h-6 w-6" />
              {outcome === 'leaving' ? 'Logging out...' : 'Log Out'}
            </Button>
          </Form>
        </div>
        {outcome === 'failed' && <LogOutFailed />}
      </Container>
    </header>
  )
}

/** The portal around a tab: the user's name, the tabs of their role, the log-out. */
function Dashboard({ user, waiting, children }: { user: Account; waiting: number; children: ReactNode }) {
  const { shortName } = useCentre()
  const { pathname } = useLocation()
  const tabs = tabsFor(user.role, shortName, waiting)
  const underTab = tabs.find((tab) => tab.to !== '/dashboard' && pathname.startsWith(tab.to))
  const current = pathname.startsWith('/dashboard/password') ? undefined : (underTab ?? tabs[0])
  const logOut = useLogOut()
  const { placeholder, inSection } = usePlaceholder()
  const welcome =
    user.role === 'student' ? 'Welcome to the student portal' : `Welcome, ${user.firstName || user.username || 'User'}`
  if (logOut.outcome === 'done')
    return (
      <PortalFrame header={null}>
        <LoggedOut />
      </PortalFrame>
    )
  return (
    <PortalFrame header={<Header welcome={welcome} logOut={logOut} />} isTutor={user.role === 'tutor'}>
      <Container className="py-6">
        <TabLinks tabs={tabs} current={current?.to} label="Portal">
          {!placeholder && <Waiting />}
          {user.role === 'tutor' && !(placeholder && !inSection) ? (
            <Section pathname={pathname}>{placeholder ?? children}</Section>
          ) : (
            (placeholder ?? children)
          )}
        </TabLinks>
      </Container>
    </PortalFrame>
  )
}

export default function DashboardLayout() {
  const { user, waiting } = frame.useKept()
  useEffect(() => {
    // Without a response the token stays; the calls that send it report what is wrong.
    void keepOwnToken(user).catch(() => undefined)
  }, [user])
  return (
    <Dashboard user={user} waiting={waiting}>
      <Outlet />
    </Dashboard>
  )
}

/** An error in a tab leaves the rest of the portal in place, as long as the user is known. */
export function ErrorBoundary() {
  const known = useRouteLoaderData<typeof loader>('routes/dashboard/layout')
  if (known)
    return (
      <Dashboard user={known.user} waiting={known.waiting}>
        <ErrorPage />
      </Dashboard>
    )
  return (
    <PortalFrame header={null}>
      <ErrorPage alone />
    </PortalFrame>
  )
}
