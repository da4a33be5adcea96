import type { PhotoNoticeWords } from '~/domain/notices/schema'
import type { FormResult } from '~/http/forms/form.server'
import { paths } from '~/paths'
import { Card } from '~/ui/card'
import { CheckboxField, TextArea, TextField } from '~/ui/forms/field'
import { useSiteForm } from '~/ui/forms/form'
import { PreviewButton, ReadingAdvice } from '~/ui/forms/html-field'
import { RecordForm } from '~/ui/forms/record-form'

const loadRules = () => import('~/domain/notices/schema').then(({ photoNoticeEdit }) => photoNoticeEdit)
const loadNewRules = () => import('~/domain/notices/schema').then(({ photoNoticeWords }) => photoNoticeWords)

/** The form for the words above an album's photos, or above the photo notice's. */
export function AlbumForm({
  heading,
  noun,
  album,
  answer,
  cancelTo = paths.dashboard.notices.list,
}: {
  heading: string
  noun: 'album' | 'notice'
  album?: PhotoNoticeWords & { version: number }
  answer?: FormResult
  cancelTo?: string
}) {
  const [form, { title, text, isHiddenWhenEmpty, version }] = useSiteForm<PhotoNoticeWords & { version?: number }>({
    id: 'album',
    result: answer?.result,
    defaultValue: album,
    rules: album ? loadRules : loadNewRules,
  })
  return (
    <Card className="max-w-2xl">
      <h2>{heading}</h2>
      <RecordForm
        form={form}
        fields={[title, text, isHiddenWhenEmpty]}
        version={version}
        answer={answer}
        failure={`Failed to ${album ? 'update' : 'add'} ${noun}`}
        submitLabel={album ? 'Save' : heading}
        pendingLabel={album ? 'Saving...' : 'Adding...'}
        cancelTo={cancelTo}
        buttons={<PreviewButton label="Check the reading level" />}
        className="mt-4 space-y-6"
      >
        <p className="border-l-4 border-river pl-4">Everyone with an account can see it: students and tutors.</p>
        <TextField field={title} required label="Title" autoComplete="off" />
        <TextArea field={text} required label="Text" rows={4} />
        <ReadingAdvice text={text.value ?? ''} advice={answer?.advice} />
        <CheckboxField field={isHiddenWhenEmpty} label={`Hide the ${noun} while it has no photos`} />
      </RecordForm>
    </Card>
  )
}
