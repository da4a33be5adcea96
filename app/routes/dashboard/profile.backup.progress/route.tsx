import { data } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { findUnmetRequest } from '~/backups/request.server'
import { createPageLoader } from '~/http/forms/pages.server'
import { paths } from '~/paths'
import { backupFacts } from '~/routes/parts/backup/backup-facts'
import { defineScreen } from '~/screen'
import { Card } from '~/ui/card'
import { Link } from '~/ui/link'
import { FactList } from '~/ui/lists/facts'
import { BackLink } from '~/ui/portal/back-link'

export const handle = defineScreen({ access: 'tutor', title: 'Making a backup', scripts: false })

const HERE = paths.dashboard.profile.backup.progress
/** In seconds. */
const AGAIN = 5

/**
 * How far a backup is. The browser loads the page again by itself (the header Refresh), so it has no form, and no scripts: after a
 * navigation by script the reload would still come, and take what is typed on the next screen.
 */
export const loader = createPageLoader(async ({ request, context }) => {
  const backups = context.backupStatus.byHand
  const requested = backups?.request() ?? null
  const isStill = new URL(request.url).searchParams.has('still')
  const newest = await backups?.newest()
  const shown = {
    isUnderWay: backups?.isUnderWay() ?? false,
    isStill,
    words: backups?.progress() ?? 'It begins in a moment …',
    isAgain: requested?.ended === null && requested.tries > 1,
    failed: findUnmetRequest(requested, newest?.at ?? null)?.failed ?? null,
    newest: newest ? { at: newest.at, bytes: newest.bytes, lacks: newest.lacks } : null,
  }
  return data(shown, { headers: shown.isUnderWay && !isStill ? { Refresh: String(AGAIN) } : {} })
})

export const headers = ({ loaderHeaders }: { loaderHeaders: Headers }) => loaderHeaders

export { pageMeta as meta } from '~/ui/browser/page-meta'

export default function BackupProgress() {
  const { isUnderWay } = useLoaderData<typeof loader>()
  return (
    <>
      <BackLink to={paths.dashboard.profile.backup.index}>Back to Backup</BackLink>
      <h2>Making a backup</h2>
      <Card className="mt-6 max-w-3xl">{isUnderWay ? <UnderWay /> : <Over />}</Card>
    </>
  )
}

function UnderWay() {
  const { isStill, words, isAgain } = useLoaderData<typeof loader>()
  return (
    <>
      <p className="font-bold">{words}</p>
      {isAgain && <p className="mt-2">The website was stopped before it was done, so we began again.</p>}
      <p className="mt-2">You can leave this page. The backup goes on.</p>
      {isStill ? (
        <p className="mt-6">
          <Look to={`${HERE}?still`}>See how far it is now</Look>
        </p>
      ) : (
        <p className="mt-6">
          This page updates every {AGAIN} seconds. <Look to={`${HERE}?still`}>Stop updating</Look>
        </p>
      )}
    </>
  )
}

const Look = ({ to, children }: { to: string; children: string }) => (
  <Link to={to} reloadDocument className="inline-flex min-h-target items-center font-bold">
    {children}
  </Link>
)

function Over() {
  const { failed, newest } = useLoaderData<typeof loader>()
  if (failed)
    return (
      <>
        <p className="font-bold">The backup could not be made: {failed}</p>
        <p className="mt-2">Please tell whoever looks after the website. Nothing else is lost.</p>
      </>
    )
  if (!newest) return <p>No backup is being made, and there is none yet.</p>
  return (
    <>
      <p className="font-bold">The backup is ready.</p>
      <FactList facts={backupFacts(newest)} />
    </>
  )
}
