import { getFormProps } from '@conform-to/react'
import { sampleNewsletter, writingTips } from '~/content/newsletter'
import type { NewNewsletter } from '~/domain/newsletters/schema'
import type { FormAnswer } from '~/http/forms/form.server'
import { ButtonLink } from '~/ui/button'
import { Card } from '~/ui/card'
import { useFailureToast } from '~/ui/dialogs/toast'
import { OpenedVersion, SaveButton } from '~/ui/forms/conflict-notice'
import { useDraft } from '~/ui/forms/draft'
import { TextArea, TextField } from '~/ui/forms/field'
import { ErrorSummary, useRiverbankForm } from '~/ui/forms/form'
import { FormattingToolbar, type NumberedPicture } from '~/ui/forms/formatting-toolbar'
import { PostForm } from '~/ui/forms/post-form'
import { useSubmitting } from '~/ui/forms/submitting'

const rules = () => import('~/domain/newsletters/schema').then(({ newNewsletter }) => newNewsletter)

const HINT =
  'Begin a heading with ##, and each line of a list with -. Put ** on both sides of bold words. A link is its words in [ ], then its address in ( ).'
const PICTURES = 'To put a picture in its place, write [picture 1] on a line of its own.'

type Fields = NewNewsletter & { version?: number }

/** The form of a newsletter, for creating one and editing a draft. */
export function NewsletterForm({
  newsletter,
  pictures,
  answer,
  submitLabel,
  pendingLabel,
  cancelTo,
}: {
  newsletter?: Fields
  /** Those that can be put in the text. */
  pictures?: NumberedPicture[]
  answer?: FormAnswer
  submitLabel: string
  pendingLabel: string
  cancelTo: string
}) {
  const conflict = answer?.conflict
  const draft = useDraft('newsletter', answer)
  const [form, fields] = useRiverbankForm<Partial<Fields>>({
    id: 'newsletter',
    intent: 'save-newsletter',
    result: answer?.result,
    defaultValue: newsletter,
    rules,
    draft,
  })
  const saving = useSubmitting('save-newsletter')
  useFailureToast(form.errors, { text: form.errors?.join(' ') })
  return (
    <PostForm
      intent="save-newsletter"
      failure={{ words: (status) => `Failed to ${newsletter ? 'update' : 'create'} newsletter: ${status}` }}
      replace
      preventScrollReset
      className="space-y-6"
      draft={draft}
      {...getFormProps(form)}
    >
      <ErrorSummary
        form={form}
        title={form.errors ? 'Error' : undefined}
        fields={[fields.title, fields.content, fields.version]}
      />
      <OpenedVersion field={fields.version} conflict={conflict} />
      <TextField field={fields.title} required label="Newsletter Title" autoComplete="off" />
      <TextArea
        field={fields.content}
        required
        label="Newsletter Content"
        hint={HINT + (pictures?.length ? ` ${PICTURES}` : '')}
        tools={<FormattingToolbar area={fields.content.id} marking="markdown" pictures={pictures} />}
        rows={16}
        placeholder={sampleNewsletter}
        className="!min-h-[400px] placeholder:text-ink-soft"
      />
      <div className="flex flex-wrap gap-4">
        <SaveButton conflict={conflict} saving={saving} submitLabel={submitLabel} pendingLabel={pendingLabel} />
        <ButtonLink to={cancelTo} variant="secondary">
          Cancel
        </ButtonLink>
      </div>
    </PostForm>
  )
}

export function Tips() {
  const { heading, tips, reminder, note } = writingTips
  return (
    <Card as="section" aria-labelledby="tips" className="space-y-4">
      <h3 id="tips">{heading}</h3>
      <ul className="list-disc space-y-2 pl-6">
        {tips.map((tip) => (
          <li key={tip}>{tip}</li>
        ))}
      </ul>
      <p className="border-t border-line pt-4">{reminder}</p>
      <p>{note}</p>
    </Card>
  )
}
