import type { SubmissionResult } from '@conform-to/react'
import type { CurrentPassword } from '~/domain/accounts/schema'
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
