import { Outlet } from '@remix-run/react'
import { ErrorPage } from '~/ui/error-page'
import { SiteFrame } from '~/ui/frame'
import { pageTitle } from '~/ui/page-title'

export const meta = pageTitle('')

export default function SiteLayout() {
  return (
    <SiteFrame>
      <Outlet />
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
