import { getFormProps, type SubmissionResult } from '@conform-to/react'
import type { CurrentPassword } from '~/domain/accounts/schema'
import { Button, ButtonLink } from '~/ui/button'
import { CurrentPasswordField } from '~/ui/current-password'
import { ErrorSummary, useRiverbankForm } from '~/ui/form'
import { PostForm } from '~/ui/post-form'
import { useSubmitting } from '~/ui/submitting'

/** Asks for the current password, which a change of the second step requires. */
export function PasswordForm({
  id,
  intent,
  username,
  result,
  look,
  deed,
  doing,
  failure,
  cancelTo,
}: {
  id: string
  /** The form's intent, on a page with several forms. */
  intent?: string
  username: string
  result?: SubmissionResult<string[]>
  look?: 'danger'
  deed: string
  doing: string
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
        <Button look={look} busy={sending}>
          {sending ? doing : deed}
        </Button>
        {cancelTo && (
          <ButtonLink to={cancelTo} look="secondary">
            Cancel
          </ButtonLink>
        )}
      </div>
    </PostForm>
  )
}
