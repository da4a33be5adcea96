import { data } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { requireStudent } from '~/domain/accounts/people.server'
import { findCard, findDayCode, makeCard, makeDayCode, unlockCard, withdrawCard } from '~/domain/cards/cards.server'
import { type NewCard, newCard } from '~/domain/cards/schema'
import { formatIsoDay, getToday, toDay, toUtcMidnight } from '~/domain/events/days'
import { getDaysOfTerm, getTermOfDay } from '~/domain/events/term'
import { orNotFound } from '~/domain/refused'
import { type FormResult, handleSubmission, parseForm } from '~/http/forms/form.server'
import { redirectWithMessage } from '~/http/forms/message.server'
import { createIntentAction, createPageLoader, type TutorRequest } from '~/http/forms/pages.server'
import { getOrigin } from '~/http/middleware/canonical'
import { paths } from '~/paths'
import { createQrCode } from '~/routes/parts/qr/qr-code.server'
import { defineScreen } from '~/screen'
import { formatDateTime, formatDay } from '~/ui/dates'
import { DateField } from '~/ui/forms/date-field'
import { TextField } from '~/ui/forms/field'
import { useSiteForm, ValidatedForm } from '~/ui/forms/form'
import { PostForm } from '~/ui/forms/post-form'
import { SubmitButton } from '~/ui/forms/submit-button'
import { BackLink } from '~/ui/portal/back-link'
import { SectionCard } from '~/ui/section-card'
import { PrintedCard, PrintedCode } from './printed'

export const handle = defineScreen<typeof loader>({
  access: 'tutor',
  title: 'Sign-in card',
  detail: ({ name }) => name,
})

const DAY = 24 * 3_600_000

/** The last day of this term or, in its last two weeks, of the next term. */
function getEndOfTerm(): string {
  const inTwoWeeks = toDay(toUtcMidnight(getToday()) + 14 * DAY)
  return formatIsoDay(toDay(Date.parse(getDaysOfTerm(getTermOfDay(inTwoWeeks)).before) - DAY))
}

export const loader = createPageLoader(async ({ db, settings, id, request, tutor }) => {
  const { firstName, name } = await requireStudent(db, tutor, id)
  const [card, code] = [await findCard(db, tutor, id), await findDayCode(db, tutor, id)]
  const { signInCards } = settings
  // Existing cards and codes can still be removed where the operator has turned cards off.
  orNotFound(signInCards || card || code || null)
  return {
    id,
    firstName,
    name,
    signInCards,
    card,
    code,
    until: getEndOfTerm(),
    codeAddress: getCodeAddress(request, settings),
  }
})

/** Where students type a code, without a scheme. */
const getCodeAddress = (...requested: Parameters<typeof getOrigin>) =>
  `${new URL(getOrigin(...requested)).host}${paths.card.index}`

type CardFormResult = FormResult & {
  printed?: Parameters<typeof PrintedCard>[0]['card']
  code?: Awaited<ReturnType<typeof makeDayCode>>
}

type PressCardButton = (
  tutorRequest: TutorRequest,
  student: Awaited<ReturnType<typeof requireStudent>>,
  form: FormData,
) => Promise<unknown>

/** The action of a button for the student in the path. Where the operator has turned cards off, only their removal works. */
const createCardAction =
  (press: PressCardButton, { isRemoval = false } = {}) =>
  async (tutorRequest: TutorRequest, form: FormData) => {
    const { db, settings, tutor, id } = tutorRequest
    const student = await requireStudent(db, tutor, id)
    orNotFound(isRemoval || settings.signInCards || null)
    return press(tutorRequest, student, form)
  }

const logCard = (
  event: 'sign-in card made' | 'sign-in card taken back',
  { network, securityLog, tutor, id }: TutorRequest,
) => securityLog.record(event, { network, userId: tutor.id, recordId: id })

function redirectToCard({ context, settings, id }: TutorRequest, title: string, text: string) {
  const { people } = paths.dashboard.profile
  return redirectWithMessage(context, settings.signInCards ? people.card(id) : people.one(id), {
    kind: 'success',
    title,
    text,
  })
}

export const action = createIntentAction({
  'take-back': createCardAction(
    async (tutorRequest) => {
      await withdrawCard(tutorRequest.db, tutorRequest.tutor, tutorRequest.id)
      logCard('sign-in card taken back', tutorRequest)
      const text = 'It no longer works. Anyone who used it has been logged out.'
      return redirectToCard(tutorRequest, 'Card or code removed', text)
    },
    { isRemoval: true },
  ),
  card: createCardAction(async (tutorRequest, { id, name }, form) => {
    const { db, request, settings, sign, tutor } = tutorRequest
    const submission = parseForm(form, newCard)
    return handleSubmission(submission, async (card) => {
      const address = `${getOrigin(request, settings)}${paths.card.one(await makeCard(db, sign, tutor, id, card))}`
      logCard('sign-in card made', tutorRequest)
      const codeAddress = getCodeAddress(request, settings)
      const printed = { name, until: card.until, qr: createQrCode(address), codeAddress }
      return data<CardFormResult>({ result: submission.reply(), printed })
    })
  }),
  code: createCardAction(async (tutorRequest, { id }) => {
    logCard('sign-in card made', tutorRequest)
    return data<CardFormResult>({ code: await makeDayCode(tutorRequest.db, tutorRequest.sign, tutorRequest.tutor, id) })
  }),
  unlock: createCardAction(async (tutorRequest, { id, firstName }) => {
    await unlockCard(tutorRequest.db, tutorRequest.tutor, id)
    return redirectToCard(tutorRequest, 'Card unlocked', `${firstName} can type the four numbers again.`)
  }),
})

