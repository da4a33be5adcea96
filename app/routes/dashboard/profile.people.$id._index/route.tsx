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
import { found } from '~/domain/refused'
import { readForm } from '~/http/body'
import { check, saving } from '~/http/form.server'
import { redirectWithMessage } from '~/http/message.server'
import { logSecurity } from '~/http/security-log.server'
import { RoleBadge } from '~/routes/parts/people/role-badge'
import { BackLink } from '~/ui/back-link'
import { Badge } from '~/ui/badge'
import { Link } from '~/ui/link'
import { pageTitle } from '~/ui/page-title'
import { AccountDeeds, NameForm, OwnPasswordCard, PasswordForm, SecondStepCard, SessionsForm } from './forms'

export async function loader(args: LoaderFunctionArgs) {
  const user = tutorOf(args)
  const { params, context } = args
  const person = found(await findPerson(context.db, pathId(params.id)))
  return { person, isOneself: person.id === user.id, secondStep: await findSecondStep(context.db, person.id) }
}

export async function action(args: ActionFunctionArgs) {
  const user = tutorOf(args)
  const { request, params, context } = args
  const form = await readForm(request)
  const { id } = await requireOpen(context.db, pathId(params.id))
  const deed = found(deeds.get(String(form.get('intent'))))
  return deed(context, user, id, form)
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

const deeds = new Map([
  ['rename', rename],
  ['password', setPassword],
  ['end-sessions', logOut],
])

function done(context: AppLoadContext, id: number, title: string, text: string) {
  return redirectWithMessage(context, `/dashboard/profile/people/${id}`, { kind: 'success', title, text })
}

export const meta = pageTitle<typeof loader>('Person', { of: ({ person }) => `${person.firstName} ${person.lastName}` })
export { clientAction, shouldRevalidate } from '~/ui/post'

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
        <AccountDeeds person={person} />
      </div>
    </>
  )
}
