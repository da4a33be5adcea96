import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { getSession } from '~/auth/identity.server'
import { confirmIdentity, findRequiredProof } from '~/auth/second-step.server'
import { findUnmetRequest } from '~/backups/backup-status.server'
import type { Tutor } from '~/domain/accounts/account'
import { type BackupTask, backupTask } from '~/domain/accounts/schema'
import { Refused } from '~/domain/refused'
import { handleSubmission, parseForm } from '~/http/forms/form.server'
import { readSubmission } from '~/http/forms/idempotency.server'
import { createPageAction, createPageLoader } from '~/http/forms/pages.server'
import { paths } from '~/paths'
import { listBackupFacts } from '~/routes/parts/backup/backup-facts'
import { type DownloadKind, grantDownload } from '~/routes/parts/backup/grants.server'
import { defineScreen } from '~/screen'
import { Button } from '~/ui/button'
import { formatDateTime } from '~/ui/dates'
import { useSiteForm, ValidatedForm } from '~/ui/forms/form'
import { OwnProofFields } from '~/ui/forms/own-proof'
import { Link } from '~/ui/link'
import { FactList } from '~/ui/lists/table'
import { SectionCard } from '~/ui/section-card'

export const handle = defineScreen({
  access: 'tutor',
  bundle: 'records',
  title: 'Backup',
  tab: { label: 'Backup', place: 6 },
})

const PROGRESS_PAGE = paths.dashboard.profile.backup.progress

export const loader = createPageLoader(async ({ context, tutor }) => {
  const { last, byHand: backups } = context.backupStatus
  const newest = await backups?.newest()
  return {
    proof: await findRequiredProof(context, tutor),
    newest: newest ? { at: newest.at, bytes: newest.bytes, lacks: newest.lacks } : null,
    isUnderWay: backups?.isUnderWay() ?? false,
    failed: last?.reason ?? null,
    unmet: findUnmetRequest(backups?.request() ?? null, newest?.at ?? null),
    hourly: last?.isHourly ? { currentAt: last.currentAt } : null,
  }
})

export const action = createPageAction(async (args) => {
  const tutor = args.tutor
  const { context } = args
  return handleSubmission(parseForm(await readSubmission(args), backupTask), async ({ task, ...proof }) => {
    await confirmIdentity(context, tutor, proof)
    return taskHandlers[task](args, tutor)
  })
})

async function makeBackup({ context }: ActionFunctionArgs, tutor: Tutor) {
  const backups = context.backupStatus.byHand
  if (!backups)
    throw new Refused('conflict', 'This server makes no backups. Please ask the person who looks after the website.')
  await backups.begin(tutor)
  return redirect(PROGRESS_PAGE, { status: 303 })
}

async function downloadBackup(args: ActionFunctionArgs) {
  if (!(await args.context.backupStatus.byHand?.newest()))
    throw new Refused('conflict', 'There is no backup to download yet.')
  return startDownload(args, 'download')
}

function startDownload(args: ActionFunctionArgs, kind: DownloadKind) {
  grantDownload(getSession(args).id, kind)
  return redirect(paths.dashboard.profile.backup.file, { status: 303 })
}

const taskHandlers = {
  make: makeBackup,
  download: downloadBackup,
  website: (args: ActionFunctionArgs) => startDownload(args, 'website'),
}

export { pageMeta as meta } from '~/ui/browser/page-meta'
export { ErrorPage as ErrorBoundary } from '~/ui/error-page'
export { clientAction, shouldRevalidate } from '~/ui/forms/post'

export default function BackupPage() {
  const { proof } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()?.result
  const [form, fields] = useSiteForm<BackupTask>({ id: 'backup', result })
  return (
    <>
      <h2>Backup</h2>
      <div className="mt-6 grid items-start gap-8 lg:grid-cols-[1fr_2fr]">
        <LastBackup />
        <SectionCard id="task" title="Make or download a backup">
          <p className="mt-2 max-w-measure">
            A backup holds everything here: files, messages and names. Keep it where only people you trust can reach it.
            Delete it when you no longer need it. You download the last complete backup.
          </p>
          <p className="mt-2 max-w-measure">
            ‘Website only’ is the words and pictures of the public pages, without personal data. You can start a new
            website with it.
          </p>
          <ValidatedForm
            form={form}
            failure="That did not work"
            hasIdempotencyKey={false}
            reloadDocument
            className="mt-6 space-y-6"
          >
            <OwnProofFields fields={fields} request={proof} />
            <div className="flex flex-wrap gap-4">
              <Button>Make a backup now</Button>
              <Button name="task" value="download" variant="secondary">
                Download the last backup
              </Button>
              <Button name="task" value="website" variant="secondary">
                Download the website only
              </Button>
            </div>
          </ValidatedForm>
        </SectionCard>
      </div>
    </>
  )
}

function LastBackup() {
  const { newest, isUnderWay, failed, unmet, hourly } = useLoaderData<typeof loader>()
  return (
    <SectionCard id="last" title="Last backup">
      {isUnderWay && (
        <p className="mt-2 font-bold">
          A backup is being made now.{' '}
          <Link to={PROGRESS_PAGE} reloadDocument className="inline-flex min-h-target items-center">
            Check progress
          </Link>
        </p>
      )}
      {failed && <p className="mt-2 font-bold">The last backup failed: {failed}</p>}
      {unmet && unmet.failed !== failed && (
        <p className="mt-2 font-bold">
          The backup requested on {formatDateTime(unmet.at)} failed: {unmet.failed}
        </p>
      )}
      {newest ? <FactList facts={listBackupFacts(newest)} /> : <p className="mt-2">There is no backup yet.</p>}
      {hourly && (
        <>
          <h4 className="mt-6 text-body">Hourly backup</h4>
          <p className="mt-2">
            {hourly.currentAt
              ? `Everything up to ${formatDateTime(hourly.currentAt)} is saved. `
              : 'Nothing has been saved yet. '}
            The website saves new changes every hour.
          </p>
        </>
      )}
      <p className="mt-6">
        Only the person who looks after the server can restore a backup. Restoring replaces everything that was done
        since then.
      </p>
    </SectionCard>
  )
}
