import { useActionData, useLoaderData } from '@remix-run/react'
import { useEffect, useRef } from 'react'
import {
  type AdjustableCategory,
  adjustableCategories,
  backupPeriods,
  formatRemovedCount,
  formatRetentionPeriod,
  getRetentionBounds,
  isAdjustable,
  type RetentionCategory,
  type RetentionMonths,
  retentionCategories,
  retentionPeriods,
} from '~/content/retention-terms'
import { formatFullName } from '~/domain/accounts/account'
import { toChange } from '~/domain/change.server'
import { formatDate, formatIsoDay, getToday } from '~/domain/events/days'
import {
  changeRetention,
  describeImmediateRemoval,
  describeRetentionPeriods,
  listNextRemovals,
  listWaitingForExport,
  type NextRemoval,
  readRetention,
} from '~/domain/retention/retention.server'
import { type RetentionPeriodsEdit, retentionPeriodsEdit } from '~/domain/retention/schema'
import { type FormResult, handleSubmission, parseForm } from '~/http/forms/form.server'
import { readSubmission } from '~/http/forms/idempotency.server'
import { redirectWithMessage } from '~/http/forms/message.server'
import { createPageAction, createPageLoader } from '~/http/forms/pages.server'
import { paths } from '~/paths'
import { defineScreen } from '~/screen'
import { ButtonLink } from '~/ui/button'
import { TextField } from '~/ui/forms/field'
import { useSiteForm } from '~/ui/forms/form'
import { PostForm } from '~/ui/forms/post-form'
import { RecordForm } from '~/ui/forms/record-form'
import { SubmitButton } from '~/ui/forms/submit-button'
import { Link } from '~/ui/link'
import { FactList } from '~/ui/lists/table'
import { SectionCard } from '~/ui/section-card'

export const handle = defineScreen({
  access: 'tutor',
  bundle: 'records',
  title: 'How long we keep things',
  tab: { label: 'How long we keep things', place: 7 },
})

const RETENTION_PAGE = paths.dashboard.profile.retention

export const loader = createPageLoader(async ({ db, tutor }) => {
  const retention = await readRetention(db, tutor)
  return {
    retention,
    today: formatIsoDay(getToday()),
    next: await listNextRemovals(db, tutor, retention),
    waiting: await listWaitingForExport(db, tutor, retention),
  }
})

/** Saves the periods. If they would remove something at once, the tutor must confirm first. */
export const action = createPageAction(async (args) => {
  const tutor = args.tutor
  const { db } = args.context
  return handleSubmission(
    parseForm(await readSubmission(args), retentionPeriodsEdit),
    async ({ confirmed, version, ...terms }) => {
      const removals = confirmed ? [] : await describeImmediateRemoval(db, tutor, terms)
      if (removals.length > 0) return { confirmation: { terms, version, removals } }
      await changeRetention(db, tutor, toChange({ ...terms, version }))
      return redirectWithMessage(args.context, RETENTION_PAGE, {
        kind: 'success',
        title: 'Periods updated',
        text: 'The privacy page now shows these periods.',
      })
    },
    { descriptions: describeRetentionPeriods },
  )
})

export { pageMeta as meta } from '~/ui/browser/page-meta'
export { ErrorPage as ErrorBoundary } from '~/ui/error-page'
export { clientAction, shouldRevalidate } from '~/ui/forms/post'

export default function Retention() {
  const { retention, waiting } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  if (answer && 'confirmation' in answer) return <RemovalConfirmation {...answer.confirmation} />
  return (
    <>
      <h2>How long we keep things</h2>
      <p className="mt-2 max-w-measure">
        We keep things for the periods below. Then the website removes them. Each removal is in the{' '}
        <Link to={`${paths.dashboard.profile.activity}?about=retention`}>activity log</Link>, without names. The{' '}
        <Link to={paths.privacy}>privacy page</Link> shows the same periods.
      </p>
      <div className="mt-6 grid items-start gap-8 lg:grid-cols-2">
        <div className="space-y-8">
          {retention.held.length > 0 && <UnconfirmedPeriods />}
          {waiting.length > 0 && <FilesToExport />}
          <PeriodsForm key={retention.version} answer={answer && 'result' in answer ? answer : undefined} />
        </div>
        <FixedPeriods />
      </div>
    </>
  )
}

/** Periods that no tutor has confirmed yet. Until then they remove nothing. */
function UnconfirmedPeriods() {
  const { held } = useLoaderData<typeof loader>().retention
  return (
    <SectionCard id="held-heading" title="Please check these periods and save them">
      <p className="mt-2">
        Until then, we will not remove any of these:{' '}
        {held.map((what) => retentionPeriods[what].label.toLowerCase()).join(', ')}. They are new, or came from a
        restored backup.
      </p>
    </SectionCard>
  )
}

