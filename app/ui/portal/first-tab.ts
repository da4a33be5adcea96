import { useRouteLoaderData } from '@remix-run/react'
import type { Tab } from './tab-links'

/** The name of the portal's first page: 'Today' for a student who hid their files there, otherwise 'My Files'. */
export function useFirstTabLabel(): string {
  const portal = useRouteLoaderData('routes/dashboard/layout') as { tabs: readonly Tab[] } | undefined
  if (!portal) return 'My Files'
  // A student who sees only today has no tabs.
  return portal.tabs[0]?.label ?? 'Today'
}
