import { Outlet } from '@remix-run/react'
import { ErrorPage } from '~/ui/error-page'
import { SiteFrame } from '~/ui/frame'

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
