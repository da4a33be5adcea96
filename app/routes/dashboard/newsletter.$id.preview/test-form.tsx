import { getFormProps, type SubmissionResult } from '@conform-to/react'
import { Button } from '~/ui/button'
import { Card } from '~/ui/card'
import { TextField } from '~/ui/forms/field'
import { ErrorSummary, useRiverbankForm } from '~/ui/forms/form'
import { PostForm } from '~/ui/forms/post-form'
import { useSubmitting } from '~/ui/forms/submitting'

const rules = () => import('~/domain/newsletters/schema').then(({ newTest }) => newTest)

/** Sends the mail to one address as a test. */
export function TestForm({
  email,
  isDraft,
  result,
}: {
  email: string
  isDraft: boolean
  result?: SubmissionResult<string[]> | null
}) {
  const defaultValue = { email }
  const [form, fields] = useRiverbankForm<{ email: string }>({
    id: 'test',
    intent: 'test',
    result,
    defaultValue,
    rules,
  })
  const sending = useSubmitting('test')
  return (
    <Card as="section" aria-labelledby="test-heading">
      <p id="test-heading" className="text-h3 font-bold">
        Send a test to me
      </p>
      <p className="mt-2">See the email in your own inbox first. Only this address will get it.</p>
      {isDraft && (
        <p className="mt-2">You will see the pictures. Files will open from the email once the newsletter is sent.</p>
      )}
      <PostForm
        intent="test"
        failure={{ words: (status) => `Failed to send the test: ${status}` }}
        replace
        preventScrollReset
        className="mt-4 space-y-4"
        {...getFormProps(form)}
      >
        <ErrorSummary form={form} fields={[fields.email]} />
        <TextField field={fields.email} required label="Email Address" type="email" autoComplete="email" />
        <Button variant="secondary" busy={sending} className="w-full sm:w-auto">
          {sending ? 'Sending...' : 'Send a test'}
        </Button>
      </PostForm>
    </Card>
  )
}
