import type { SubmissionResult } from '@conform-to/react'
import { PasswordForm } from '~/routes/parts/second-step/password-form'
import { Card } from '~/ui/card'

/** Explains the second step and starts setting it up. */
export function BeginForm({
  username,
  isRequired,
  result,
}: {
  username: string
  isRequired: boolean
  result?: SubmissionResult<string[]>
}) {
  return (
    <>
      {isRequired && (
        <p className="mt-4 max-w-measure border-l-4 border-river pl-4 font-bold">
          Every tutor here logs in with a second step. Please set yours up now. It takes about five minutes. Then you
          can use the portal.
        </p>
      )}
      <div className="prose mt-4">
        <p>
          After your password, we ask for a code of six numbers. An app on your phone makes a new one every half minute.
          Nobody can log in as you with your password alone.
        </p>
        <p>
          You need an app that makes these codes. Google Authenticator, Microsoft Authenticator, Aegis and most password
          managers do.
        </p>
      </div>
      <Card as="section" className="mt-8 max-w-2xl" aria-labelledby="begin-heading">
        <h3 id="begin-heading">Set it up</h3>
        <PasswordForm
          id="begin"
          intent="begin"
          username={username}
          result={result}
          submitLabel="Continue"
          pendingLabel="Please wait..."
          failure="Failed to set up the second step"
        />
      </Card>
    </>
  )
}
