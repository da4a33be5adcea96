import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { getSession, getTutor } from '~/auth/identity.server'
import { confirmIdentity, findRequiredProof } from '~/auth/second-step.server'
import { findUnmetRequest } from '~/backups/request.server'
import type { Tutor } from '~/domain/accounts/account'
import { type BackupTask, backupTask } from '~/domain/accounts/schema'
import { Refused } from '~/domain/refused'
import { handleSubmission, parseForm } from '~/http/forms/form.server'
import { readSubmission } from '~/http/forms/idempotency.server'
import { createPageLoader } from '~/http/forms/pages.server'
import { paths } from '~/paths'
import { backupFacts } from '~/routes/parts/backup/backup-facts'
import { grant, type Taken } from '~/routes/parts/backup/grants.server'
import { defineScreen } from '~/screen'
import { Button } from '~/ui/button'
import { formatDateTime } from '~/ui/dates'
import { useSiteForm, ValidatedForm } from '~/ui/forms/form'
import { OwnProofFields } from '~/ui/forms/own-proof'
import { Link } from '~/ui/link'
import { FactList } from '~/ui/lists/facts'
import { SectionCard } from '~/ui/section-card'

export const handle = defineScreen({
  access: 'tutor',
  title: 'Backup',
  tab: { label: 'Backup', symbol: 'download', place: 6 },
})

const PROGRESS = paths.dashboard.profile.backup.progress

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

export async function action(args: ActionFunctionArgs) {
  const tutor = getTutor(args)
  const { context } = args
  return handleSubmission(parseForm(await readSubmission(args), backupTask), async ({ task, ...proof }) => {
    await confirmIdentity(context, tutor, proof)
    return tasks[task](args, tutor)
  })
}

async function make({ context }: ActionFunctionArgs, tutor: Tutor) {
  const backups = context.backupStatus.byHand
  if (!backups) throw new Refused(409, 'This server makes no backups. Please ask whoever looks after the website.')
  await backups.begin(tutor)
  return redirect(PROGRESS, { status: 303 })
}

async function download(args: ActionFunctionArgs) {
  if (!(await args.context.backupStatus.byHand?.newest())) throw new Refused(409, 'There is no backup to download yet.')
  return take(args, 'download')
}

function take(args: ActionFunctionArgs, what: Taken) {
  grant(getSession(args).id, what)
  return redirect(paths.dashboard.profile.backup.file, { status: 303 })
}

const tasks = { make, download, website: (args: ActionFunctionArgs) => take(args, 'website') }

export { pageMeta as meta } from '~/ui/browser/page-meta'
export { clientAction, shouldRevalidate } from '~/ui/forms/post'

export default function Backup() {
  const { proof } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()?.result
  const [form, fields] = useSiteForm<BackupTask>({ id: 'backup', result })
  return (
    <>
      <h2>Backup</h2>
      <div className="mt-6 grid items-start gap-8 lg:grid-cols-[1fr_2fr]">
        <Last />
        <SectionCard id="task" title="Make a backup, or download one">
          <p className="mt-2 max-w-measure">
            A backup holds all that people have here: files, messages, names. Keep it where only people you trust can
            reach it, and delete it when you need it no longer. The download is the last whole backup.
          </p>
          <p className="mt-2 max-w-measure">
            The website alone is the words and pictures of the public pages, with nobody’s data. A new website can begin
            with it.
          </p>
          <ValidatedForm form={form} failure="That did not work" once={false} reloadDocument className="mt-6 space-y-6">
            <OwnProofFields fields={fields} asked={proof} />
            <div className="flex flex-wrap gap-4">
              <Button>Make a backup now</Button>
              <Button name="task" value="download" variant="secondary">
                Download the last backup
              </Button>
              <Button name="task" value="website" variant="secondary">
                Download the website alone
              </Button>
            </div>
          </ValidatedForm>
        </SectionCard>
      </div>
    </>
  )
}

function Last() {
  const { newest, isUnderWay, failed, unmet, hourly } = useLoaderData<typeof loader>()
  return (
    <SectionCard id="last" title="The last backup">
      {isUnderWay && (
        <p className="mt-2 font-bold">
          One is being made now.{' '}
          <Link to={PROGRESS} reloadDocument className="inline-flex min-h-target items-center">
            See how far it is
          </Link>
        </p>
      )}
      {failed && <p className="mt-2 font-bold">The last try did not work: {failed}</p>}
      {unmet && unmet.failed !== failed && (
        <p className="mt-2 font-bold">
          The one asked for on {formatDateTime(unmet.at)} could not be made: {unmet.failed}
        </p>
      )}
      {newest ? <FactList facts={backupFacts(newest)} /> : <p className="mt-2">There is none yet.</p>}
      {hourly && (
        <>
          <h4 className="mt-6 text-body">Every hour</h4>
          <p className="mt-2">
            {hourly.currentAt
              ? `Everything is saved up to ${formatDateTime(hourly.currentAt)}. `
              : 'Nothing has been saved yet. '}
            The website saves what is new once an hour.
          </p>
        </>
      )}
      <p className="mt-6">
        Only whoever looks after the server can put a backup back, since it replaces everything that was done after it.
      </p>
    </SectionCard>
  )
}
