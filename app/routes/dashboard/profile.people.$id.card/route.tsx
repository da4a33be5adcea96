import { type ActionFunctionArgs, data } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { tutorOf } from '~/auth/identity.server'
import { requireStudent } from '~/domain/accounts/people.server'
import { findCard, makeCard, makeDayCode, takeBackCard, unlockCard } from '~/domain/cards/cards.server'
import { type NewCard, newCard } from '~/domain/cards/schema'
import { dayAt, isoDay, midnight, today } from '~/domain/events/days'
import { daysOf, termAt } from '~/domain/events/term'
import { pathId } from '~/domain/path-id'
import { orNotFound } from '~/domain/refused'
import { logSecurity } from '~/http/errors/security-log.server'
import { readForm } from '~/http/forms/body'
import { check, type FormAnswer, saving } from '~/http/forms/form.server'
import { redirectWithMessage } from '~/http/forms/message.server'
import { pageLoader } from '~/http/forms/pages.server'
import { originOf } from '~/http/gate/origin'
import { qrCodeOf } from '~/routes/parts/qr/qr-code.server'
import { pageTitle } from '~/ui/browser/page-title'
import { dayInWords, momentInWords } from '~/ui/dates'
import { DateField } from '~/ui/forms/date-field'
import { TextField } from '~/ui/forms/field'
import { CheckedForm, useRiverbankForm } from '~/ui/forms/form'
import { PostForm } from '~/ui/forms/post-form'
import { SubmitButton } from '~/ui/forms/submit-button'
import { BackLink } from '~/ui/portal/back-link'
import { SectionCard } from '~/ui/section-card'
import { CodeForToday, PrintedCard } from './printed'

const DAY = 24 * 3_600_000

/** The last day of the term that today is in, or of the next one in its last two weeks. */
function endOfTerm(): string {
  const soon = dayAt(midnight(today()) + 14 * DAY)
  return isoDay(dayAt(Date.parse(daysOf(termAt(soon)).before) - DAY))
}

export const loader = pageLoader(async ({ db, settings, id, request }) => {
  orNotFound(settings.signInCards || null)
  const { firstName, lastName } = await requireStudent(db, id)
  return {
    id,
    firstName,
    lastName,
    card: await findCard(db, id),
    until: endOfTerm(),
    place: placeOf(request, settings),
  }
})

/** Where students type a code, as people write an address. */
const placeOf = (...asked: Parameters<typeof originOf>) => `${new URL(originOf(...asked)).host}/card`

type Answer = FormAnswer & { made?: Parameters<typeof PrintedCard>[0]['card']; code?: string }

export async function action(args: ActionFunctionArgs) {
  const { request, params, context } = args
  const tutor = tutorOf(args)
  orNotFound(context.settings.signInCards || null)
  const { db, seal, network } = context
  const { id, firstName, lastName } = await requireStudent(db, pathId(params.id))
  const form = await readForm(request)
  const log = (event: 'sign-in card made' | 'sign-in card taken back') =>
    logSecurity(event, { network, userId: tutor.id, recordId: id })
  const done = (title: string, text: string) =>
    redirectWithMessage(context, `/dashboard/profile/people/${id}/card`, { kind: 'success', title, text })
  switch (form.get('intent')) {
    case 'card': {
      const submission = check(form, newCard)
      return saving(submission, async (card) => {
        const address = `${originOf(request, context.settings)}/card/${await makeCard(db, seal, tutor, id, card)}`
        log('sign-in card made')
        const made = {
          firstName,
          lastName,
          until: card.until,
          qr: qrCodeOf(address),
          place: placeOf(request, context.settings),
        }
        return data<Answer>({ result: submission.reply(), made })
      })
    }
    case 'code':
      log('sign-in card made')
      return data<Answer>({ code: await makeDayCode(db, seal, tutor, id) })
    case 'take-back':
      await takeBackCard(db, tutor, id)
      log('sign-in card taken back')
      return done('Card taken back', 'It does not work any more, and whoever used it is logged out.')
    case 'unlock':
      await unlockCard(db, tutor, id)
      return done('Card unlocked', `${firstName} can type the four numbers again.`)
    default:
      return orNotFound(null)
  }
}

