import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { tutorOf } from '~/auth/identity.server'
import { closeAccountOf, requireOpen } from '~/domain/accounts/people.server'
import { pathId } from '~/domain/path-id'
import { removing } from '~/http/form.server'
import { redirectWithMessage } from '~/http/message.server'
import { logSecurity } from '~/http/security-log.server'
import { Confirm } from '~/ui/confirm'
import { pageTitle } from '~/ui/page-title'

export async function loader(args: LoaderFunctionArgs) {
  return { person: await requireOpen(args.context.db, pathId(args.params.id)) }
}

export async function action(args: ActionFunctionArgs) {
  const user = tutorOf(args)
  const { params, context } = args
  const id = pathId(params.id)
  return removing(args.request, async () => {
    await closeAccountOf(context.db, user, id)
    logSecurity('account closed', { network: context.network, userId: user.id, recordId: id })
    const message = { kind: 'success', title: 'Account closed', text: 'This person can no longer log in.' } as const
    return redirectWithMessage(context, `/dashboard/profile/people/${id}`, message)
  })
}

export const meta = pageTitle<typeof loader>('Close account', {
  of: ({ person }) => `${person.firstName} ${person.lastName}`,
})
export { clientAction, shouldRevalidate } from '~/ui/post'

export default function CloseAccount() {
  const { person } = useLoaderData<typeof loader>()
  return (
    <Confirm
      title="Close account"
      question={`Are you sure you want to close the account of ${person.firstName} ${person.lastName}? They will be logged out right away and can’t log in again.`}
      deed="Close account"
      doing="Closing..."
      failure="Failed to close account"
      cancelTo={`/dashboard/profile/people/${person.id}`}
    />
  )
}
