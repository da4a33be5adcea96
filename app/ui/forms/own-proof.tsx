import type { FieldMetadata } from '@conform-to/react'
import { CurrentPasswordField } from './current-password'
import { CodeField } from './field'

/** Whose password is asked for, and whether a code too. */
interface Asked {
  username: string
  asksForCode: boolean
}

/** The sender's own password, and the code of their second step where there is one. */
export function OwnProofFields({
  fields: { currentPassword, code },
  asked: { username, asksForCode },
  depends,
}: {
  fields: Record<'currentPassword' | 'code', FieldMetadata<unknown>>
  asked: Asked
  /** When they are required, where that is not always. */
  depends?: string
}) {
  return (
    <>
      <CurrentPasswordField field={currentPassword} username={username} label="Your own password" depends={depends} />
      {asksForCode && (
        <CodeField
          field={code}
          required={!depends}
          depends={depends}
          label="The code from your app, or a recovery code"
          hint="Six numbers. A recovery code has twelve."
        />
      )}
    </>
  )
}
