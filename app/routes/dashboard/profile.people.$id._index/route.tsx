import { type AppLoadContext, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { confirmIdentity, findRequiredProof } from '~/auth/second-step.server'
import type { Account } from '~/domain/accounts/account'
import { describeLastSeen } from '~/domain/accounts/account-contents.server'
import { reopenAccountById } from '~/domain/accounts/close-account.server'
import { refuseGuessable } from '~/domain/accounts/password.server'
import {
  changePassword,
  changePerson,
  changeStudentDays,
  describeName,
  describeStudentDays,
  endSessions,
  findPerson,
  requireOpenAccount,
} from '~/domain/accounts/people.server'
import {
  nameEdit,
  newPassword,
  newTutorPassword,
  type OwnProof,
  returnToCentre,
  studentDaysEdit,
} from '~/domain/accounts/schema'
import { findSecondStep } from '~/domain/accounts/second-step.server'
import { hasCardOrCode } from '~/domain/cards/cards.server'
import { toChange } from '~/domain/change.server'
import { formatDate, formatIsoDay, getToday } from '~/domain/events/days'
import { parsePathId } from '~/domain/path-id'
import { orNotFound } from '~/domain/refused'
import { handleSubmission, parseForm } from '~/http/forms/form.server'
import { redirectWithMessage } from '~/http/forms/message.server'
import { createIntentAction, createPageLoader, type TutorRequest } from '~/http/forms/pages.server'
import { paths } from '~/paths'
import { RoleBadge } from '~/routes/parts/people/people'
import { defineScreen } from '~/screen'
import { Badge } from '~/ui/badge'
import { Link } from '~/ui/link'
import { BackLink } from '~/ui/portal/back-link'
import { AccountActions, DaysForm, LinkCard, NameForm, OtherPasswordForm, ReturnForm, SessionsForm } from './forms'

export const handle = defineScreen<typeof loader>({
  access: 'tutor',
  title: 'Person',
  detail: ({ person }) => person.name,
})

export const loader = createPageLoader(async (args) => {
  const user = args.tutor
  const { params, context } = args
  const { db, settings } = context
  const person = orNotFound(await findPerson(db, args.tutor, parsePathId(params.id)))
  const { id } = person
  return {
    person,
    isOneself: id === user.id,
    today: formatIsoDay(getToday()),
    lastSeen: await describeLastSeen(db, user, id),
    secondStep: await findSecondStep(db, user, id),
    // Existing cards can still be removed where the operator has turned cards off.
    hasCards: person.role === 'student' && (settings.signInCards || (await hasCardOrCode(db, user, id))),
    proof: person.role === 'tutor' ? await findRequiredProof(context, user) : null,
  }
})

type PersonTarget = Pick<Account, 'id' | 'role'>

async function renamePerson({ context, tutor }: TutorRequest, { id }: PersonTarget, form: FormData) {
  const options = { descriptions: describeName }
  return handleSubmission(
    parseForm(form, nameEdit),
    async (name) => {
      const { name: changed } = await changePerson(context.db, tutor, id, toChange(name))
      return redirectToPerson(context, id, 'Name changed', `This person is now called ${changed}.`)
    },
    options,
  )
}

async function changeDays({ context, tutor }: TutorRequest, { id }: PersonTarget, form: FormData) {
  return handleSubmission(
    parseForm(form, studentDaysEdit),
    async (days) => {
      await changeStudentDays(context.db, tutor, id, toChange(days))
      const text = 'Registers and months count the days between.'
      return redirectToPerson(context, id, 'Days changed', text)
    },
    { descriptions: describeStudentDays },
  )
}

/** A tutor's account is opened again only by the operator. */
async function reopenStudent({ context, tutor }: TutorRequest, { id, role }: PersonTarget, form: FormData) {
  orNotFound(role === 'student' || null)
  return handleSubmission(parseForm(form, returnToCentre), async (typed) => {
    const { firstDay } = await reopenAccountById(context.db, tutor, id, typed.firstDay)
    const text = `This person can log in again.${firstDay ? ` Registers count from ${formatDate(firstDay)}.` : ''}`
    return redirectToPerson(context, id, 'Account opened', text)
  })
}

/** Tutors change their own password on their own page, which asks for the current one. */
async function setPassword({ context, tutor }: TutorRequest, { id, role }: PersonTarget, form: FormData) {
  if (id === tutor.id) return redirect(paths.dashboard.password.index, { status: 303 })
  const savePassword = async ({ password, ...proof }: { password: string } & Partial<OwnProof>) => {
    if (role === 'tutor') {
      // Checked first, because a code works only once.
      await refuseGuessable(password, await requireOpenAccount(context.db, tutor, id), context.settings.centre)
      await confirmIdentity(context, tutor, proof as OwnProof)
    }
    await changePassword(context.db, tutor, id, password, context.settings.centre)
    context.securityLog.record('password set', { network: context.network, userId: tutor.id, recordId: id })
    return redirectToPerson(
      context,
      id,
      'Password set',
      'The new password works now. This person has been logged out everywhere.',
    )
  }
  return role === 'tutor'
    ? handleSubmission(parseForm(form, newTutorPassword), savePassword)
    : handleSubmission(parseForm(form, newPassword), savePassword)
}

async function logOutEverywhere({ context, tutor }: TutorRequest, { id }: PersonTarget) {
  await endSessions(context.db, tutor, id)
  context.securityLog.record('sessions ended', { network: context.network, userId: tutor.id, recordId: id })
  return redirectToPerson(context, id, 'Logged out everywhere', 'This person needs to log in again.')
}

type ChangePerson = (tutorRequest: TutorRequest, person: PersonTarget, form: FormData) => Promise<unknown>

/** The action of a form about the person in the path, whom `find` finds. */
const createPersonAction =
  (change: ChangePerson, find: typeof findPerson | typeof requireOpenAccount = requireOpenAccount) =>
  async (tutorRequest: TutorRequest, form: FormData) => {
    const { db, tutor, id } = tutorRequest
    return change(tutorRequest, orNotFound(await find(db, tutor, id)), form)
  }

export const action = createIntentAction({
  rename: createPersonAction(renamePerson),
  // The days of a student who has left can still be corrected, and they may come back.
  days: createPersonAction(changeDays, findPerson),
  reopen: createPersonAction(reopenStudent, findPerson),
  password: createPersonAction(setPassword),
  'end-sessions': createPersonAction(logOutEverywhere),
})

function redirectToPerson(context: AppLoadContext, id: number, title: string, text: string) {
  return redirectWithMessage(context, paths.dashboard.profile.people.one(id), { kind: 'success', title, text })
}

export { pageMeta as meta } from '~/ui/browser/page-meta'
export { ErrorPage as ErrorBoundary } from '~/ui/error-page'
export { clientAction, shouldRevalidate } from '~/ui/forms/post'

export default function PersonPage() {
  const { person, isOneself, secondStep, proof, hasCards, lastSeen, today } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <>
      <BackLink to={paths.dashboard.profile.people.list}>Back to all people</BackLink>
      <div className="long-words flex flex-wrap items-center gap-4">
        <h2>{person.name}</h2>
        <RoleBadge role={person.role} />
        {person.closedAt && <Badge tone="stone">Closed</Badge>}
      </div>
      <p className="text-ink-soft">
        Logs in as {person.username}. Last here: {lastSeen}.
      </p>
      <p className="long-words mt-2 flex flex-wrap gap-x-6">
        <Link
          to={paths.dashboard.profile.people.activity(person.id)}
          className="inline-flex min-h-control items-center font-bold"
        >
          Activity of {person.name}
        </Link>{' '}
        {person.role === 'student' && !person.closedAt && (
          <Link
            to={paths.dashboard.profile.people.consent(person.id)}
            className="inline-flex min-h-control items-center font-bold"
          >
            Photo permissions
          </Link>
        )}
      </p>
      <div className="mt-6 grid items-start gap-8 lg:grid-cols-2">
        {!person.closedAt && (
          <>
            <NameForm key={person.version} person={person} answer={answer} />
            {isOneself ? (
              <LinkCard
                id="password-heading"
                title="Password"
                text="This is your own account. You can change your password and second step on your own page."
                to={paths.dashboard.password.index}
              >
                Your password
              </LinkCard>
            ) : (
              <OtherPasswordForm username={person.username} answer={answer} proof={proof} />
            )}
            {secondStep && !isOneself && (
              <LinkCard
                id="second-step-heading"
                title="Second step"
                text="This person logs in with a code from their phone after the password. Have they lost their phone?"
                to={paths.dashboard.profile.people.secondStep(person.id)}
                variant="danger"
              >
                Turn off the second step
              </LinkCard>
            )}
            <SessionsForm openSessions={person.openSessions} />
            {hasCards && (
              <LinkCard
                id="card-heading"
                title="Sign-in card"
                text={`With a card, ${person.firstName} can log in without a password.`}
                to={paths.dashboard.profile.people.card(person.id)}
              >
                Card or code for today
              </LinkCard>
            )}
            {person.role === 'student' && (
              <LinkCard
                id="view-heading"
                title="What the portal shows"
                text={`${person.firstName} can see everything, a few things, or only today.`}
                to={paths.dashboard.profile.people.view(person.id)}
              >
                Choose what {person.firstName} sees
              </LinkCard>
            )}
            {person.role === 'student' && (
              <LinkCard
                id="family-heading"
                title="Family links"
                text={`With a private link, the family can tell us when ${person.firstName} is not coming.`}
                to={paths.dashboard.profile.people.family(person.id)}
              >
                Family links
              </LinkCard>
            )}
          </>
        )}
        {person.role === 'student' && person.closedAt && <ReturnForm person={person} today={today} answer={answer} />}
        {person.role === 'student' && <DaysForm key={`days ${person.version}`} person={person} answer={answer} />}
        <AccountActions person={person} />
      </div>
    </>
  )
}
