import { Link, Outlet, useLocation, useMatches, useNavigation } from '@remix-run/react'
import type { ReactNode } from 'react'
import { paths } from '~/paths'
import { useSiteNotes } from '~/routes/parts/website/example-mark'
import { defineScreen, type ScreenDefinition } from '~/screen'
import { useCentre } from '~/ui/browser/root-data'
import { ErrorPage } from '~/ui/error-page'
import { Frame } from '~/ui/frame'
import { SlowNavigationNotice } from '~/ui/lists/skeleton'
import { Container } from '~/ui/site/page'
import { SiteFooter } from '~/ui/site/site-footer'
import { SiteHeader } from '~/ui/site/site-header'

/** Whether the page's screen is a task (screen.ts). */
function useIsTask(): boolean {
  return useMatches().some(({ handle, data }) => {
    const isTask = (handle as ScreenDefinition<unknown> | undefined)?.isTask
    return typeof isTask === 'function' ? isTask(data) : isTask
  })
}

function SiteFrame({ children }: { children: ReactNode }) {
  const { name, phone } = useCentre()
  return (
    <Frame header={<SiteHeader />} footer={<SiteFooter isShort={useIsTask()} />}>
      <p className="hidden border-b border-line pb-2 font-bold print:block">
        {name}, {phone}
      </p>
      {children}
    </Frame>
  )
}

export const handle = defineScreen({ access: {}, cache: 'public' })

export { publicMeta as meta } from '~/ui/site/public-meta'

/** The loading text of a slow page. The Directors' tabs have their own. */
function PendingPage() {
  const { location } = useNavigation()
  const { pathname } = useLocation()
  const next = location?.pathname
  if (next === pathname) return null
  return <SlowNavigationNotice words={next === paths.achievements ? 'Loading achievements...' : undefined} />
}

export default function SiteLayout() {
  // The settings of a logged-in person are within the portal.
  const isPortalScreen = useMatches().some(({ data }) => (data as { portal?: unknown } | undefined)?.portal)
  if (isPortalScreen) return <Outlet />
  return (
    <SiteFrame>
      <PreviewNote />
      <PendingPage />
      <Outlet />
      <ExampleNote />
    </SiteFrame>
  )
}

export function ErrorBoundary() {
  return (
    <SiteFrame>
      <ErrorPage />
    </SiteFrame>
  )
}

function PreviewNote() {
  const preview = useSiteNotes()?.preview
  if (!preview) return null
  const { page, drafts, version } = preview
  const { website } = paths.dashboard.profile
  return (
    <aside aria-label="Preview" className="no-print border-b-4 border-sun bg-amber-tint py-3 text-ink">
      <Container className="flex flex-wrap items-center justify-between gap-x-8 gap-y-1">
        <p>
          <span className="font-bold">Only you can see this. </span>
          {version !== null
            ? `This is version ${version} of the page.`
            : drafts.length > 0
              ? `Not published yet: ${drafts.join(', ')}.`
              : 'Everything on this page is published.'}
        </p>
        <Link
          to={version === null ? website.page(page) : website.versions(page)}
          className="inline-flex min-h-target items-center font-bold"
        >
          Back to the editor
        </Link>
      </Container>
    </aside>
  )
}

/** On a website without a set-up; after one, each example says so itself (parts/website/example-mark.tsx). */
function ExampleNote() {
  if (!useSiteNotes()?.hasExamples) return null
  return (
    <p className="mt-auto bg-paper px-4 py-3 text-center text-small text-ink-soft">
      Some words on this page are examples.
    </p>
  )
}
