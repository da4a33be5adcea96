import { getFormProps, type SubmissionResult } from '@conform-to/react'
import { useActionData } from '@remix-run/react'
import type { NewSubscriber } from '~/domain/subscribers/schema'
import { Button } from '~/ui/button'
import { Card } from '~/ui/card'
import { CheckboxField, TextField } from '~/ui/field'
import { ErrorSummary, useRiverbankForm } from '~/ui/form'
import { PostForm } from '~/ui/post-form'
import { useSubmitting } from '~/ui/submitting'
import { useTimesTaken } from '~/ui/times-taken'
import { useFailureToast } from '~/ui/toast'

const rules = () => import('~/domain/subscribers/schema').then(({ newSubscriber }) => newSubscriber)

type Result = SubmissionResult<string[]> | null | undefined

export function AddPanel({ result }: { result: Result }) {
  const times = useTimesTaken(useSubmitting('add-subscriber'), useActionData())
  return (
    <Card as="section" aria-labelledby="add-heading">
      <h3 id="add-heading">Add Subscriber</h3>
      <SubscriberForm key={times} result={result} />
    </Card>
  )
}

function SubscriberForm({ result }: { result: Result }) {
  const [form, fields] = useRiverbankForm<NewSubscriber>({
    id: 'subscriber',
    intent: 'add-subscriber',
    result,
    rules,
  })
  const adding = useSubmitting('add-subscriber')
  useFailureToast(form.errors, { text: form.errors?.join(' ') })
  const { email, name, isGuardian, studentName } = fields
  return (
    <PostForm
      intent="add-subscriber"
      failure={{ words: (status) => `Failed to add subscriber: ${status}` }}
      action="/dashboard/newsletter/subscribers?index"
      preventScrollReset
      className="mt-4 space-y-6"
      {...getFormProps(form)}
    >
      <ErrorSummary
        form={form}
        title={form.errors ? 'Error' : undefined}
        fields={[email, name, isGuardian, studentName]}
      />
      <TextField field={email} required label="Email Address" type="email" autoComplete="off" />
      <TextField field={name} label="Name (Optional)" autoComplete="off" />
      <CheckboxField
        field={isGuardian}
        label="This person is a parent/guardian"
        hint="You can send a newsletter to parents and guardians only."
      />
      {/* Hidden by the stylesheet until the box is ticked; browsers without :has() show it with its hint. */}
      <div className={studentName.errors ? undefined : 'only-for-guardians'}>
        <TextField
          field={studentName}
          label="Student Name"
          hint="For a parent or guardian: the name of their student."
          autoComplete="off"
        />
      </div>
      <Button busy={adding} className="w-full">
        {adding ? 'Adding...' : 'Add Subscriber'}
      </Button>
    </PostForm>
  )
}
