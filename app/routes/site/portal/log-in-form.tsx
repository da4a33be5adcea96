import { getFormProps, type SubmissionResult } from '@conform-to/react'
import { Form, Link } from '@remix-run/react'
import { type FormEvent, useEffect, useMemo, useRef, useState } from 'react'
import { getLogInFailureMessage, getLogInRefusalMessage } from '~/auth/log-in-messages'
import type { Credentials, SecondStepCode } from '~/domain/accounts/schema'
import { paths } from '~/paths'
import { ApiError, logInByApi, toCallFailure } from '~/ui/browser/api-client'
import { useCountRefusedForm } from '~/ui/browser/refused-forms'
import type { RequestFailure } from '~/ui/browser/request-failure'
import { useCentre } from '~/ui/browser/root-data'
import { Button } from '~/ui/button'
import { showToastAfterNavigation } from '~/ui/dialogs/toast'
import { CheckboxField, CodeField, PasswordField, TextField } from '~/ui/forms/field'
import { ErrorSummary, useSiteForm, validateFirst } from '~/ui/forms/form'
import { PostForm } from '~/ui/forms/post-form'
import { SubmitButton } from '~/ui/forms/submit-button'
import { Icon } from '~/ui/icon'

/** Why a log-in was refused, above its fields. Each new `refusal` gets the focus. */
function RefusedNotice({ refusal }: { refusal: { title?: string; text: string; hint?: string } }) {
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (refusal) notice.current?.focus()
  }, [refusal])
  return (
    <div ref={notice} role="alert" tabIndex={-1} className="flex gap-3 rounded border-2 border-brick bg-brick-tint p-4">
      <Icon name="warning" className="mt-1 h-6 w-6 shrink-0 text-brick" />
      <div>
        {/* biome-ignore lint/a11y/noAutofocus: without scripts nothing else can take the reader to the error */}
        <p tabIndex={-1} autoFocus className="font-bold">
          {refusal.title ?? 'Login failed'}
        </p>
        {refusal.hint && <p>{refusal.hint}</p>}
        <p className={refusal.hint && 'mt-2 text-small'}>{refusal.text}</p>
      </div>
    </div>
  )
}

const rules = () => import('~/domain/accounts/schema').then(({ credentials }) => credentials)

/** The 'Log In' form. With scripts it uses the API, which also returns the token. */
export function LogInForm({
  next,
  redirectPath,
  signInCards,
  notice,
  result,
  problem,
}: {
  next: string
  /** Where a scripted log-in goes first; it redirects to `next`. */
  redirectPath: string
  notice: { title: string; text: string } | null
  signInCards: boolean
  result?: SubmissionResult<string[]> | null
  problem?: number | null
}) {
  const [pending, setPending] = useState(false)
  const [refusal, setRefusal] = useState<RequestFailure | null>(null)
  const [form, fields] = useSiteForm<Credentials>({ id: 'log-in', result, rules })

  async function logInByScript(event: FormEvent<HTMLFormElement>) {
    const values = new FormData(event.currentTarget)
    const username = String(values.get('username')).trim()
    const password = String(values.get('password'))
    setRefusal(null)
    // Let the server refuse an invalid form, or remove errors shown earlier; Conform shows its response.
    if (username.length < 2 || password.length < 1 || !fields.username.valid || !fields.password.valid) return
    event.preventDefault()
    const form = event.currentTarget
    setPending(true)
    try {
      await logInByApi({ username, password, rememberMe: values.get('rememberMe') === 'on' })
      showToastAfterNavigation(next, {
        kind: 'success',
        title: 'Login successful',
        text: 'Welcome to the Student Portal.',
      })
      window.location.assign(redirectPath)
    } catch (error) {
      // With a second step, submit the form without scripts; the response asks for the code.
      if (error instanceof ApiError && error.refusal?.errors?.code) return form.submit()
      setPending(false)
      setRefusal(toCallFailure(error))
    }
  }

  const refused = useMemo(() => {
    if (!refusal && !problem) return notice
    const text = refusal ? getLogInFailureMessage(refusal) : getLogInRefusalMessage(problem ?? 0)
    const isWrong = (refusal?.status ?? problem) === 401
    return { text, hint: isWrong ? 'The username or the password is wrong.' : undefined }
  }, [refusal, problem, notice])
  useCountRefusedForm(refused !== notice)
  return (
    <section aria-labelledby="log-in-heading" className="rounded bg-white p-6 sm:p-8">
      <h2 id="log-in-heading">Log In</h2>
      <Form
        method="post"
        className="mt-4 space-y-6"
        {...getFormProps(form)}
        onSubmit={validateFirst(form.onSubmit, logInByScript)}
      >
        {refused && <RefusedNotice refusal={refused} />}
        <ErrorSummary form={form} fields={[fields.username, fields.password]} />
        <input type="hidden" name="next" value={next} />
        <TextField field={fields.username} required label="Username" autoComplete="username" isLiteral />
        <PasswordField field={fields.password} required label="Password" autoComplete="current-password" />
        <CheckboxField field={fields.rememberMe} label="Remember me" hint="Only on your own phone or computer." />
        <Button isBusy={pending} className="w-full">
          {pending ? 'Logging in...' : 'Log In'}
        </Button>
        <div className="flex flex-wrap gap-x-8">
          <p>
            <a href="#help" className="inline-flex min-h-target items-center">
              Need help?
            </a>
          </p>
          {signInCards && (
            <p>
              <Link to={paths.card.index} className="inline-flex min-h-target items-center">
                I have a code for today
              </Link>
            </p>
          )}
        </div>
      </Form>
    </section>
  )
}

/** Asks for the second-step code, in place of 'Log In'. */
export function CodeForm({ result, problem }: { result?: SubmissionResult<string[]> | null; problem?: number | null }) {
  const { shortName } = useCentre()
  const [form, fields] = useSiteForm<SecondStepCode>({ id: 'code', result })
  // A new object per response, so that each one gets the focus.
  const refusal = useMemo(
    () => (result && problem ? { text: getLogInRefusalMessage(problem) } : null),
    [result, problem],
  )
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    // The focused button is gone with its form. Move the focus, unless the user already types.
    if (document.activeElement === document.body) heading.current?.focus()
  }, [])
  return (
    <section aria-labelledby="code-heading" className="rounded bg-white p-6 sm:p-8">
      <h2 id="code-heading" ref={heading} tabIndex={-1}>
        One more step
      </h2>
      <p className="mt-4">Your password is correct. Now open the authenticator app on your phone.</p>
      <p className="mt-2">
        No phone? Type one of your recovery codes. If you have none, another tutor or the office can help.
      </p>
      <PostForm
        intent="code"
        failure={{ title: 'Login failed', text: (status) => `Failed to log in: ${status}` }}
        hasIdempotencyKey={false}
        className="mt-6 space-y-6"
        {...getFormProps(form)}
      >
        {refusal ? <RefusedNotice refusal={refusal} /> : <ErrorSummary form={form} fields={[fields.code]} />}
        <CodeField
          field={fields.code}
          required
          label="The code from your app, or a recovery code"
          hint={`The app shows six numbers next to ${shortName}. A recovery code has twelve.`}
        />
        <SubmitButton className="w-full" submitLabel="Log In" pendingLabel="Logging in..." />
      </PostForm>
      <PostForm failure="Failed to start again" isTyped={false} hasIdempotencyKey={false} className="mt-4">
        <SubmitButton
          name="intent"
          value="start-again"
          variant="secondary"
          className="w-full"
          submitLabel="Start again"
          pendingLabel="Starting again..."
        />
      </PostForm>
    </section>
  )
}
