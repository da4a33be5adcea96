import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { requireTutor } from '~/auth/identity.server'
import { findPerson } from '~/domain/accounts/people.server'
import { erasePerson } from '~/domain/accounts/personal-data.server'
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
  if (!person) throw notFound(args.request)
  return { person }
}

export async function action(args: ActionFunctionArgs) {
  const { user } = await requireTutor(args)
  const { db, uploads, network } = args.context
  const id = pathId(args.params.id)
  try {
    await erasePerson(db, uploads, user, id)
    logSecurity('account erased', { network, userId: user.id, recordId: id })
  } catch (error) {
    if (error instanceof AccountRefused) return data({ problem: error.message }, { status: 409 })
    throw error
  }
  const message = {
    kind: 'success',
    title: 'Person erased',
    text: 'The account and everything that was theirs is gone.',
  } as const
  return redirectWithMessage(args.context, '/dashboard/profile', message)
}

export const meta = pageTitle('Erase a person')

export default function ErasePerson() {
  const { person } = useLoaderData<typeof loader>()
  const problem = useActionData<typeof action>()?.problem
  const name = `${person.firstName} ${person.lastName}`
  return (
    <Confirm
      title="Erase a person"
      question={`Are you sure you want to erase "${name}"? This action cannot be undone.`}
      deed="Erase"
      doing="Erasing..."
      cancelTo={`/dashboard/profile/people/${person.id}`}
    >
      <p>
        The account, personal files, timetables and what the activity log says about them are removed. Files that a
        tutor published for others stay, without the name. You may want to take out all data first.
      </p>
      {problem && <Notice kind="error" title="Nothing was erased" text={problem} />}
    </Confirm>
  )
}
