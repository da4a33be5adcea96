import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { requireTutor } from '~/auth/identity.server'
import { closeAccountOf, findPerson } from '~/domain/accounts/people.server'
import { AccountRefused } from '~/domain/accounts/refused'
import { pathId } from '~/domain/path-id'
import { redirectWithMessage } from '~/http/message.server'
import { notFound } from '~/http/refusal'
import { logSecurity } from '~/http/security-log.server'
import { Confirm } from '~/ui/confirm'
import { Notice } from '~/ui/notice'
import { pageTitle } from '~/ui/page-title'

export async function loader(args: LoaderFunctionArgs) {
  await requireTutor(args)
  const person = await findPerson(args.context.db, pathId(args.params.id))
  if (!person || person.closedAt) throw notFound(args.request)
  return { person }
}

export async function action(args: ActionFunctionArgs) {
  const { user } = await requireTutor(args)
  const id = pathId(args.params.id)
  try {
    await closeAccountOf(args.context.db, user, id)
    logSecurity('account closed', { network: args.context.network, userId: user.id, recordId: id })
  } catch (error) {
    if (error instanceof AccountRefused) return data({ problem: error.message }, { status: 409 })
    throw error
  }
  const message = { kind: 'success', title: 'Account closed', text: 'This person can no longer log in.' } as const
  return redirectWithMessage(args.context, `/dashboard/profile/people/${id}`, message)
}

export const meta = pageTitle('Close an account')

export default function CloseAccount() {
  const { person } = useLoaderData<typeof loader>()
  const problem = useActionData<typeof action>()?.problem
  return (
    <Confirm
      title="Close account"
      question={`Are you sure you want to close the account of ${person.firstName} ${person.lastName}? They are logged out at once and can’t log in again.`}
      deed="Close account"
      doing="Closing..."
      cancelTo={`/dashboard/profile/people/${person.id}`}
    >
      {problem && <Notice kind="error" title="The account stays open" text={problem} />}
    </Confirm>
  )
}
