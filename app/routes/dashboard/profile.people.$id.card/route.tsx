import { type ActionFunctionArgs, data } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { getTutor } from '~/auth/identity.server'
import { formatFullName } from '~/domain/accounts/account'
import { requireStudent } from '~/domain/accounts/people.server'
import { findCard, findDayCode, makeCard, makeDayCode, unlockCard, withdrawCard } from '~/domain/cards/cards.server'
import { type NewCard, newCard } from '~/domain/cards/schema'
import { formatIsoDay, getToday, toDay, toUtcMidnight } from '~/domain/events/days'
import { getDaysOfTerm, getTermOfDay } from '~/domain/events/term'
import { parsePathId } from '~/domain/path-id'
import { orNotFound } from '~/domain/refused'
import { type FormResult, handleSubmission, parseForm } from '~/http/forms/form.server'
import { readSubmission } from '~/http/forms/idempotency.server'
import { redirectWithMessage } from '~/http/forms/message.server'
import { createPageLoader } from '~/http/forms/pages.server'
import { getOrigin } from '~/http/middleware/origin'
import { paths } from '~/paths'
import { qrCodeOf } from '~/routes/parts/qr/qr-code.server'
import { defineScreen } from '~/screen'
import { logSecurity } from '~/security-log.server'
import { formatDateTime, formatDay } from '~/ui/dates'
import { DateField } from '~/ui/forms/date-field'
import { TextField } from '~/ui/forms/field'
import { useSiteForm, ValidatedForm } from '~/ui/forms/form'
import { PostForm } from '~/ui/forms/post-form'
import { SubmitButton } from '~/ui/forms/submit-button'
import { BackLink } from '~/ui/portal/back-link'
import { SectionCard } from '~/ui/section-card'
import { CodeForToday, PrintedCard } from './printed'

export const handle = defineScreen<typeof loader>({ access: 'tutor', title: 'Sign-in card', detail: formatFullName })

const DAY = 24 * 3_600_000

/** The last day of the term that today is in, or of the next one in its last two weeks. */
function endOfTerm(): string {
  const soon = toDay(toUtcMidnight(getToday()) + 14 * DAY)
  return formatIsoDay(toDay(Date.parse(getDaysOfTerm(getTermOfDay(soon)).before) - DAY))
}

export const loader = createPageLoader(async ({ db, settings, id, request }) => {
  const { firstName, lastName } = await requireStudent(db, id)
  const [card, code] = [await findCard(db, id), await findDayCode(db, id)]
  const { signInCards } = settings
  // Where the operator allows no more, what is there can still be taken back.
  orNotFound(signInCards || card || code || null)
  return {
    id,
    firstName,
    lastName,
    signInCards,
    card,
    code,
    until: endOfTerm(),
    place: placeOf(request, settings),
  }
})

/** Where students type a code, as people write an address. */
const placeOf = (...requested: Parameters<typeof getOrigin>) =>
  `${new URL(getOrigin(...requested)).host}${paths.card.index}`

type Answer = FormResult & {
  made?: Parameters<typeof PrintedCard>[0]['card']
  code?: Awaited<ReturnType<typeof makeDayCode>>
}

export async function action(args: ActionFunctionArgs) {
  const { request, params, context } = args
  const tutor = getTutor(args)
  const { db, sign, network, settings } = context
  const { id, firstName, lastName } = await requireStudent(db, parsePathId(params.id))
  const form = await readSubmission(args)
  const { people } = paths.dashboard.profile
  const log = (event: 'sign-in card made' | 'sign-in card taken back') =>
    logSecurity(event, { network, userId: tutor.id, recordId: id })
  const done = (title: string, text: string) =>
    redirectWithMessage(context, settings.signInCards ? people.card(id) : people.one(id), {
      kind: 'success',
      title,
      text,
    })
  if (form.get('intent') === 'take-back') {
    await withdrawCard(db, tutor, id)
    log('sign-in card taken back')
    return done('Taken back', 'The card or code does not work any more, and whoever used it is logged out.')
  }
  orNotFound(settings.signInCards || null)
  switch (form.get('intent')) {
    case 'card': {
      const submission = parseForm(form, newCard)
      return handleSubmission(submission, async (card) => {
        const address = `${getOrigin(request, settings)}${paths.card.one(await makeCard(db, sign, tutor, id, card))}`
        log('sign-in card made')
        const made = {
          firstName,
          lastName,
          until: card.until,
          qr: qrCodeOf(address),
          place: placeOf(request, settings),
        }
        return data<Answer>({ result: submission.reply(), made })
      })
    }
    case 'code':
      log('sign-in card made')
      return data<Answer>({ code: await makeDayCode(db, sign, tutor, id) })
    case 'unlock':
      await unlockCard(db, tutor, id)
      return done('Card unlocked', `${firstName} can type the four numbers again.`)
    default:
      return orNotFound(null)
  }
}

export { pageMeta as meta } from '~/ui/browser/page-meta'
export { clientAction, shouldRevalidate } from '~/ui/forms/post'