export { pageMeta as meta } from '~/ui/browser/page-meta'
export { ErrorPage as ErrorBoundary } from '~/ui/error-page'
export { clientAction, shouldRevalidate } from '~/ui/forms/post'

export default function SignInCardPage() {
  const { id, firstName, name, signInCards, card, code, codeAddress } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>() as CardFormResult | undefined
  const sheetProps = { firstName, codeAddress, donePath: paths.dashboard.profile.people.card(id) }
  if (answer?.printed) return <PrintedCard card={answer.printed} donePath={sheetProps.donePath} />
  if (answer?.code) return <PrintedCode dayCode={answer.code} {...sheetProps} />
  return (
    <>
      <BackLink to={paths.dashboard.profile.people.one(id)}>Back to {name}</BackLink>
      <h2 className="long-words">Sign-in card for {firstName}</h2>
      <p className="prose mt-2">
        {signInCards
          ? `${firstName} holds the card up to the camera of a tablet or phone and presses one button. Anyone who finds the card can do the same, so remove it if it is lost.`
          : 'Sign-in cards are turned off on this website, so nobody can log in with one. If they are turned on again, this one will work again, unless you remove it.'}
      </p>
      <div className="mt-6 grid items-start gap-8 lg:grid-cols-2">
        {(card || code) && <CurrentAccess />}
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

function CurrentAccess() {
  const { signInCards, card, code } = useLoaderData<typeof loader>()
  return (
    <SectionCard id="now" title={card ? 'Current card' : 'Current code'}>
      {card && <CurrentCard card={card} canUnlock={signInCards} />}
      {code && (
        <p className="mt-2">
          {code.isLocked
            ? `The code for today is locked after five wrong tries.${signInCards ? ' Please make a new one.' : ''}`
            : `The code for today works until ${formatDateTime(code.expiresAt)}.`}
        </p>
      )}
      <PostForm
        intent="take-back"
        failure="Failed to remove it"
        isTyped={false}
        hasIdempotencyKey={false}
        className="mt-4"
      >
        <SubmitButton
          variant="danger"
          submitLabel={`Remove ${[card && 'card', code && 'code'].filter(Boolean).join(' and ')}`}
          pendingLabel="Removing..."
        />
      </PostForm>
    </SectionCard>
  )
}

function CurrentCard({
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
        {isOver ? 'It ended on' : 'It works until'} {formatDay(expiresAt)}.{' '}
        {asksForDigits && ' It asks for four numbers.'}
      </p>
      <p>{lastUsedAt ? `Last used: ${formatDateTime(lastUsedAt)}.` : 'It has not been used yet.'}</p>
      {isLocked && (
        <>
          <p className="mt-4 font-bold">It is locked: the four numbers were wrong five times.</p>
          {canUnlock && (
            <PostForm
              intent="unlock"
              failure="Failed to unlock the card"
              isTyped={false}
              hasIdempotencyKey={false}
              className="mt-4"
            >
              <SubmitButton variant="secondary" submitLabel="Unlock card" pendingLabel="Unlocking..." />
            </PostForm>
          )}
        </>
      )}
    </>
  )
}

function NewCodeForm() {
  const { firstName, codeAddress, code } = useLoaderData<typeof loader>()
  return (
    <SectionCard id="code" title="Card left at home?">
      <p className="mt-2">
        {firstName} can log in at <strong>{codeAddress}</strong> with a username and six numbers. The numbers work for
        12 hours.
      </p>
      {code && (
        <p className="mt-2">
          {firstName} already has a code. A new code replaces it, and logs out anyone who used that code or the card.
        </p>
      )}
      <PostForm
        intent="code"
        failure="Failed to make a code"
        isTyped={false}
        hasIdempotencyKey={false}
        className="mt-4"
      >
        <SubmitButton
          variant="secondary"
          submitLabel={code ? 'Make a new code for today' : 'Make a code for today'}
          pendingLabel="Making..."
        />
      </PostForm>
    </SectionCard>
  )
}

function NewCardForm({ answer }: { answer?: CardFormResult }) {
  const { firstName, until, card } = useLoaderData<typeof loader>()
  const hasCard = card !== null
  const [form, fields] = useSiteForm<NewCard>({
    id: 'new-card',
    result: answer?.form === 'card' ? answer.result : undefined,
    defaultValue: { until },
  })
  return (
    <SectionCard id="new" title={hasCard ? 'Make a new card' : 'Make a card'}>
      {hasCard && <p className="mt-2">The current card will stop working.</p>}
      <ValidatedForm
        form={form}
        intent="card"
        failure="Failed to make a card"
        hasIdempotencyKey={false}
        className="mt-4 space-y-6"
      >
        <DateField
          field={fields.until}
          required
          label="Works until"
          hint="At most a year from now. We suggest the end of the term."
        />
        <TextField
          field={fields.digits}
          label="Four numbers (optional)"
          hint={`For extra safety. ${firstName} types them after scanning the card. Please do not write them on the card.`}
          inputMode="numeric"
          autoComplete="off"
        />
        <SubmitButton submitLabel="Make the card" pendingLabel="Making..." />
      </ValidatedForm>
    </SectionCard>
  )
}
