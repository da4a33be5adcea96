import { getFormProps, type SubmissionResult } from '@conform-to/react'
import { Form, Link } from '@remix-run/react'
import { type FormEvent, useMemo, useState } from 'react'
import { logInFailure, logInRefusal } from '~/auth/log-in-words'
import type { Credentials } from '~/domain/accounts/schema'
import { paths } from '~/paths'
import type { Failed } from '~/ui/browser/answered'
import { ApiError, failedCall, logIn } from '~/ui/browser/api-client'
import { useRefusedForm } from '~/ui/browser/refused-forms'
import { useCentre } from '~/ui/browser/root-data'
import { Button } from '~/ui/button'
import { toastAfterNavigation } from '~/ui/dialogs/toast'
import { CheckboxField, PasswordField, TextField } from '~/ui/forms/field'
import { checkedFirst, ErrorSummary, useRiverbankForm } from '~/ui/forms/form'
import { RingLink } from '~/ui/site/phone-link'
import { RefusedNotice } from './refused-notice'

const rules = () => import('~/domain/accounts/schema').then(({ credentials }) => credentials)

/** Where families write to, who would otherwise try to log in first. */
function NotForYou() {
  const { phone, phoneLink } = useCentre()
  const link = 'inline-flex min-h-target items-center'
  return (
    <p className="mt-2 text-small">
      Not a student or tutor?{' '}
      <span className="inline-block">
        <Link to={paths.contact} className={link}>
          Write to us
        </Link>{' '}
        or <RingLink className={link}>{phoneLink ? 'ring us' : `ring us: ${phone}`}</RingLink>
      </span>
    </p>
  )
}

/** The card 'Log In': a plain form; where scripts run it logs in by the API, which also returns the token. */
export function LogInForm({
  next,
  leadsTo,
  signInCards,
  notice,
  result,
  problem,
}: {
  next: string
  /** Where a log-in by script goes, and from there to `next`. */
  leadsTo: string
  /** Why a right password did not log in. */
  notice: { title: string; text: string } | null
  /** Whether students may have a code for the day. */
  signInCards: boolean
  result?: SubmissionResult<string[]> | null
  problem?: number | null
}) {
  const [pending, setPending] = useState(false)
  const [refusal, setRefusal] = useState<Failed | null>(null)
  const [form, fields] = useRiverbankForm<Credentials>({ id: 'log-in', result, rules })

  async function logInHere(event: FormEvent<HTMLFormElement>) {
    const values = new FormData(event.currentTarget)
    const username = String(values.get('username')).trim()
    const password = String(values.get('password'))
    // An invalid form goes to the server, whose answer Conform shows.
    if (username.length < 2 || password.length < 1) return
    event.preventDefault()
    const form = event.currentTarget
    setPending(true)
    setRefusal(null)
    try {
      await logIn({ username, password, rememberMe: values.get('rememberMe') === 'on' })
      toastAfterNavigation(next, {
        kind: 'success',
        title: 'Login successful',
        text: 'Welcome to the Student Portal.',
      })
      window.location.assign(leadsTo)
    } catch (error) {
      // With a second step the form is submitted as without scripts; the response asks for the code.
      if (error instanceof ApiError && error.refusal?.errors?.code) return form.submit()
      setPending(false)
      setRefusal(failedCall(error))
    }
  }

  const refused = useMemo(() => {
    if (!refusal && !problem) return notice
    const text = refusal ? logInFailure(refusal) : logInRefusal(problem ?? 0)
    const isWrong = (refusal?.status ?? problem) === 401
    return { text, hint: isWrong ? 'The username or the password is not right.' : undefined }
  }, [refusal, problem, notice])
  useRefusedForm(refused !== notice)
  return (
    <section aria-labelledby="log-in-heading" className="rounded bg-white p-6 sm:p-8">
      <h2 id="log-in-heading">Log In</h2>
      <NotForYou />
      <Form
        method="post"
        className="mt-4 space-y-6"
        {...getFormProps(form)}
        onSubmit={checkedFirst(form.onSubmit, logInHere)}
      >
        {refused && <RefusedNotice refusal={refused} />}
        <ErrorSummary form={form} fields={[fields.username, fields.password]} />
        <input type="hidden" name="next" value={next} />
        <TextField field={fields.username} required label="Username" autoComplete="username" />
        <PasswordField field={fields.password} required label="Password" autoComplete="current-password" />
        <CheckboxField field={fields.rememberMe} label="Remember me" hint="Only on your own phone or computer." />
        <Button busy={pending} className="w-full">
          {pending ? 'Logging in...' : 'Log In'}
        </Button>
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
      </Form>
    </section>
  )
}
