import type { FieldMetadata } from '@conform-to/react'
import { CurrentPasswordField } from './current-password'
import { CodeField } from './field'

interface ProofRequest {
  username: string
  asksForCode: boolean
}

/** The user's own password, and the code of their second step if they have one. */
export function OwnProofFields({
  fields: { currentPassword, code },
  request: { username, asksForCode },
  requiredWhen,
}: {
  fields: Record<'currentPassword' | 'code', FieldMetadata<unknown>>
  request: ProofRequest
  /** When they are required, if not always. */
  requiredWhen?: string
}) {
  return (
    <>
      <CurrentPasswordField
        field={currentPassword}
        username={username}
        label="Your own password"
        requiredWhen={requiredWhen}
      />
      {asksForCode && (
        <CodeField
          field={code}
          required={!requiredWhen}
          requiredWhen={requiredWhen}
          label="The code from your app, or a recovery code"
          hint="Six digits. A recovery code has twelve."
        />
      )}
    </>
  )
}
