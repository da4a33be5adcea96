import { useLoaderData } from '@remix-run/react'
import { formatFullName } from '~/domain/accounts/account'
import { findPerson } from '~/domain/accounts/people.server'
import { erasePerson } from '~/domain/accounts/personal-data.server'
import { orNotFound } from '~/domain/refused'
import { createAccountAction, createPageLoader, findProofForAccount } from '~/http/forms/pages.server'
import { paths } from '~/paths'
import { defineScreen } from '~/screen'
import { logSecurity } from '~/security-log.server'
import { ConfirmForm } from '~/ui/dialogs/confirm'

export const handle = defineScreen<typeof loader>({
  access: 'tutor',
  title: 'Erase a person',
  detail: ({ person }) => formatFullName(person),
})

export const loader = createPageLoader(async (requested) => ({
  person: orNotFound(await findPerson(requested.db, requested.tutor, requested.id)),
  proof: await findProofForAccount(requested),
}))
export const action = createAccountAction(async ({ db, uploads, network, tutor, id }) => {
  await erasePerson(db, uploads, tutor, id)
  logSecurity('account erased', { network, userId: tutor.id, recordId: id })
  return {
    to: paths.dashboard.profile.people.list,
    title: 'Person erased',
    text: 'The account and all its data have been erased.',
  }
})

export { pageMeta as meta } from '~/ui/browser/page-meta'
export { clientAction, shouldRevalidate } from '~/ui/forms/post'

export default function ErasePerson() {
  const { person, proof } = useLoaderData<typeof loader>()
  const name = formatFullName(person)
  return (
    <ConfirmForm
      title="Erase a person"
      question={`Are you sure you want to erase "${name}"? This action cannot be undone.`}
      submitLabel="Erase"
      pendingLabel="Erasing..."
      failure="Failed to erase person"
      cancelTo={paths.dashboard.profile.people.one(person.id)}
      proof={proof}
    >
      <p>
        This removes their account, personal files, timetables and what the activity log says about them. Files that a
        tutor shared with others stay, without their name. You may want to export all data first.
      </p>
    </ConfirmForm>
  )
}
