import { useActionData, useLoaderData } from '@remix-run/react'
import type { ReactNode } from 'react'
import { describeClosure, describeLastSeen } from '~/domain/accounts/account-contents.server'
import { closeAccountById } from '~/domain/accounts/close-account.server'
import { requireOpenAccount } from '~/domain/accounts/people.server'
import { type Closure, closure } from '~/domain/accounts/schema'
import { parseEarlierDays } from '~/domain/accounts/student-days'
import { formatDate, formatIsoDay, getToday } from '~/domain/events/days'
import { createAccountAction, createPageLoader, findProofForAccount } from '~/http/forms/pages.server'
import { paths } from '~/paths'
import { AccountSummary } from '~/routes/parts/people/people'
import { defineScreen } from '~/screen'
import { ConfirmForm } from '~/ui/dialogs/confirm'
import { DateField } from '~/ui/forms/date-field'
import { useSiteForm, ValidatedForm } from '~/ui/forms/form'
import { SubmitButton } from '~/ui/forms/submit-button'
import { FormButtons, Panel } from '~/ui/lists/list-with-forms'

export const handle = defineScreen<typeof loader>({
  access: 'tutor',
  title: 'Close account',
  detail: ({ person }) => person.name,
})

export const loader = createPageLoader(async (requested) => ({
  person: await requireOpenAccount(requested.db, requested.tutor, requested.id),
  lastSeen: await describeLastSeen(requested.db, requested.tutor, requested.id),
  contents: await describeClosure(requested.db, requested.tutor, requested.id),
  proof: await findProofForAccount(requested),
  today: formatIsoDay(getToday()),
}))
export const action = createAccountAction(
  async ({ db, network, securityLog, tutor, id }, fields?: Closure) => {
    await closeAccountById(db, tutor, id, fields?.lastDay)
    securityLog.record('account closed', { network, userId: tutor.id, recordId: id })
    return {
      to: paths.dashboard.profile.people.one(id),
      title: 'Account closed',
      text: 'This person can no longer log in.',
    }
  },
  { rules: closure },
)

export { pageMeta as meta } from '~/ui/browser/page-meta'
export { ErrorPage as ErrorBoundary } from '~/ui/error-page'
export { clientAction, shouldRevalidate } from '~/ui/forms/post'

const askToClose = (name: string) =>
  `Are you sure you want to close the account of ${name}? They will be logged out right away and can’t log in again.`
const texts = { title: 'Close account', failure: 'Failed to close account' }
const button = { submitLabel: 'Close account', pendingLabel: 'Closing...' }

export default function CloseAccount() {
  const { person, lastSeen, contents, proof } = useLoaderData<typeof loader>()
  const summary = <AccountSummary person={person} lastSeen={lastSeen} contents={contents} goes="This ends" />
  if (person.role === 'student') return <StudentForm>{summary}</StudentForm>
  const cancelTo = paths.dashboard.profile.people.one(person.id)
  return (
    <ConfirmForm {...texts} {...button} question={askToClose(person.name)} cancelTo={cancelTo} proof={proof}>
      {summary}
    </ConfirmForm>
  )
}

/** Also asks for the student's last day. */
function StudentForm({ children }: { children: ReactNode }) {
  const { person, today } = useLoaderData<typeof loader>()
  const before = parseEarlierDays(person)
  const lastBefore = before[before.length - 1]?.lastDay
  const isBegun = (person.firstDay ?? '') <= today
  const [form, fields] = useSiteForm<{ lastDay: string }>({
    id: 'close',
    result: useActionData<typeof action>()?.result,
    defaultValue: { lastDay: person.lastDay ?? (isBegun ? today : '') },
  })
  return (
    <Panel title={texts.title} hasAutoFocus={!form.errors}>
      <p className="mt-4 text-lead">{askToClose(person.name)}</p>
      <ValidatedForm form={form} fields={[fields.lastDay]} failure={texts.failure} replace className="mt-6 space-y-6">
        {children}
        <DateField
          field={fields.lastDay}
          label="Last day"
          hint={[
            isBegun
              ? 'The register counts up to this day. You can change it afterwards, and correct the days before it.'
              : `They have not begun: their first day is ${formatDate(person.firstDay ?? '')}. Leave this empty, and ${lastBefore ? 'only the days before count' : 'no day counts'}.`,
            lastBefore &&
              `Did they not come back after all? Then enter ${formatDate(lastBefore)}, their last day before.`,
          ]
            .filter(Boolean)
            .join(' ')}
        />
        <FormButtons cancelTo={paths.dashboard.profile.people.one(person.id)}>
          <SubmitButton variant="danger" {...button} />
        </FormButtons>
      </ValidatedForm>
    </Panel>
  )
}
