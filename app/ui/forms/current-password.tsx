import type { FieldMetadata } from '@conform-to/react'
import { PasswordField } from './field'

/** The current password, with the username for password managers. */
export function CurrentPasswordField({
  field,
  username,
  label = 'Your current password',
  depends,
}: {
  field: FieldMetadata<unknown>
  username: string
  label?: string
  /** When it is required, if not always. */
  depends?: string
}) {
  return (
    <>
      <input type="text" hidden readOnly autoComplete="username" value={username} />
      <PasswordField
        field={field}
        required={!depends}
        requiredWhen={depends}
        label={label}
        hint="The one you log in with."
        autoComplete="current-password"
      />
    </>
  )
}
