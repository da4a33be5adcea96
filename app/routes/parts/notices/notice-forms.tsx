import type { ListedStudent } from '~/domain/groups/groups'
import type { NoticePlace } from '~/domain/notices/notices.server'
import type { NewNotice, PhotoNoticeWords } from '~/domain/notices/schema'
import type { FormResult } from '~/http/forms/form.server'
import { paths } from '~/paths'
import { getIndexAction } from '~/routes/parts/files/my-files'
import { Card } from '~/ui/card'
import { SaveButton, VersionField } from '~/ui/forms/conflict-notice'
import { DateField } from '~/ui/forms/date-field'
import { CheckboxField, TextArea, TextField } from '~/ui/forms/field'
import { useSiteForm, ValidatedForm } from '~/ui/forms/form'
import { EasyReadField, PreviewButton, ReadingAdvice } from '~/ui/forms/html-field'
import { RecordForm } from '~/ui/forms/record-form'
import { StudentsField } from '~/ui/forms/students-field'
import { FormButtons } from '~/ui/lists/list-with-forms'
import { getNoticePath } from './notice-cards'

const loadRules = () => import('~/domain/notices/schema').then(({ newNotice }) => newNotice)

/** The form of a notice: on a page for adding, in the notice's `place` for editing. */
export function NoticeForm({
  notice,
  until,
  place,
  students,
  answer,
}: {
  notice?: NewNotice & { id: number; version: number }
  until?: string
  place?: NoticePlace
  students: ListedStudent[]
  answer?: FormResult
}) {
  const isNew = !notice || !place
  const intent = isNew ? undefined : 'edit-notice'
  const [form, fields] = useSiteForm<NewNotice & { version?: number }>({
    id: 'notice',
    intent,
    result: answer?.result,
    defaultValue: notice ?? { until },
    rules: loadRules,
  })
  const Heading = isNew ? 'h2' : 'h3'
  return (
    <Card as={isNew ? 'div' : 'li'} id={notice && `notice-${notice.id}`} className="max-w-2xl">
      <Heading>{isNew ? 'Add a notice' : 'Edit notice'}</Heading>
      <ValidatedForm
        form={form}
        intent={intent}
        failure={isNew ? 'Failed to add notice' : 'Failed to update notice'}
        action={isNew ? undefined : getIndexAction(getNoticePath(notice.id, place, { isEdited: true }))}
        preventScrollReset={!isNew}
        className="mt-4 space-y-6"
      >
        <VersionField field={fields.version} conflict={answer?.conflict} />
        <TextField field={fields.title} required label="Title" autoComplete="off" />
        <TextArea field={fields.text} required label="Text" rows={4} />
        <ReadingAdvice text={fields.text.value ?? ''} advice={answer?.advice} />
        <EasyReadField field={fields.easyRead} />
        <StudentsField
          field={fields.studentIds}
          label="Who is it for?"
          hint="If you tick nobody, everyone with an account can see it: students and tutors."
          students={students}
        />
        <DateField
          field={fields.until}
          required
          label="Until"
          hint="The last day people see it. For example 1 September 2026."
        />
        <FormButtons cancelTo={isNew ? paths.dashboard.notices.list : getNoticePath(notice.id, place)}>
          <SaveButton
            conflict={answer?.conflict}
            submitLabel={isNew ? 'Add a notice' : 'Save'}
            pendingLabel={isNew ? 'Adding...' : 'Saving...'}
          />
          <PreviewButton label="Check the reading level" />
        </FormButtons>
      </ValidatedForm>
    </Card>
  )
}

const loadAlbumRules = () => import('~/domain/notices/schema').then(({ photoNoticeEdit }) => photoNoticeEdit)
const loadNewAlbumRules = () => import('~/domain/notices/schema').then(({ photoNoticeWords }) => photoNoticeWords)

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
    rules: album ? loadAlbumRules : loadNewAlbumRules,
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
