import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { requireTutor } from '~/auth/identity.server'
import { findPerson } from '~/domain/accounts/people.server'
import { AccountRefused } from '~/domain/accounts/refused'
import { findSecondStep, turnOffSecondStep } from '~/domain/accounts/second-step.server'
import { pathId } from '~/domain/path-id'
import { redirectWithMessage } from '~/http/message.server'
import { notFound } from '~/http/refusal'
import { logSecurity } from '~/http/security-log.server'
import { Confirm } from '~/ui/confirm'
import { Notice } from '~/ui/notice'
import { pageTitle } from '~/ui/page-title'

export async function loader(args: LoaderFunctionArgs) {
  const { user } = await requireTutor(args)
  const person = await findPerson(args.context.db, anotherPerson(args, user.id))
  if (!person || person.closedAt || !(await findSecondStep(args.context.db, person.id))) throw notFound(args.request)
  return { person }
}

/** The id in the address, unless it is one's own: that wants the current password, on one's own page. */
function anotherPerson({ params, request }: LoaderFunctionArgs, own: number): number {
  const id = pathId(params.id)
  if (id === own) throw notFound(request)
  return id
}

export async function action(args: ActionFunctionArgs) {
  const { user } = await requireTutor(args)
  const { db, network } = args.context
  const id = anotherPerson(args, user.id)
  try {
    await turnOffSecondStep(db, user, id, { endSessions: true })
  } catch (error) {
    if (error instanceof AccountRefused) return data({ problem: error.message }, { status: 409 })
    throw error
  }
  logSecurity('second step off', { userId: user.id, recordId: id, network }, 'warn')
  const text = 'This person logs in with the password alone now, and can set a second step up again.'
  const message = { kind: 'success', title: 'Second step turned off', text } as const
  return redirectWithMessage(args.context, `/dashboard/profile/people/${id}`, message)
}

export const meta = pageTitle('Turn off a second step')

export default function TurnOffSecondStep() {
  const { person } = useLoaderData<typeof loader>()
  const problem = useActionData<typeof action>()?.problem
  return (
    <Confirm
      title="Turn off the second step"
      question={`Are you sure you want to turn off the second step of ${person.firstName} ${person.lastName}?`}
      deed="Turn off"
      doing="Turning off..."
      cancelTo={`/dashboard/profile/people/${person.id}`}
    >
      <p>
        Do this when their phone is lost, and only when you know that it is they who ask. They are logged out everywhere
        and log in with their password alone, until they set a second step up again.
      </p>
      {problem && <Notice kind="error" title="Nothing was changed" text={problem} />}
    </Confirm>
  )
}
