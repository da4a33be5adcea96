import type { SubmissionResult } from '@conform-to/react'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { findScannedCard, logInByCard, logInByDayCode, readScannedPage } from '~/auth/card.server'
import { getCookieCheckPath, hasNoCookieSupport, NO_COOKIES_MESSAGE } from '~/auth/cookie-check'
import { cardDigits, type DayCode, dayCode } from '~/domain/cards/schema'
import { orNotFound, Refused } from '~/domain/refused'
import { handleSubmission, parseForm } from '~/http/forms/form.server'
import { readSubmission } from '~/http/forms/idempotency.server'
import { selectByIntent } from '~/http/forms/intent.server'
import { paths } from '~/paths'
import { defineScreen } from '~/screen'
import { CodeField, TextField } from '~/ui/forms/field'
import { useSiteForm, ValidatedForm } from '~/ui/forms/form'
import { SubmitButton } from '~/ui/forms/submit-button'
import { Link } from '~/ui/link'
import { PhoneLink } from '~/ui/site/contact-links'
import { SingleCard } from '~/ui/site/single-card'

export const handle = defineScreen<typeof loader>({
  access: 'anyone',
  title: 'Log in',
  detail: ({ holder }) => (holder === 'lost' ? NO_COOKIES_MESSAGE.title : undefined),
  cache: 'private',
  isTask: true,
})

/**
 * After a scan, asks the student to confirm; otherwise asks for a day code. A GET changes nothing, since link scanners open the
 * address too.
 */
export async function loader(args: LoaderFunctionArgs) {
  orNotFound(args.context.settings.signInCards || null)
  const hasNoCookies = hasNoCookieSupport(args.request)
  if (hasNoCookies === false) throw redirect(paths.card.index, 303)
  const holder = hasNoCookies ? ('lost' as const) : await findScannedCard(args)
  return data({ holder }, { status: holder === 'unknown' ? 404 : 200 })
}

export async function action(args: ActionFunctionArgs) {
  orNotFound(args.context.settings.signInCards || null)
  const form = await readSubmission(args)
  const isCode = selectByIntent(form, { code: true }, false)
  if (isCode)
    return handleSubmission(parseForm(form, dayCode), (typed) => finishLogIn(args, logInByDayCode(args, typed)))
  // The page then says that the card does not work.
  const redirectOnRefusal = (error: unknown) =>
    error instanceof Refused && error.kind === 'notFound'
      ? Promise.resolve(redirect(paths.card.index, { status: 303 }))
      : undefined
  return handleSubmission(parseForm(form, cardDigits), ({ digits }) => finishLogIn(args, logInByCard(args, digits)), {
    redirectOnRefusal,
  })
}

async function finishLogIn(args: ActionFunctionArgs, logIn: Promise<Headers>) {
  const headers = await logIn
  // Force a page load, since the portal does not need this page's scripts.
  headers.set('X-Remix-Reload-Document', 'true')
  return redirect(getCookieCheckPath(await readScannedPage(args), args.request), { status: 303, headers })
}

export { clientAction, shouldRevalidate } from '~/ui/forms/post'
export { publicMeta as meta } from '~/ui/site/public-meta'

export default function CardLogIn() {
  const { holder } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()?.result
  return (
    <SingleCard heading="card">
      {holder === null ? (
        <DayCodeForm result={result} />
      ) : holder === 'lost' ? (
        <NoCookies />
      ) : holder === 'unknown' ? (
        <UnknownCard />
      ) : (
        <CardForm {...holder} result={result} />
      )}
      <p className="mt-6">
        <Link to={paths.portal} className="inline-flex min-h-control items-center font-bold">
          Log in with a password
        </Link>
      </p>
    </SingleCard>
  )
}

interface CardHolder {
  firstName: string
  asksForDigits: boolean
  isLocked: boolean
}

function CardForm({
  firstName,
  asksForDigits,
  isLocked,
  result,
}: CardHolder & { result?: SubmissionResult<string[]> }) {
  const [form, { digits }] = useSiteForm<{ digits: string }>({ id: 'card-form', result })
  if (isLocked) return <LockedCard />
  return (
    <>
      <h1 id="card" className="long-words">
        Hello {firstName}
      </h1>
      <ValidatedForm
        form={form}
        failure="Login failed"
        hasIdempotencyKey={false}
        isTyped={false}
        reloadDocument
        className="mt-6 space-y-6"
      >
        {asksForDigits && <CodeField field={digits} required label="Your four numbers" />}
        <SubmitButton className="min-h-[96px] w-full text-h2" submitLabel="Log in" pendingLabel="Logging in..." />
      </ValidatedForm>
      <p className="mt-6">Not {firstName}? Do not press the button. Give the card back.</p>
    </>
  )
}

function LockedCard() {
  return (
    <>
      <h1 id="card">Your card is locked</h1>
      <p className="mt-4 text-lead">The numbers were wrong too many times. Ask your tutor to help.</p>
    </>
  )
}

function NoCookies() {
  return (
    <>
      <h1 id="card">{NO_COOKIES_MESSAGE.title}</h1>
      <p className="mt-4 text-lead">{NO_COOKIES_MESSAGE.card}</p>
    </>
  )
}

function UnknownCard() {
  return (
    <>
      <h1 id="card">This card does not work</h1>
      <p className="mt-4 text-lead">
        It may be an old card. Ask your tutor for a new card, or ring us on
        <PhoneLink isInText />.
      </p>
    </>
  )
}

function DayCodeForm({ result }: { result?: SubmissionResult<string[]> }) {
  const [form, { username, code }] = useSiteForm<DayCode>({ id: 'code-form', result })
  return (
    <>
      <h1 id="card">Log in with a code</h1>
      <p className="mt-4 text-lead">Forgot your card? Your tutor can give you six numbers for today.</p>
      <ValidatedForm
        form={form}
        intent="code"
        failure="Login failed"
        hasIdempotencyKey={false}
        isTyped={false}
        reloadDocument
        className="mt-6 space-y-6"
      >
        <TextField field={username} required label="Your username" autoComplete="username" isLiteral />
        <CodeField field={code} required label="Your six numbers" />
        <SubmitButton className="w-full" submitLabel="Log in" pendingLabel="Logging in..." />
      </ValidatedForm>
    </>
  )
}
