import type { ActionFunctionArgs, AppLoadContext, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { requireTutor } from '~/auth/identity.server'
import type { Account } from '~/domain/accounts/accounts.server'
import { changePassword, endSessions, findPerson, renamePerson } from '~/domain/accounts/people.server'
import { newPassword, personName } from '~/domain/accounts/schema'
import { readForm } from '~/http/body'
import { busy, check, refused } from '~/http/form.server'
import { redirectWithMessage } from '~/http/message.server'
import { pathId } from '~/http/path-id'
import { notFound } from '~/http/refusal'
import { logSecurity } from '~/http/security-log.server'
import { BackLink } from '~/ui/back-link'
import { Badge } from '~/ui/badge'
import { pageTitle } from '~/ui/page-title'
import { AccountDeeds, NameForm, PasswordForm, SessionsForm } from './forms'

export async function loader(args: LoaderFunctionArgs) {
  await requireTutor(args)
  return { person: await personOf(args) }
}

async function personOf({ request, params, context }: LoaderFunctionArgs) {
  const person = await findPerson(context.db, pathId(params.id))
  if (!person) throw notFound(request)
  return person
}

export async function action(args: ActionFunctionArgs) {
  const { user } = await requireTutor(args)
  const person = await personOf(args)
  const form = await readForm(args.request)
  if (person.closedAt) throw notFound(args.request)
  const deed = deeds.get(String(form.get('intent')))
  if (!deed) throw notFound(args.request)
  return deed(args.context, user, person.id, form)
}

async function rename(context: AppLoadContext, tutor: Account, id: number, form: FormData) {
  const submission = check(form, personName)
  if (submission.status !== 'success') return refused(submission.reply())
  await renamePerson(context.db, tutor, id, submission.value)
  return done(
    context,
    id,
    'Name changed',
    `This person is now called ${submission.value.firstName} ${submission.value.lastName}.`,
  )
}

async function setPassword(context: AppLoadContext, tutor: Account, id: number, form: FormData) {
  const submission = check(form, newPassword)
  if (submission.status !== 'success') return refused(submission.reply({ hideFields: ['password'] }))
  try {
    await changePassword(context.db, tutor, id, submission.value.password)
  } catch (error) {
    return busy(submission, error)
  }
  logSecurity('password set', { network: context.network, userId: tutor.id, recordId: id })
  return done(context, id, 'Password set', 'The new password works from now on. Earlier sessions have ended.')
}

async function logOut(context: AppLoadContext, tutor: Account, id: number) {
  await endSessions(context.db, tutor, id)
  logSecurity('sessions ended', { network: context.network, userId: tutor.id, recordId: id })
  return done(context, id, 'Sessions ended', 'This person is logged out everywhere.')
}

const deeds = new Map([
  ['rename', rename],
  ['password', setPassword],
  ['end-sessions', logOut],
])

function done(context: AppLoadContext, id: number, title: string, text: string) {
  return redirectWithMessage(context, `/dashboard/profile/people/${id}`, { kind: 'success', title, text })
}

export const meta = pageTitle('Person')

export default function Person() {
  const { person } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()?.result
  return (
    <>
      <BackLink to="/dashboard/profile">Back to all people</BackLink>
      <div className="long-words flex flex-wrap items-center gap-4">
        <h2>
          {person.firstName} {person.lastName}
        </h2>
        <Badge tone={person.role === 'tutor' ? 'river' : 'moss'}>{person.role === 'tutor' ? 'Tutor' : 'Student'}</Badge>
        {person.closedAt && <Badge tone="stone">Closed</Badge>}
      </div>
      <p className="text-ink-soft">Logs in as {person.username}</p>
      <div className="mt-8 grid items-start gap-8 lg:grid-cols-2">
        {!person.closedAt && (
          <>
            <NameForm person={person} result={result} />
            <PasswordForm result={result} />
            <SessionsForm livingSessions={person.livingSessions} />
          </>
        )}
        <AccountDeeds person={person} />
      </div>
    </>
  )
}
