import { getFormProps, type SubmissionResult } from '@conform-to/react'
import { useEffect, useMemo, useRef } from 'react'
import { getLogInRefusalMessage } from '~/auth/log-in-messages'
import type { SecondStepCode } from '~/domain/accounts/schema'
import { useCentre } from '~/ui/browser/root-data'
import { CodeField } from '~/ui/forms/field'
import { ErrorSummary, useSiteForm } from '~/ui/forms/form'
import { PostForm } from '~/ui/forms/post-form'
import { SubmitButton } from '~/ui/forms/submit-button'
import { RefusedNotice } from './refused-notice'

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
        failure={{ title: 'Login failed', words: (status) => `Failed to log in: ${status}` }}
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
