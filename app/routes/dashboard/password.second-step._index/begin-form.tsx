import { getFormProps, type SubmissionResult } from '@conform-to/react'
import { Form } from '@remix-run/react'
import type { CurrentPassword } from '~/domain/accounts/schema'
import { Button } from '~/ui/button'
import { Card } from '~/ui/card'
import { CurrentPasswordField } from '~/ui/current-password'
import { ErrorSummary, useRiverbankForm } from '~/ui/form'
import { useSubmitting } from '~/ui/submitting'

/** What a second step is, and its beginning. */
export function BeginForm({
  username,
  isRequired,
  result,
}: {
  username: string
  isRequired: boolean
  result?: SubmissionResult<string[]>
}) {
  const [form, fields] = useRiverbankForm<CurrentPassword>({ id: 'begin', intent: 'begin', result })
  const beginning = useSubmitting('begin')
  return (
    <>
      {isRequired && (
        <p className="mt-4 max-w-measure border-l-4 border-river pl-4 font-bold">
          Every tutor here logs in with a second step. Please set yours up now. It takes about five minutes, and then
          the portal opens.
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
        <Form method="post" className="mt-4 space-y-6" {...getFormProps(form)}>
          <ErrorSummary form={form} fields={[fields.currentPassword]} />
          <CurrentPasswordField field={fields.currentPassword} username={username} />
          <Button name="intent" value="begin" disabled={beginning}>
            {beginning ? 'Please wait...' : 'Continue'}
          </Button>
        </Form>
      </Card>
    </>
  )
}
