import type { FieldMetadata } from '@conform-to/react'
import { PasswordField } from './field'

/** The current password, required to change how one logs in; with the username, so that password managers know whose it is. */
export function CurrentPasswordField({
  field,
  username,
  label = 'Your current password',
  depends,
}: {
  field: FieldMetadata<unknown>
  username: string
  label?: string
  /** When it is required, where that is not always. */
  depends?: string
}) {
  return (
    <>
      <input type="text" hidden readOnly autoComplete="username" value={username} />
      <PasswordField
        field={field}
        required={!depends}
        depends={depends}
        label={label}
        hint="The one you log in with."
        autoComplete="current-password"
      />
    </>
  )
}
