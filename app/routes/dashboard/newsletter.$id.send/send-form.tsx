import { getFormProps, type SubmissionResult } from '@conform-to/react'
import { peopleInWords, secondsInWords } from '~/routes/parts/newsletters/progress'
import { Button, ButtonLink } from '~/ui/button'
import { Card } from '~/ui/card'
import { ChoiceField } from '~/ui/field'
import { ErrorSummary, useRiverbankForm } from '~/ui/form'
import { Icon } from '~/ui/icon'
import { PostForm } from '~/ui/post-form'
import { useSubmitting } from '~/ui/submitting'
import { useFailureToast } from '~/ui/toast'

const attachmentsInWords = (number: number) =>
  number === 0 ? 'It has no attachments.' : number === 1 ? 'It has 1 attachment.' : `It has ${number} attachments.`

/** The confirmation before a newsletter is sent: what, to whom, and how long it can be stopped. */
export function SendForm({
  newsletter: { id, title, attached },
  readers,
  holdSeconds,
  result,
}: {
  newsletter: { id: number; title: string; attached: number }
  readers: { all: number; guardians: number }
  holdSeconds: number
  result?: SubmissionResult<string[]> | null
}) {
  const defaultValue = { audience: 'all' }
  const [form, fields] = useRiverbankForm<{ audience: string }>({ id: 'send', intent: 'send', result, defaultValue })
  const sending = useSubmitting('send')
  useFailureToast(form.errors, { text: form.errors?.join(' ') })
  return (
    <Card as="section" aria-labelledby="send-heading" className="max-w-3xl">
      <h3 id="send-heading">Send this newsletter?</h3>
      <p className="mt-3 break-words text-lead font-bold">{title}</p>
      <p className="mt-1">{attachmentsInWords(attached)}</p>
      <PostForm
        intent="send"
        failure={{ words: (status) => `Failed to update newsletter status: ${status}` }}
        replace
        className="mt-6 space-y-6"
        {...getFormProps(form)}
      >
        <ErrorSummary form={form} title={form.errors && 'The newsletter was not sent'} fields={[fields.audience]} />
        <ChoiceField
          field={fields.audience}
          label="Who gets it?"
          options={[
            { value: 'all', label: 'Everyone', hint: `It goes to ${peopleInWords(readers.all)}.` },
            { value: 'guardians', label: 'Guardians only', hint: `It goes to ${peopleInWords(readers.guardians)}.` },
          ]}
        />
        <p>
          {holdSeconds > 0
            ? `After you press the button you can still stop it for ${secondsInWords(holdSeconds)}. `
            : 'It goes out right away. You can’t stop it. '}
          After that it can’t be changed or sent a second time.
        </p>
        <div className="flex flex-wrap gap-3">
          <Button busy={sending} className="w-full sm:w-auto">
            <Icon name="send" className="h-5 w-5 shrink-0" />
            {sending ? 'Sending...' : 'Send Newsletter'}
          </Button>
          <ButtonLink to={`/dashboard/newsletter/${id}/preview`} look="secondary" className="flex-auto sm:flex-none">
            Preview
          </ButtonLink>
          <ButtonLink to={`/dashboard/newsletter/${id}`} look="secondary" className="flex-auto sm:flex-none">
            Cancel
          </ButtonLink>
        </div>
      </PostForm>
    </Card>
  )
}
