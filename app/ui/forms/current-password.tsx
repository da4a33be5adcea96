import type { FieldMetadata } from '@conform-to/react'
import { PasswordField } from './field'

/** The current password, with the username for password managers. */
export function CurrentPasswordField({
  field,
  username,
  label = 'Your current password',
  requiredWhen,
}: {
  field: FieldMetadata<unknown>
  username: string
  label?: string
  /** When it is required, if not always. */
  requiredWhen?: string
}) {
  return (
    <>
      <input type="text" hidden readOnly autoComplete="username" value={username} />
      <PasswordField
        field={field}
        required={!requiredWhen}
        requiredWhen={requiredWhen}
        label={label}
        hint="The one you log in with."
        autoComplete="current-password"
      />
    </>
  )
}
