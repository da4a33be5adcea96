import { type ActionFunctionArgs, type AppLoadContext, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { tutorOf } from '~/auth/identity.server'
import type { Tutor } from '~/domain/accounts/account'
import {
  changePassword,
  changePerson,
  endSessions,
  findPerson,
  nameInWords,
  requireOpen,
} from '~/domain/accounts/people.server'
import { nameEdit, newPassword } from '~/domain/accounts/schema'
import { findSecondStep } from '~/domain/accounts/second-step.server'
import { changeOf } from '~/domain/change.server'
import { pathId } from '~/domain/path-id'
import { orNotFound } from '~/domain/refused'
import { logSecurity } from '~/http/errors/security-log.server'
import { readForm } from '~/http/forms/body'
import { check, saving } from '~/http/forms/form.server'
import { redirectWithMessage } from '~/http/forms/message.server'
import { RoleBadge } from '~/routes/parts/people/role-badge'
import { Badge } from '~/ui/badge'
import { pageTitle } from '~/ui/browser/page-title'
import { Link } from '~/ui/link'
import { BackLink } from '~/ui/portal/back-link'
import { AccountActions, NameForm, OwnPasswordCard, PasswordForm, SecondStepCard, SessionsForm } from './forms'

export async function loader(args: LoaderFunctionArgs) {
  const user = tutorOf(args)
  const { params, context } = args
  const person = orNotFound(await findPerson(context.db, pathId(params.id)))
  return { person, isOneself: person.id === user.id, secondStep: await findSecondStep(context.db, person.id) }
}

export async function action(args: ActionFunctionArgs) {
  const user = tutorOf(args)
  const { request, params, context } = args
  const form = await readForm(request)
  const { id } = await requireOpen(context.db, pathId(params.id))
  const run = orNotFound(actions.get(String(form.get('intent'))))
  return run(context, user, id, form)
}

async function rename(context: AppLoadContext, tutor: Tutor, id: number, form: FormData) {
  const telling = { inWords: nameInWords }
  return saving(
    check(form, nameEdit),
    async (name) => {
      const { firstName, lastName } = await changePerson(context.db, tutor, id, changeOf(name))
      return done(context, id, 'Name changed', `This person is now called ${firstName} ${lastName}.`)
    },
    telling,
  )
}

/** Sets another person's password. One's own requires the current one, on one's own page. */
async function setPassword(context: AppLoadContext, tutor: Tutor, id: number, form: FormData) {
  if (id === tutor.id) return redirect('/dashboard/password', { status: 303 })
  return saving(check(form, newPassword), async ({ password }) => {
    await changePassword(context.db, tutor, id, password, context.settings.centre)
    logSecurity('password set', { network: context.network, userId: tutor.id, recordId: id })
    return done(context, id, 'Password set', 'The new password works now. This person is logged out everywhere.')
  })
}

async function logOut(context: AppLoadContext, tutor: Tutor, id: number) {
  await endSessions(context.db, tutor, id)
  logSecurity('sessions ended', { network: context.network, userId: tutor.id, recordId: id })
  return done(context, id, 'Sessions ended', 'This person is logged out everywhere.')
}

const actions = new Map([
  ['rename', rename],
  ['password', setPassword],
  ['end-sessions', logOut],
])

function done(context: AppLoadContext, id: number, title: string, text: string) {
  return redirectWithMessage(context, `/dashboard/profile/people/${id}`, { kind: 'success', title, text })
}

export const meta = pageTitle<typeof loader>('Person', { of: ({ person }) => `${person.firstName} ${person.lastName}` })
export { clientAction, shouldRevalidate } from '~/ui/forms/post'

export default function Person() {
  const { person, isOneself, secondStep } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <>
      <BackLink to="/dashboard/profile">Back to all people</BackLink>
      <div className="long-words flex flex-wrap items-center gap-4">
        <h2>
          {person.firstName} {person.lastName}
        </h2>
        <RoleBadge role={person.role} />
        {person.closedAt && <Badge tone="stone">Closed</Badge>}
      </div>
      <p className="text-ink-soft">Logs in as {person.username}</p>
      <Link
        to={`/dashboard/profile/people/${person.id}/activity`}
        className="mt-2 inline-flex min-h-control items-center font-bold"
      >
        Activity of {person.firstName} {person.lastName}
      </Link>
      <div className="mt-8 grid items-start gap-8 lg:grid-cols-2">
        {!person.closedAt && (
          <>
            <NameForm key={person.version} person={person} answer={answer} />
            {isOneself ? <OwnPasswordCard /> : <PasswordForm answer={answer} />}
            {secondStep && !isOneself && <SecondStepCard person={person} />}
            <SessionsForm livingSessions={person.livingSessions} />
          </>
        )}
        <AccountActions person={person} />
      </div>
    </>
  )
}
