import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { tutorOf } from '~/auth/identity.server'
import { closeAccountOf, requireOpen } from '~/domain/accounts/people.server'
import { pathId } from '~/domain/path-id'
import { logSecurity } from '~/http/errors/security-log.server'
import { removing } from '~/http/forms/form.server'
import { redirectWithMessage } from '~/http/forms/message.server'
import { pageTitle } from '~/ui/browser/page-title'
import { Confirm } from '~/ui/dialogs/confirm'

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
export { clientAction, shouldRevalidate } from '~/ui/forms/post'

export default function CloseAccount() {
  const { person } = useLoaderData<typeof loader>()
  return (
    <Confirm
      title="Close account"
      question={`Are you sure you want to close the account of ${person.firstName} ${person.lastName}? They will be logged out right away and can’t log in again.`}
      submitLabel="Close account"
      pendingLabel="Closing..."
      failure="Failed to close account"
      cancelTo={`/dashboard/profile/people/${person.id}`}
    />
  )
}
