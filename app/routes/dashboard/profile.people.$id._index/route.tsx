import { type ActionFunctionArgs, type AppLoadContext, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { requireTutor } from '~/auth/identity.server'
import type { Account } from '~/domain/accounts/account'
import { changePassword, endSessions, findPerson, renamePerson } from '~/domain/accounts/people.server'
import { AccountRefused } from '~/domain/accounts/refused'
import { newPassword, personName } from '~/domain/accounts/schema'
import { findSecondStep } from '~/domain/accounts/second-step.server'
import { pathId } from '~/domain/path-id'
import { readForm } from '~/http/body'
import { busy, check, refused } from '~/http/form.server'
import { redirectWithMessage } from '~/http/message.server'
import { notFound } from '~/http/refusal'
import { logSecurity } from '~/http/security-log.server'
import { BackLink } from '~/ui/back-link'
import { Badge } from '~/ui/badge'
import { pageTitle } from '~/ui/page-title'
import { AccountDeeds, NameForm, OwnPasswordCard, PasswordForm, SecondStepCard, SessionsForm } from './forms'

export async function loader(args: LoaderFunctionArgs) {
  const { user } = await requireTutor(args)
  const person = await personOf(args)
  return { person, isOneself: person.id === user.id, secondStep: await findSecondStep(args.context.db, person.id) }
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

/** For others only: one's own wants the current one, on one's own page. */
async function setPassword(context: AppLoadContext, tutor: Account, id: number, form: FormData) {
  if (id === tutor.id) return redirect('/dashboard/password', { status: 303 })
  const submission = check(form, newPassword)
  if (submission.status !== 'success') return refused(submission.reply())
  try {
    await changePassword(context.db, tutor, id, submission.value.password, context.settings.centre)
  } catch (error) {
    if (!(error instanceof AccountRefused) || !error.field) return busy(submission, error)
    return refused(submission.reply({ fieldErrors: { [error.field]: [error.message] } }))
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
  const { person, isOneself, secondStep } = useLoaderData<typeof loader>()
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
            {isOneself ? <OwnPasswordCard /> : <PasswordForm result={result} />}
            {secondStep && !isOneself && <SecondStepCard person={person} />}
            <SessionsForm livingSessions={person.livingSessions} />
          </>
        )}
        <AccountDeeds person={person} />
      </div>
    </>
  )
}