function PeriodsForm({ answer }: { answer?: FormResult }) {
  const { retention, next, today } = useLoaderData<typeof loader>()
  const { terms, version, held } = retention
  const [form, fields] = useSiteForm<RetentionPeriodsEdit>({
    id: 'terms',
    result: answer?.result,
    defaultValue: { ...terms, version },
    rules: () => import('~/domain/retention/schema').then(({ retentionPeriodsEdit: termsEdit }) => termsEdit),
  })
  return (
    <SectionCard id="terms-heading" title="Periods you can change">
      <RecordForm
        form={form}
        version={fields.version}
        answer={answer}
        failure="Failed to save the periods"
        submitLabel="Save"
        pendingLabel="Saving..."
        className="mt-4 space-y-6"
      >
        {adjustableCategories.map((what) => (
          <TextField
            key={what}
            field={fields[what]}
            required
            label={formatLabel(what)}
            hint={`${retentionPeriods[what].since} ${held.includes(what) ? 'Nothing is removed until you save.' : formatNextRemoval(next[what], today)}`}
            type="number"
            inputMode="numeric"
          />
        ))}
      </RecordForm>
    </SectionCard>
  )
}

/** 'Enquiries, in months (3 to 36)', with no line break within the range. */
function formatLabel(what: AdjustableCategory): string {
  const { min, max } = getRetentionBounds(what)
  return `${retentionPeriods[what].label}, in months (${min}\u00a0to\u00a0${max})`
}

/** 'Next removal: 3 on 4 March 2027.', or ''. */
function formatNextRemoval(next: NextRemoval | null, today: string): string {
  if (!next) return ''
  return `Next removal: ${next.count.toLocaleString('en-IE')} ${next.on === today ? 'today' : `on ${formatDate(next.on)}`}.`
}

function FilesToExport() {
  const { waiting } = useLoaderData<typeof loader>()
  return (
    <SectionCard id="waiting-heading" title="Please export these first">
      <p className="mt-2">
        These files are past their period. Please export them and give them to the student. Then we will remove them.
      </p>
      <ul className="mt-2">
        {waiting.map(({ id, firstName, lastName, files, since }) => (
          <li key={id}>
            <Link
              to={paths.dashboard.profile.people.one(id)}
              className="inline-flex min-h-target items-center font-bold"
            >
              {formatFullName({ firstName, lastName })}
            </Link>
            : {files} {files === 1 ? 'file' : 'files'}, since {formatDate(since)}
          </li>
        ))}
      </ul>
    </SectionCard>
  )
}

function FixedPeriods() {
  const { next, today } = useLoaderData<typeof loader>()
  const fixed = retentionCategories.filter((what) => !isAdjustable(what))
  return (
    <SectionCard id="fixed-heading" title="Fixed periods">
      <FactList
        facts={[
          ...fixed.map((what: RetentionCategory) => ({
            name: retentionPeriods[what].label,
            value: `${formatRetentionPeriod(what)}. ${formatNextRemoval(next[what], today)}`,
          })),
          ...backupPeriods.map(({ label, term }) => ({ name: label, value: `${term}.` })),
        ]}
      />
    </SectionCard>
  )
}

/** Asks before saving periods that would remove something today. The form carries the unsaved periods. */
function RemovalConfirmation({
  terms,
  version,
  removals,
}: {
  terms: RetentionMonths
  version: number
  removals: { what: AdjustableCategory; count: number }[]
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  // The submitted form is gone, and the focus with it.
  useEffect(() => heading.current?.focus(), [])
  const removed = removals.map(({ what, count }) => formatRemovedCount(what, count)).join(' and ')
  return (
    <div className="max-w-3xl space-y-6">
      <h2 ref={heading} tabIndex={-1}>
        This will remove {removed} today
      </h2>
      <p>You can’t undo this. Nothing has been saved yet.</p>
      <FactList
        facts={adjustableCategories.map((what) => ({
          name: retentionPeriods[what].label,
          value: formatRetentionPeriod(what, terms),
        }))}
      />
      <PostForm failure="Failed to save the periods" preservedNote="Your periods are still here." isTyped={false}>
        {Object.entries({ ...terms, version, confirmed: 'on' }).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <div className="flex flex-wrap gap-4">
          <SubmitButton submitLabel="Save and remove" pendingLabel="Saving..." />
          <ButtonLink to={RETENTION_PAGE} reloadDocument variant="secondary">
            Do not save
          </ButtonLink>
        </div>
      </PostForm>
    </div>
  )
}
