import { useLoaderData } from '@remix-run/react'
import { describeClosure, findLastSeen } from '~/domain/accounts/account-contents.server'
import { closeAccountById, requireOpenAccount } from '~/domain/accounts/people.server'
import { createAccountAction, createPageLoader, findProofForAccount } from '~/http/forms/pages.server'
import { paths } from '~/paths'
import { AccountSummary } from '~/routes/parts/people/account-summary'
import { defineScreen } from '~/screen'
import { logSecurity } from '~/security-log.server'
import { ConfirmForm } from '~/ui/dialogs/confirm'

export const handle = defineScreen<typeof loader>({
  access: 'tutor',
  title: 'Close account',
  detail: ({ person }) => person.name,
  views: ['/dashboard/profile/people/1/close'],
})

export const loader = createPageLoader(async (requested) => ({
  person: await requireOpenAccount(requested.db, requested.tutor, requested.id),
  lastSeenAt: await findLastSeen(requested.db, requested.tutor, requested.id),
  contents: await describeClosure(requested.db, requested.tutor, requested.id),
  proof: await findProofForAccount(requested),
}))
export const action = createAccountAction(async ({ db, network, tutor, id }) => {
  await closeAccountById(db, tutor, id)
  logSecurity('account closed', { network, userId: tutor.id, recordId: id })
  return {
    to: paths.dashboard.profile.people.one(id),
    title: 'Account closed',
    text: 'This person can no longer log in.',
  }
})

export { pageMeta as meta } from '~/ui/browser/page-meta'
export { clientAction, shouldRevalidate } from '~/ui/forms/post'

export default function CloseAccount() {
  const { person, lastSeenAt, contents, proof } = useLoaderData<typeof loader>()
  return (
    <ConfirmForm
      title="Close account"
      question={`Are you sure you want to close the account of ${person.name}? They will be logged out right away and can’t log in again.`}
      submitLabel="Close account"
      pendingLabel="Closing..."
      failure="Failed to close account"
      cancelTo={paths.dashboard.profile.people.one(person.id)}
      proof={proof}
    >
      <AccountSummary person={person} lastSeenAt={lastSeenAt} contents={contents} goes="This ends">
        {person.role === 'student' && !person.lastDay && (
          <p>Today becomes their last day. You can change it afterwards, and correct the register of days before it.</p>
        )}
      </AccountSummary>
    </ConfirmForm>
  )
}
