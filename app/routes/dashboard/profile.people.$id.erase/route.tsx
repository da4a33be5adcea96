import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { tutorOf } from '~/auth/identity.server'
import { findPerson } from '~/domain/accounts/people.server'
import { erasePerson } from '~/domain/accounts/personal-data.server'
import { pathId } from '~/domain/path-id'
import { orNotFound } from '~/domain/refused'
import { logSecurity } from '~/http/errors/security-log.server'
import { removing } from '~/http/forms/form.server'
import { redirectWithMessage } from '~/http/forms/message.server'
import { pageTitle } from '~/ui/browser/page-title'
import { Confirm } from '~/ui/dialogs/confirm'

export async function loader(args: LoaderFunctionArgs) {
  return { person: orNotFound(await findPerson(args.context.db, pathId(args.params.id))) }
}

export async function action(args: ActionFunctionArgs) {
  const user = tutorOf(args)
  const { db, uploads, network } = args.context
  const id = pathId(args.params.id)
  return removing(args.request, async () => {
    await erasePerson(db, uploads, user, id)
    logSecurity('account erased', { network, userId: user.id, recordId: id })
    const text = 'The account and all its data are gone.'
    const message = { kind: 'success', title: 'Person erased', text } as const
    return redirectWithMessage(args.context, '/dashboard/profile', message)
  })
}

export const meta = pageTitle<typeof loader>('Erase a person', {
  of: ({ person }) => `${person.firstName} ${person.lastName}`,
})
export { clientAction, shouldRevalidate } from '~/ui/forms/post'

export default function ErasePerson() {
  const { person } = useLoaderData<typeof loader>()
  const name = `${person.firstName} ${person.lastName}`
  return (
    <Confirm
      title="Erase a person"
      question={`Are you sure you want to erase "${name}"? This action cannot be undone.`}
      submitLabel="Erase"
      pendingLabel="Erasing..."
      failure="Failed to erase person"
      cancelTo={`/dashboard/profile/people/${person.id}`}
    >
      <p>
        This removes their account, personal files, timetables and what the activity log says about them. Files that a
        tutor shared with others stay, without the name. You may want to export all data first.
      </p>
    </Confirm>
  )
}