export const meta = pageTitle<typeof loader>('Sign-in card', {
  of: ({ firstName, lastName }) => `${firstName} ${lastName}`,
})
export { clientAction, shouldRevalidate } from '~/ui/forms/post'

export default function SignInCard() {
  const { id, firstName, lastName, card, place } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>() as Answer | undefined
  const here = `/dashboard/profile/people/${id}`
  if (answer?.made) return <PrintedCard card={answer.made} doneAt={`${here}/card`} />
  if (answer?.code) return <CodeForToday code={answer.code} firstName={firstName} doneAt={`${here}/card`} />
  return (
    <>
      <BackLink to={here}>
        Back to {firstName} {lastName}
      </BackLink>
      <h2 className="long-words">Sign-in card of {firstName}</h2>
      <p className="prose mt-2">
        {firstName} holds the card up to the camera of a tablet or phone and presses one button. Whoever finds the card
        can do the same, so take it back when it is lost.
      </p>
      <div className="mt-6 grid items-start gap-8 lg:grid-cols-2">
        {card && <CardNow card={card} />}
        <NewCardForm answer={answer} />
        <SectionCard id="code" title="Card forgotten at home?">
          <p className="mt-2">
            {firstName} types six numbers at <strong>{place}</strong> and is logged in. They work for 12 hours.
          </p>
          <PostForm intent="code" failure="Failed to make a code" isTyped={false} once={false} className="mt-4">
            <SubmitButton variant="secondary" submitLabel="Make a code for today" pendingLabel="Making..." />
          </PostForm>
        </SectionCard>
      </div>
    </>
  )
}

function CardNow({
  card: { expiresAt, lastUsedAt, isLocked, asksForDigits },
}: {
  card: NonNullable<Awaited<ReturnType<typeof findCard>>>
}) {
  const isOver = expiresAt < new Date().toISOString()
  return (
    <SectionCard id="now" title="The card now">
      <p className="mt-2">
        {isOver ? 'It ended on' : 'It works until the end of'} {dayInWords(expiresAt)}
        {asksForDigits && ', with four numbers'}.
      </p>
      <p>{lastUsedAt ? `Last used: ${momentInWords(lastUsedAt)}.` : 'It has not been used yet.'}</p>
      {isLocked && (
        <>
          <p className="mt-4 font-bold">It is locked: the four numbers were wrong five times.</p>
          <PostForm intent="unlock" failure="Failed to unlock the card" isTyped={false} once={false} className="mt-4">
            <SubmitButton variant="secondary" submitLabel="Unlock it" pendingLabel="Unlocking..." />
          </PostForm>
        </>
      )}
      <PostForm intent="take-back" failure="Failed to take the card back" isTyped={false} once={false} className="mt-4">
        <SubmitButton variant="danger" submitLabel="Take it back" pendingLabel="Taking it back..." />
      </PostForm>
    </SectionCard>
  )
}

function NewCardForm({ answer }: { answer?: Answer }) {
  const { firstName, until, card } = useLoaderData<typeof loader>()
  const hasCard = card !== null
  const [form, fields] = useRiverbankForm<NewCard>({
    id: 'new-card',
    result: answer?.form === 'card' ? answer.result : undefined,
    defaultValue: { until },
  })
  return (
    <SectionCard id="new" title={hasCard ? 'Make a new one' : 'Make a card'}>
      {hasCard && <p className="mt-2">The one there is now stops working.</p>}
      <CheckedForm form={form} intent="card" failure="Failed to make a card" once={false} className="mt-4 space-y-6">
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
      </CheckedForm>
    </SectionCard>
  )
}
