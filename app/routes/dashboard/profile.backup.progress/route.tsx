import { data } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { findUnmetRequest } from '~/backups/backup-status.server'
import { createPageLoader } from '~/http/forms/pages.server'
import { paths } from '~/paths'
import { listBackupFacts } from '~/routes/parts/backup/backup-facts'
import { defineScreen } from '~/screen'
import { Card } from '~/ui/card'
import { Link } from '~/ui/link'
import { FactList } from '~/ui/lists/table'
import { BackLink } from '~/ui/portal/back-link'

export const handle = defineScreen({ access: 'tutor', bundle: 'records', title: 'Making a backup', scripts: false })

const PROGRESS_PAGE = paths.dashboard.profile.backup.progress
/** Reload interval in seconds. */
const REFRESH_SECONDS = 5

/**
 * The Refresh header reloads the page, so the page has no form and no scripts: the reload would still happen after a navigation by
 * script, and discard the text typed on the next screen.
 */
export const loader = createPageLoader(async ({ request, context }) => {
  const backups = context.backupStatus.byHand
  const backupRequest = backups?.request() ?? null
  const isPaused = new URL(request.url).searchParams.has('still')
  const newest = await backups?.newest()
  const progress = {
    isUnderWay: backups?.isUnderWay() ?? false,
    isPaused,
    words: backups?.progress() ?? 'Starting soon …',
    isAgain: backupRequest?.ended === null && backupRequest.tries > 1,
    failed: findUnmetRequest(backupRequest, newest?.at ?? null)?.failed ?? null,
    newest: newest ? { at: newest.at, bytes: newest.bytes, lacks: newest.lacks } : null,
  }
  return data(progress, { headers: progress.isUnderWay && !isPaused ? { Refresh: String(REFRESH_SECONDS) } : {} })
})

export const headers = ({ loaderHeaders }: { loaderHeaders: Headers }) => loaderHeaders

export { pageMeta as meta } from '~/ui/browser/page-meta'

export default function BackupProgress() {
  const { isUnderWay } = useLoaderData<typeof loader>()
  return (
    <>
      <BackLink to={paths.dashboard.profile.backup.index}>Back to Backup</BackLink>
      <h2>Making a backup</h2>
      <Card className="mt-6 max-w-3xl">{isUnderWay ? <RunningBackup /> : <FinishedBackup />}</Card>
    </>
  )
}

function RunningBackup() {
  const { isPaused, words, isAgain } = useLoaderData<typeof loader>()
  return (
    <>
      <p className="font-bold">{words}</p>
      {isAgain && <p className="mt-2">The website stopped before the backup was done, so we started again.</p>}
      <p className="mt-2">You can leave this page. The backup will continue.</p>
      {isPaused ? (
        <p className="mt-6">
          <ProgressLink to={`${PROGRESS_PAGE}?still`}>Check progress</ProgressLink>
        </p>
      ) : (
        <p className="mt-6">
          This page updates every {REFRESH_SECONDS} seconds.{' '}
          <ProgressLink to={`${PROGRESS_PAGE}?still`}>Stop updating</ProgressLink>
        </p>
      )}
    </>
  )
}

const ProgressLink = ({ to, children }: { to: string; children: string }) => (
  <Link to={to} reloadDocument className="inline-flex min-h-target items-center font-bold">
    {children}
  </Link>
)

function FinishedBackup() {
  const { failed, newest } = useLoaderData<typeof loader>()
  if (failed)
    return (
      <>
        <p className="font-bold">The backup failed: {failed}</p>
        <p className="mt-2">Please tell the person who looks after the website. Nothing else is lost.</p>
      </>
    )
  if (!newest) return <p>No backup is being made, and there is no backup yet.</p>
  return (
    <>
      <p className="font-bold">The backup is ready.</p>
      <FactList facts={listBackupFacts(newest)} />
    </>
  )
}
