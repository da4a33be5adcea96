import type { SubmissionResult } from '@conform-to/react'
import { useEffect, useRef } from 'react'
import type { CurrentPassword } from '~/domain/accounts/schema'
import { paths } from '~/paths'
import { useHydrated } from '~/ui/browser/external-store'
import { useCentre } from '~/ui/browser/root-data'
import { Button, ButtonLink } from '~/ui/button'
import { Card } from '~/ui/card'
import { CurrentPasswordField } from '~/ui/forms/current-password'
import { useSiteForm, ValidatedForm } from '~/ui/forms/form'
import { SubmitButton } from '~/ui/forms/submit-button'
import { FormButtons } from '~/ui/lists/list-with-forms'

/** Asks for the current password before a change of the second step. */
export function OwnPasswordForm({
  id,
  intent,
  username,
  result,
  variant,
  submitLabel,
  pendingLabel,
  failure,
  cancelTo,
}: {
  id: string
  intent?: string
  username: string
  result?: SubmissionResult<string[]>
  variant?: 'danger'
  submitLabel: string
  pendingLabel: string
  failure: string
  cancelTo?: string
}) {
  const [form, fields] = useSiteForm<CurrentPassword>({ id, intent, result })
  return (
    <ValidatedForm form={form} intent={intent} failure={failure} className="mt-6 space-y-6">
      <CurrentPasswordField field={fields.currentPassword} username={username} />
      <FormButtons cancelTo={cancelTo}>
        <SubmitButton variant={variant} submitLabel={submitLabel} pendingLabel={pendingLabel} />
      </FormButtons>
    </ValidatedForm>
  )
}

/** Recovery codes, shown once; laid out for print. */
export function RecoveryCodes({ title, codes }: { title: string; codes: string[] }) {
  const { shortName } = useCentre()
  const hydrated = useHydrated()
  const heading = useRef<HTMLHeadingElement>(null)
  // The form that had the focus is gone.
  useEffect(() => heading.current?.focus(), [])
  return (
    <Card as="section" className="max-w-2xl" aria-labelledby="recovery-codes">
      <h2 id="recovery-codes" ref={heading} tabIndex={-1}>
        {title}
      </h2>
      <h3 className="mt-4">{shortName}: your recovery codes</h3>
      <p className="mt-2 font-bold">You will only see them once. Print them or write them down now.</p>
      <p className="mt-2">
        With one of these you can log in without your phone. Each works once. Keep them somewhere safe, not on the
        phone.
      </p>
      <ul className="mt-6 grid gap-x-8 gap-y-2 text-lead sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code} className="border-b border-line pb-2">
            <code className="whitespace-nowrap">{code}</code>
          </li>
        ))}
      </ul>
      <div className="no-print mt-8 flex flex-wrap gap-4">
        <ButtonLink to={paths.dashboard.password.secondStep.index}>I have saved them</ButtonLink>
        {hydrated && (
          <Button type="button" variant="secondary" onClick={() => window.print()}>
            Print
          </Button>
        )}
      </div>
    </Card>
  )
}
