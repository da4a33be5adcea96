import { useLoaderData } from '@remix-run/react'
import { requireOpenAccount } from '~/domain/accounts/people.server'
import { findSecondStep, turnOffSecondStep } from '~/domain/accounts/second-step.server'
import { orNotFound } from '~/domain/refused'
import {
  createAccountAction,
  createPageLoader,
  findProofForAccount,
  type TutorRequest,
} from '~/http/forms/pages.server'
import { paths } from '~/paths'
import { defineScreen } from '~/screen'
import { ConfirmForm } from '~/ui/dialogs/confirm'

export const handle = defineScreen<typeof loader>({
  access: 'tutor',
  title: 'Turn off the second step',
  detail: ({ person }) => person.name,
})

export const loader = createPageLoader(async (requested) => {
  const person = await requireOpenAccount(requested.db, requested.tutor, requireOtherPerson(requested))
  orNotFound(await findSecondStep(requested.db, requested.tutor, person.id))
  return { person, proof: await findProofForAccount(requested) }
})

/** Throws 404 for the tutor's own id: tutors turn off their own second step on another page, which asks for the password. */
const requireOtherPerson = ({ id, tutor }: TutorRequest) => orNotFound(id === tutor.id ? null : id)

export const action = createAccountAction(async (requested) => {
  const { db, tutor, network, securityLog } = requested
  const id = requireOtherPerson(requested)
  await turnOffSecondStep(db, tutor, id, { endSessions: true })
  securityLog.record('second step off', { userId: tutor.id, recordId: id, network }, 'warn')
  return {
    to: paths.dashboard.profile.people.one(id),
    title: 'Second step turned off',
    text: 'This person now logs in with just their password. They can set up the second step again.',
  }
})

export { pageMeta as meta } from '~/ui/browser/page-meta'
export { ErrorPage as ErrorBoundary } from '~/ui/error-page'
export { clientAction, shouldRevalidate } from '~/ui/forms/post'

export default function TurnOffSecondStep() {
  const { person, proof } = useLoaderData<typeof loader>()
  return (
    <ConfirmForm
      title="Turn off the second step"
      question={`Are you sure you want to turn off the second step of ${person.name}?`}
      submitLabel="Turn off"
      pendingLabel="Turning off..."
      failure="Failed to turn off the second step"
      cancelTo={paths.dashboard.profile.people.one(person.id)}
      proof={proof}
    >
      <p>
        Do this only if they have lost their phone, and you are sure that they asked for it. They will be logged out
        everywhere. Until they set up the second step again, they log in with just their password.
      </p>
    </ConfirmForm>
  )
}
