import { useRouteLoaderData } from '@remix-run/react'
import type { Account } from '~/domain/accounts/account'
import type { InterruptedForm } from '~/domain/interrupted-forms/interrupted-forms.server'
import type { Tab } from '~/ui/portal/tab-links'

interface PortalData {
  user: Account
  tabs: readonly Tab[]
  interrupted: InterruptedForm | null
}

/** The data of the portal's layout; undefined outside the portal, and if it could not be read. */
export function usePortalData(): PortalData | undefined {
  return useRouteLoaderData('routes/dashboard/layout') as PortalData | undefined
}

/** The name of the portal's first page: 'Today' for a student who hid their files there, otherwise 'My Files'. */
export function useFirstTabLabel(): string {
  const portal = usePortalData()
  if (!portal) return 'My Files'
  // A student who sees only today has no tabs.
  return portal.tabs[0]?.label ?? 'Today'
}
