import { sampleNewsletter, writingTips } from '~/content/newsletter'
import type { Attachment } from '~/domain/newsletters/attachments.server'
import type { NewNewsletter } from '~/domain/newsletters/schema'
import type { FormResult } from '~/http/forms/form.server'
import { Card } from '~/ui/card'
import { useFailureToast } from '~/ui/dialogs/toast'
import { useDraft } from '~/ui/forms/draft'
import { EasyReadField } from '~/ui/forms/easy-read-field'
import { TextArea, TextField } from '~/ui/forms/field'
import { useSiteForm } from '~/ui/forms/form'
import { FormattingToolbar } from '~/ui/forms/formatting-toolbar'
import { MARKDOWN_HELP, NewsletterPreview, PreviewButton } from '~/ui/forms/html-field'
import { RecordForm } from '~/ui/forms/record-form'
import { SectionCard } from '~/ui/section-card'

const loadRules = () => import('~/domain/newsletters/schema').then(({ newNewsletter }) => newNewsletter)

const PICTURE_HINT = 'To show a picture in the text, type [picture 1] on its own line.'

type Fields = NewNewsletter & { version?: number }

export function NewsletterForm({
  newsletter,
  attachments = [],
  answer,
  cancelTo,
}: {
  newsletter?: Fields
  attachments?: Attachment[]
  answer?: FormResult
  cancelTo: string
}) {
  const draft = useDraft('newsletter', answer)
  const [form, { title, content, easyRead, version }] = useSiteForm<Partial<Fields>>({
    id: 'newsletter',
    intent: 'save-newsletter',
    result: answer?.result,
    defaultValue: newsletter,
    rules: loadRules,
    draft,
  })
  const pictures = attachments.flatMap(({ picture: number, title }) => (number === null ? [] : [{ number, title }]))
  useFailureToast(form.errors, { text: form.errors?.join(' ') })
  return (
    <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <Card as="section" aria-labelledby="form-heading">
        <h3 id="form-heading" className="mb-6">
          {newsletter ? 'Edit Newsletter' : 'Create Newsletter'}
        </h3>
        <RecordForm
          form={form}
          fields={[title, content, easyRead]}
          version={version}
          answer={answer}
          errorTitle={form.errors && 'Error'}
          intent="save-newsletter"
          failure={{ words: (status) => `Failed to ${newsletter ? 'update' : 'create'} newsletter: ${status}` }}
          submitLabel={newsletter ? 'Update Newsletter' : 'Create Newsletter'}
          pendingLabel={newsletter ? 'Updating...' : 'Creating...'}
          cancelTo={cancelTo}
          buttons={<PreviewButton />}
          replace
          preventScrollReset
          className="space-y-6"
          draft={draft}
        >
          <TextField field={title} required label="Newsletter Title" autoComplete="off" />
          <TextArea
            field={content}
            required
            label="Newsletter Content"
            hint={MARKDOWN_HELP + (pictures.length > 0 ? ` ${PICTURE_HINT}` : '')}
            tools={<FormattingToolbar area={content.id} pictures={pictures} />}
            rows={16}
            placeholder={sampleNewsletter}
            className="!min-h-[400px] placeholder:text-ink-soft"
          />
          <EasyReadField field={easyRead} />
          <NewsletterPreview text={content.value ?? ''} attachments={attachments} answer={answer} />
        </RecordForm>
      </Card>
      <Tips />
    </div>
  )
}

function Tips() {
  const { heading, tips, reminder, note } = writingTips
  return (
    <SectionCard id="tips" title={heading} className="space-y-4">
      <ul className="list-disc space-y-2 pl-6">
        {tips.map((tip) => (
          <li key={tip}>{tip}</li>
        ))}
      </ul>
      <p className="border-t border-line pt-4">{reminder}</p>
      <p>{note}</p>
    </SectionCard>
  )
}