export default function SignInCardPage() {
  const { id, firstName, lastName, signInCards, card, code, place } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>() as Answer | undefined
  const shown = { firstName, place, doneAt: paths.dashboard.profile.people.card(id) }
  if (answer?.made) return <PrintedCard card={answer.made} doneAt={shown.doneAt} />
  if (answer?.code) return <CodeForToday made={answer.code} {...shown} />
  return (
    <>
      <BackLink to={paths.dashboard.profile.people.one(id)}>Back to {formatFullName({ firstName, lastName })}</BackLink>
      <h2 className="long-words">Sign-in card of {firstName}</h2>
      <p className="prose mt-2">
        {signInCards
          ? `${firstName} holds the card up to the camera of a tablet or phone and presses one button. Whoever finds the card can do the same, so take it back when it is lost.`
          : 'Sign-in cards are turned off on this website, so nobody can log in with one. If they are turned on again, this one works again, unless you take it back.'}
      </p>
      <div className="mt-6 grid items-start gap-8 lg:grid-cols-2">
        {(card || code) && <WorkingNow />}
        {signInCards && (
          <>
            <NewCardForm answer={answer} />
            <NewCodeForm />
          </>
        )}
      </div>
    </>
  )
}

/** The card and the code that a student has, and how to take them back. */
function WorkingNow() {
  const { signInCards, card, code } = useLoaderData<typeof loader>()
  return (
    <SectionCard id="now" title={card ? 'The card now' : 'The code now'}>
      {card && <CardNow card={card} canUnlock={signInCards} />}
      {code && (
        <p className="mt-2">
          {code.isLocked
            ? `The code for today is locked: it was wrong five times.${signInCards ? ' Please make a new one.' : ''}`
            : `The code for today ends on ${formatDateTime(code.expiresAt)}.`}
        </p>
      )}
      <PostForm intent="take-back" failure="Failed to take it back" isTyped={false} once={false} className="mt-4">
        <SubmitButton variant="danger" submitLabel="Take it back" pendingLabel="Taking it back..." />
      </PostForm>
    </SectionCard>
  )
}

function CardNow({
  card: { expiresAt, lastUsedAt, isLocked, asksForDigits },
  canUnlock,
}: {
  card: NonNullable<Awaited<ReturnType<typeof findCard>>>
  canUnlock: boolean
}) {
  const isOver = expiresAt < new Date().toISOString()
  return (
    <>
      <p className="mt-2">
        {isOver ? 'It ended on' : 'Its last day is'} {formatDay(expiresAt)}
        {asksForDigits && ', with four numbers'}.
      </p>
      <p>{lastUsedAt ? `Last used: ${formatDateTime(lastUsedAt)}.` : 'It has not been used yet.'}</p>
      {isLocked && (
        <>
          <p className="mt-4 font-bold">It is locked: the four numbers were wrong five times.</p>
          {canUnlock && (
            <PostForm intent="unlock" failure="Failed to unlock the card" isTyped={false} once={false} className="mt-4">
              <SubmitButton variant="secondary" submitLabel="Unlock it" pendingLabel="Unlocking..." />
            </PostForm>
          )}
        </>
      )}
    </>
  )
}

function NewCodeForm() {
  const { firstName, place, code } = useLoaderData<typeof loader>()
  return (
    <SectionCard id="code" title="Card forgotten at home?">
      <p className="mt-2">
        {firstName} can log in at <strong>{place}</strong> with a username and six numbers. The numbers work for 12
        hours.
      </p>
      {code && (
        <p className="mt-2">
          {firstName} has a code now. A new one stops it, and logs out whoever came in with it or with the card.
        </p>
      )}
      <PostForm intent="code" failure="Failed to make a code" isTyped={false} once={false} className="mt-4">
        <SubmitButton
          variant="secondary"
          submitLabel={code ? 'Make a new code for today' : 'Make a code for today'}
          pendingLabel="Making..."
        />
      </PostForm>
    </SectionCard>
  )
}

function NewCardForm({ answer }: { answer?: Answer }) {
  const { firstName, until, card } = useLoaderData<typeof loader>()
  const hasCard = card !== null
  const [form, fields] = useSiteForm<NewCard>({
    id: 'new-card',
    result: answer?.form === 'card' ? answer.result : undefined,
    defaultValue: { until },
  })
  return (
    <SectionCard id="new" title={hasCard ? 'Make a new one' : 'Make a card'}>
      {hasCard && <p className="mt-2">The one there is now stops working.</p>}
      <ValidatedForm form={form} intent="card" failure="Failed to make a card" once={false} className="mt-4 space-y-6">
        <DateField
          field={fields.until}
          required
          label="Works until"
          hint="At most a year. This is the end of the term."
        />
        <TextField
          field={fields.digits}
          label="Four numbers (optional)"
          hint={`For more safety. ${firstName} types them after the card is read. Please do not write them on it.`}
          inputMode="numeric"
          autoComplete="off"
        />
        <SubmitButton submitLabel="Make the card" pendingLabel="Making..." />
      </ValidatedForm>
    </SectionCard>
  )
}
