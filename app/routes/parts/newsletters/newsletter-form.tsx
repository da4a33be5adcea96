import type { Attachment } from '~/domain/newsletters/attachments.server'
import type { NewNewsletter } from '~/domain/newsletters/schema'
import type { FormResult } from '~/http/forms/form.server'
import { Card } from '~/ui/card'
import { useFailureToast } from '~/ui/dialogs/toast'
import { useDraft } from '~/ui/forms/draft'
import { TextArea, TextField } from '~/ui/forms/field'
import { useSiteForm } from '~/ui/forms/form'
import { FormattingToolbar } from '~/ui/forms/formatting-toolbar'
import { EasyReadField, MARKDOWN_HELP, NewsletterPreview, PreviewButton } from '~/ui/forms/html-field'
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
          failure={{ text: (status) => `Failed to ${newsletter ? 'update' : 'create'} newsletter: ${status}` }}
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

// Tips for writing, on the Newsletter tab.

const sampleNewsletter = `Dear families and friends,

Welcome to our news for this month!

## What we did
The choir sang at the library, and the hall was full. Well done to everyone who sang for the first time.
In the kitchen we learned to make soup and brown bread.

## Well done
Three students finished a QQI class in Money Management.
One student started work experience in a garden centre.

## Art and words
This painting was made in the art class. It shows the river in autumn.

[picture 1]

## Dates for your diary
- **Friday 12 December, 14:00:** Christmas open afternoon. You are all welcome.
- **Friday 19 December, 13:00:** last day before Christmas.

Thank you for your help and your kind words.

Warm wishes from all of us`

const writingTips: { heading: string; tips: readonly string[]; reminder: string; note: string } = {
  heading: 'Tips for a good newsletter',
  tips: [
    'Share student achievements.',
    'Include events and their dates.',
    'Mention artwork, poems or projects that you will attach.',
    'Keep a warm tone.',
  ],
  reminder: 'You can add attachments after the newsletter is created, and choose where each picture goes in the text.',
  note: 'Newsletter will be saved as a draft. You can edit it and add attachments before sending.',
}
