import { getFormProps, type SubmissionResult } from '@conform-to/react'
import { Form } from '@remix-run/react'
import { type FormEvent, useState } from 'react'
import { logInRefusal } from '~/auth/log-in-words'
import type { Credentials } from '~/domain/accounts/schema'
import { ApiError, logIn } from '~/ui/api-client'
import { Button } from '~/ui/button'
import { CheckboxField, PasswordField, TextField } from '~/ui/field'
import { checkedFirst, ErrorSummary, useRiverbankForm } from '~/ui/form'
import { Notice } from '~/ui/notice'
import { toastAfterNavigation, useToast } from '~/ui/toast'

const rules = () => import('~/domain/accounts/schema').then(({ credentials }) => credentials)

/** The card 'Log In': a plain form; where scripts run it logs in by the API, which also returns the token. */
export function LogInForm({
  next,
  result,
  problem,
}: {
  next: string
  result?: SubmissionResult<string[]> | null
  problem?: number | null
}) {
  const toast = useToast()
  const [pending, setPending] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
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
      toastAfterNavigation({ kind: 'success', title: 'Login successful', text: 'Welcome to the Student Portal.' })
      window.location.assign(next)
    } catch (error) {
      // With a second step the form is submitted as without scripts; the response asks for the code.
      if (error instanceof ApiError && error.refusal.errors?.code) return form.submit()
      const text = logInRefusal(error instanceof ApiError ? error.status : 'no connection')
      setPending(false)
      setRefusal(text)
      toast({ kind: 'error', title: 'Login failed', text, isOnForm: true })
    }
  }

  const refused = refusal ?? (problem ? logInRefusal(problem) : null)
  return (
    <section aria-labelledby="log-in-heading" className="rounded bg-white p-6 sm:p-8">
      <h2 id="log-in-heading">Log In</h2>
      <Form
        method="post"
        className="mt-6 space-y-6"
        {...getFormProps(form)}
        onSubmit={checkedFirst(form.onSubmit, logInHere)}
      >
        {refused && <Notice kind="error" title="Login failed" text={refused} />}
        <ErrorSummary form={form} fields={[fields.username, fields.password]} />
        <input type="hidden" name="next" value={next} />
        <TextField field={fields.username} label="Username" autoComplete="username" />
        <PasswordField field={fields.password} label="Password" autoComplete="current-password" />
        <CheckboxField field={fields.rememberMe} label="Remember me" hint="Only on your own phone or computer." />
        <Button busy={pending} className="w-full">
          {pending ? 'Logging in...' : 'Log In'}
        </Button>
        <p>
          <a href="#help" className="inline-flex min-h-[32px] items-center">
            Need help?
          </a>
        </p>
      </Form>
    </section>
  )
}
