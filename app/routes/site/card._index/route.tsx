import type { SubmissionResult } from '@conform-to/react'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { logInByCard, logInByDayCode, scannedCard } from '~/auth/card.server'
import { cookieCheck, keepsNoCookies, noCookies } from '~/auth/cookie-check'
import { cardDigits, type DayCode, dayCode } from '~/domain/cards/schema'
import { orNotFound, Refused } from '~/domain/refused'
import { check, saving } from '~/http/forms/form.server'
import { readSubmission } from '~/http/forms/idempotency.server'
import { paths } from '~/paths'
import { defineScreen } from '~/screen'
import { CodeField, TextField } from '~/ui/forms/field'
import { CheckedForm, useRiverbankForm } from '~/ui/forms/form'
import { SubmitButton } from '~/ui/forms/submit-button'
import { Link } from '~/ui/link'
import { PhoneLink } from '~/ui/site/phone-link'
import { SingleCard } from '~/ui/site/single-card'

export const handle = defineScreen<typeof loader>({
  access: 'anyone',
  title: 'Log in',
  detail: ({ holder }) => (holder === 'lost' ? noCookies.title : undefined),
  cache: 'private',
})

/** Asks whoever scanned a card whether it is them; without a card, for a code for the day. A GET changes nothing: scanners follow links. */
export async function loader(args: LoaderFunctionArgs) {
  orNotFound(args.context.settings.signInCards || null)
  const isLost = keepsNoCookies(args.request)
  if (isLost === false) throw redirect(paths.card.index, 303)
  const holder = isLost ? ('lost' as const) : await scannedCard(args)
  return data({ holder }, { status: holder === 'unknown' ? 404 : 200 })
}

export async function action(args: ActionFunctionArgs) {
  orNotFound(args.context.settings.signInCards || null)
  const form = await readSubmission(args)
  if (form.get('intent') === 'code')
    return saving(check(form, dayCode), (typed) => enter(args, logInByDayCode(args, typed)))
  // What the card's own page tells: that it is no card any more.
  const elsewhere = (error: unknown) =>
    error instanceof Refused && error.status === 404
      ? Promise.resolve(redirect(paths.card.index, { status: 303 }))
      : undefined
  return saving(check(form, cardDigits), ({ digits }) => enter(args, logInByCard(args, digits)), { elsewhere })
}

async function enter({ request }: ActionFunctionArgs, loggingIn: Promise<Headers>) {
  const headers = await loggingIn
  // A page load: the portal does not need this page's scripts.
  headers.set('X-Remix-Reload-Document', 'true')
  return redirect(cookieCheck(paths.dashboard.index, request), { status: 303, headers })
}

export { clientAction, shouldRevalidate } from '~/ui/forms/post'
export { publicMeta as meta } from '~/ui/site/public-meta'

export default function SignInCard() {
  const { holder } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()?.result
  return (
    <SingleCard heading="card">
      {holder === null ? (
        <ByCode result={result} />
      ) : holder === 'lost' ? (
        <NoCookies />
      ) : holder === 'unknown' ? (
        <NoCard />
      ) : (
        <ByCard {...holder} result={result} />
      )}
      <p className="mt-6">
        <Link to={paths.portal} className="inline-flex min-h-control items-center font-bold">
          Log in with a password
        </Link>
      </p>
    </SingleCard>
  )
}

interface Holder {
  firstName: string
  asksForDigits: boolean
  isLocked: boolean
}

function ByCard({ firstName, asksForDigits, isLocked, result }: Holder & { result?: SubmissionResult<string[]> }) {
  const [form, { digits }] = useRiverbankForm<{ digits: string }>({ id: 'card-form', result })
  if (isLocked) return <Locked />
  return (
    <>
      <h1 id="card" className="long-words">
        Hello {firstName}
      </h1>
      <CheckedForm
        form={form}
        failure="Login failed"
        once={false}
        isTyped={false}
        reloadDocument
        className="mt-6 space-y-6"
      >
        {asksForDigits && <CodeField field={digits} required label="Your four numbers" />}
        <SubmitButton className="min-h-[96px] w-full text-h2" submitLabel="Log in" pendingLabel="Logging in..." />
      </CheckedForm>
      <p className="mt-6">Not {firstName}? Do not press. Give the card back.</p>
    </>
  )
}

function Locked() {
  return (
    <>
      <h1 id="card">Your card is locked</h1>
      <p className="mt-4 text-lead">The numbers were wrong too often. Ask your tutor to help.</p>
    </>
  )
}

function NoCookies() {
  return (
    <>
      <h1 id="card">{noCookies.title}</h1>
      <p className="mt-4 text-lead">{noCookies.card}</p>
    </>
  )
}

function NoCard() {
  return (
    <>
      <h1 id="card">This card does not work</h1>
      <p className="mt-4 text-lead">
        It may be an old one. Ask your tutor for a new card, or ring us on
        <PhoneLink inText />.
      </p>
    </>
  )
}

function ByCode({ result }: { result?: SubmissionResult<string[]> }) {
  const [form, { username, code }] = useRiverbankForm<DayCode>({ id: 'code-form', result })
  return (
    <>
      <h1 id="card">Log in with a code</h1>
      <p className="mt-4 text-lead">Forgot your card? Your tutor can give you six numbers for today.</p>
      <CheckedForm
        form={form}
        intent="code"
        failure="Login failed"
        once={false}
        isTyped={false}
        reloadDocument
        className="mt-6 space-y-6"
      >
        <TextField field={username} required label="Your username" autoComplete="username" />
        <CodeField field={code} required label="Your six numbers" />
        <SubmitButton className="w-full" submitLabel="Log in" pendingLabel="Logging in..." />
      </CheckedForm>
    </>
  )
}
