import type { LoaderFunctionArgs } from '@remix-run/node'
import { Outlet, useRouteLoaderData } from '@remix-run/react'
import { useEffect } from 'react'
import { getUser } from '~/auth/identity.server'
import { takeInterruptedForm } from '~/auth/interrupted.server'
import { listAccessNotices } from '~/domain/accounts/access-notices.server'
import { isTutor } from '~/domain/accounts/account'
import { countOpenEnquiries } from '~/domain/enquiries/enquiries.server'
import { findShownParts } from '~/domain/portal-view/portal-view.server'
import { log } from '~/log.server'
import { PortalScreen } from '~/routes/parts/portal/portal-screen'
import { getPortalTabs } from '~/routes/parts/portal/portal-tabs.server'
import { defineScreen } from '~/screen'
import { clearOtherUsersData } from '~/ui/browser/api-client'
import { createFrameLoader } from '~/ui/browser/frame-loader'
import { ErrorPage } from '~/ui/error-page'
import { PortalFrame } from '~/ui/portal/portal-frame'

export const handle = defineScreen({ access: { loader: 'user' }, scripts: true })

export async function loader(args: LoaderFunctionArgs) {
  const user = getUser(args)
  const interrupted = await takeInterruptedForm(args, user)
  const { db, subTabs = [], settings } = args.context
  const { centre } = settings
  if (!isTutor(user)) {
    const parts = await readOrDefault(findShownParts(db, user), null, 'failed to read what a student sees')
    const tabs = getPortalTabs(user.role, centre, parts)
    return { user, interrupted, waiting: 0, accessNotices: [], subTabs: [], tabs }
  }
  return {
    user,
    interrupted,
    tabs: getPortalTabs(user.role, centre),
    waiting: await readOrDefault(countOpenEnquiries(db, user), 0, 'failed to count the open enquiries'),
    subTabs,
    accessNotices: await readOrDefault(listAccessNotices(db, user), [], 'failed to read the access notices'),
  }
}

/** Logs `failure` and returns `fallback` if `read` fails: the portal around a screen must render anyway. */
async function readOrDefault<Read>(read: Promise<Read>, fallback: Read, failure: string): Promise<Read> {
  try {
    return await read
  } catch (error) {
    log.error({ err: error }, failure)
    return fallback
  }
}

type PortalData = Awaited<ReturnType<typeof loader>>
const frame = createFrameLoader<PortalData>()
export const clientLoader = frame.clientLoader
export { shouldRevalidate } from '~/ui/browser/frame-loader'
export { pageMeta as meta } from '~/ui/browser/page-meta'

export default function DashboardLayout() {
  const portalData = frame.useServedData()
  useEffect(() => {
    // On failure the token stays, and API calls that send it report the problem.
    void clearOtherUsersData(portalData.user).catch(() => undefined)
  }, [portalData.user])
  return (
    <PortalScreen {...portalData}>
      <Outlet />
    </PortalScreen>
  )
}

/** An error in a tab leaves the rest of the portal in place if the user is known. */
export function ErrorBoundary() {
  const portalData = useRouteLoaderData<typeof loader>('routes/dashboard/layout')
  if (portalData)
    return (
      <PortalScreen {...portalData}>
        <ErrorPage />
      </PortalScreen>
    )
  return (
    <PortalFrame header={null}>
      <ErrorPage isAlone />
    </PortalFrame>
  )
}
