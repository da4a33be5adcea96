import type { FieldMetadata } from '@conform-to/react'
import { PasswordField } from './field'

/** The current password, required to change how one logs in; with the username, so that password managers know whose it is. */
export function CurrentPasswordField({
  field,
  username,
  label = 'Your current password',
}: {
  field: FieldMetadata<unknown>
  username: string
  label?: string
}) {
  return (
    <>
      <input type="text" hidden readOnly autoComplete="username" value={username} />
      <PasswordField
        field={field}
        required
        label={label}
        hint="The one you log in with."
        autoComplete="current-password"
      />
    </>
  )
}
