import { getFormProps, type SubmissionResult } from '@conform-to/react'
import type { OwnPassword } from '~/domain/accounts/schema'
import { Button } from '~/ui/button'
import { Card } from '~/ui/card'
import { CurrentPasswordField } from '~/ui/forms/current-password'
import { PasswordField } from '~/ui/forms/field'
import { ErrorSummary, useRiverbankForm } from '~/ui/forms/form'
import { PostForm } from '~/ui/forms/post-form'
import { useSubmitting } from '~/ui/forms/submitting'

export function OwnPasswordForm({ username, result }: { username: string; result?: SubmissionResult<string[]> }) {
  const [form, fields] = useRiverbankForm<OwnPassword>({ id: 'own-password', result })
  const saving = useSubmitting()
  return (
    <Card as="section" aria-labelledby="own-password-heading">
      <h3 id="own-password-heading">Change your password</h3>
      <PostForm failure="Failed to change password" className="mt-4 space-y-6" {...getFormProps(form)}>
        <ErrorSummary form={form} fields={[fields.currentPassword, fields.newPassword]} />
        <CurrentPasswordField field={fields.currentPassword} username={username} />
        <PasswordField
          field={fields.newPassword}
          required
          label="New password"
          hint="At least 8 characters. Three words that don’t belong together are easy to remember."
          autoComplete="new-password"
        />
        <Button busy={saving}>{saving ? 'Saving...' : 'Change password'}</Button>
      </PostForm>
    </Card>
  )
}
