import { Outlet, useLocation, useNavigation } from '@remix-run/react'
import { ExampleNote, PreviewNote } from '~/routes/parts/website/site-notes'
import { pageTitle } from '~/ui/browser/page-title'
import { ErrorPage } from '~/ui/error-page'
import { SiteFrame } from '~/ui/frame'
import { Waiting } from '~/ui/lists/skeleton'

export const meta = pageTitle('')

/** What a page that is long on its way says; the Directors' tabs say it themselves. */
function NextPage() {
  const { location } = useNavigation()
  const { pathname } = useLocation()
  const next = location?.pathname
  if (next === pathname) return null
  return <Waiting words={next === '/achievements' ? 'Loading achievements...' : undefined} />
}

export default function SiteLayout() {
  return (
    <SiteFrame>
      <PreviewNote />
      <NextPage />
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
