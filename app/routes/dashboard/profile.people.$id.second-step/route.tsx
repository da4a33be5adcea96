import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { tutorOf } from '~/auth/identity.server'
import { requireOpen } from '~/domain/accounts/people.server'
import { findSecondStep, turnOffSecondStep } from '~/domain/accounts/second-step.server'
import { pathId } from '~/domain/path-id'
import { orNotFound } from '~/domain/refused'
import { logSecurity } from '~/http/errors/security-log.server'
import { removing } from '~/http/forms/form.server'
import { redirectWithMessage } from '~/http/forms/message.server'
import { pageTitle } from '~/ui/browser/page-title'
import { Confirm } from '~/ui/dialogs/confirm'

export async function loader(args: LoaderFunctionArgs) {
  const user = tutorOf(args)
  const { db } = args.context
  const person = await requireOpen(db, anotherPerson(args, user.id))
  orNotFound(await findSecondStep(db, person.id))
  return { person }
}

/** The id in the path, unless it is one's own: that requires the current password, on one's own page. */
function anotherPerson({ params }: LoaderFunctionArgs, own: number): number {
  const id = pathId(params.id)
  return orNotFound(id === own ? null : id)
}

export async function action(args: ActionFunctionArgs) {
  const user = tutorOf(args)
  const { db, network } = args.context
  const id = anotherPerson(args, user.id)
  return removing(args.request, async () => {
    await turnOffSecondStep(db, user, id, { endSessions: true })
    logSecurity('second step off', { userId: user.id, recordId: id, network }, 'warn')
    const text = 'This person now logs in with just their password. They can set up a second step again.'
    const message = { kind: 'success', title: 'Second step turned off', text } as const
    return redirectWithMessage(args.context, `/dashboard/profile/people/${id}`, message)
  })
}

export const meta = pageTitle<typeof loader>('Turn off the second step', {
  of: ({ person }) => `${person.firstName} ${person.lastName}`,
})
export { clientAction, shouldRevalidate } from '~/ui/forms/post'

export default function TurnOffSecondStep() {
  const { person } = useLoaderData<typeof loader>()
  return (
    <Confirm
      title="Turn off the second step"
      question={`Are you sure you want to turn off the second step of ${person.firstName} ${person.lastName}?`}
      submitLabel="Turn off"
      pendingLabel="Turning off..."
      failure="Failed to turn off the second step"
      cancelTo={`/dashboard/profile/people/${person.id}`}
    >
      <p>
        Do this if their phone is lost, and only if you are sure it is them asking. They will be logged out everywhere.
        They log in with just their password until they set up a second step again.
      </p>
    </Confirm>
  )
}
