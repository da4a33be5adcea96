import type { NewNotice } from '~/domain/notices/notice-schema'
import type { FormResult } from '~/http/forms/form.server'
import { paths } from '~/paths'
import { Card } from '~/ui/card'
import { SaveButton, VersionField } from '~/ui/forms/conflict-notice'
import { DateField } from '~/ui/forms/date-field'
import { EasyReadField } from '~/ui/forms/easy-read-field'
import { TextArea, TextField } from '~/ui/forms/field'
import { useSiteForm, ValidatedForm } from '~/ui/forms/form'
import { PreviewButton, ReadingAdvice } from '~/ui/forms/html-field'
import { FormButtons } from '~/ui/lists/list-with-forms'

const loadRules = () => import('~/domain/notices/notice-schema').then(({ newNotice }) => newNotice)

/** The page of a notice's form, for adding and editing. */
export function NoticeForm({ notice, answer }: { notice?: NewNotice & { version: number }; answer?: FormResult }) {
  const [form, { title, easyRead, text, until, version }] = useSiteForm<NewNotice & { version?: number }>({
    id: 'notice',
    result: answer?.result,
    defaultValue: notice,
    rules: loadRules,
  })
  return (
    <Card className="max-w-2xl">
      <h2>{notice ? 'Edit notice' : 'Add a notice'}</h2>
      <ValidatedForm
        form={form}
        failure={notice ? 'Failed to update notice' : 'Failed to add notice'}
        className="mt-4 space-y-6"
      >
        <p className="border-l-4 border-river pl-4">Everyone with an account can see it: students and tutors.</p>
        <VersionField field={version} conflict={answer?.conflict} />
        <TextField field={title} required label="Title" autoComplete="off" />
        <TextArea field={text} required label="Text" rows={4} />
        <ReadingAdvice text={text.value ?? ''} advice={answer?.advice} />
        <EasyReadField field={easyRead} />
        <DateField
          field={until}
          required
          label="Until"
          hint="The last day people see it. For example 1 September 2026."
        />
        <FormButtons cancelTo={paths.dashboard.notices.list}>
          <SaveButton
            conflict={answer?.conflict}
            submitLabel={notice ? 'Save' : 'Add a notice'}
            pendingLabel={notice ? 'Saving...' : 'Adding...'}
          />
          <PreviewButton label="Check the reading level" />
        </FormButtons>
      </ValidatedForm>
    </Card>
  )
}
