import { useLoaderData } from '@remix-run/react'
import { findRequiredProof } from '~/auth/second-step.server'
import { describeErasure, describeLastSeen } from '~/domain/accounts/account-contents.server'
import { findPerson } from '~/domain/accounts/people.server'
import { erasePerson } from '~/domain/accounts/personal-data.server'
import { orNotFound } from '~/domain/refused'
import { createAccountAction, createPageLoader } from '~/http/forms/pages.server'
import { paths } from '~/paths'
import { AccountSummary } from '~/routes/parts/people/people'
import { defineScreen } from '~/screen'
import { ConfirmForm } from '~/ui/dialogs/confirm'

export const handle = defineScreen<typeof loader>({
  access: 'tutor',
  title: 'Erase a person',
  detail: ({ person }) => person.name,
})

export const loader = createPageLoader(async ({ db, context, tutor, id }) => {
  const person = orNotFound(await findPerson(db, tutor, id))
  return {
    person,
    lastSeen: await describeLastSeen(db, tutor, id),
    contents: await describeErasure(db, tutor, id),
    proof: await findRequiredProof(context, tutor),
  }
})

export const action = createAccountAction(
  async ({ db, uploads, network, securityLog, tutor, id }) => {
    await erasePerson(db, uploads, tutor, id)
    securityLog.record('account erased', { network, userId: tutor.id, recordId: id })
    return {
      to: paths.dashboard.profile.people.list,
      title: 'Person erased',
      text: 'The account and all its data have been erased.',
    }
  },
  { alwaysAsks: true },
)

export { pageMeta as meta } from '~/ui/browser/page-meta'
export { ErrorPage as ErrorBoundary } from '~/ui/error-page'
export { clientAction, shouldRevalidate } from '~/ui/forms/post'

export default function ErasePerson() {
  const { person, lastSeen, contents, proof } = useLoaderData<typeof loader>()
  return (
    <ConfirmForm
      title="Erase a person"
      question={`Are you sure you want to erase "${person.name}"? This action cannot be undone.`}
      submitLabel="Erase"
      pendingLabel="Erasing..."
      failure="Failed to erase person"
      cancelTo={paths.dashboard.profile.people.one(person.id)}
      proof={proof}
    >
      <AccountSummary person={person} lastSeen={lastSeen} contents={contents} goes="This goes for good" />
    </ConfirmForm>
  )
}
