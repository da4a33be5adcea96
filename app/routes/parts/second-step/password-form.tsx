import { getFormProps, type SubmissionResult } from '@conform-to/react'
import type { CurrentPassword } from '~/domain/accounts/schema'
import { Button, ButtonLink } from '~/ui/button'
import { CurrentPasswordField } from '~/ui/forms/current-password'
import { ErrorSummary, useRiverbankForm } from '~/ui/forms/form'
import { PostForm } from '~/ui/forms/post-form'
import { useSubmitting } from '~/ui/forms/submitting'

/** Asks for the current password, which a change of the second step requires. */
export function PasswordForm({
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
  const [form, fields] = useRiverbankForm<CurrentPassword>({ id, intent, result })
  const sending = useSubmitting(intent)
  return (
    <PostForm intent={intent} failure={failure} className="mt-6 space-y-6" {...getFormProps(form)}>
      <ErrorSummary form={form} fields={[fields.currentPassword]} />
      <CurrentPasswordField field={fields.currentPassword} username={username} />
      <div className="flex flex-wrap gap-4">
        <Button variant={variant} busy={sending}>
          {sending ? pendingLabel : submitLabel}
        </Button>
        {cancelTo && (
          <ButtonLink to={cancelTo} variant="secondary">
            Cancel
          </ButtonLink>
        )}
      </div>
    </PostForm>
  )
}
