import type { Account } from '~/domain/accounts/account'
import type { NewTimetable } from '~/domain/timetables/schema'
import type { Timetable } from '~/domain/timetables/timetables.server'
import type { FormResult } from '~/http/forms/form.server'
import { paths } from '~/paths'
import { SaveButton, VersionField } from '~/ui/forms/conflict-notice'
import { DateField } from '~/ui/forms/date-field'
import { uploadFailure } from '~/ui/forms/failure'
import { TextArea, TextField } from '~/ui/forms/field'
import { AltField, UploadField, useAltForNewFile } from '~/ui/forms/file-field'
import { useSiteForm, ValidatedForm } from '~/ui/forms/form'
import { StudentField } from '~/ui/forms/students-field'
import { FormButtons } from '~/ui/lists/list-with-forms'

const loadRules = (changes: boolean) => () =>
  import('~/domain/timetables/schema').then(({ timetableEdit, newTimetable }) =>
    changes ? timetableEdit : newTimetable,
  )

type Fields = NewTimetable & { version?: number }

export function TimetableForm({
  to,
  students,
  answer,
  timetable,
}: {
  to: string
  students: Account[]
  answer?: FormResult
  timetable?: Timetable
}) {
  const [form, fields] = useSiteForm<Fields>({
    id: 'timetable',
    intent: 'save-timetable',
    result: answer?.result,
    defaultValue: timetable,
    rules: loadRules(timetable !== undefined),
  })
  const { title, description, startDate, endDate, studentId, file, alt, version } = fields
  const altForNewFile = useAltForNewFile(alt.id, (words) => words === timetable?.alt)
  const allFields = [title, description, startDate, endDate, studentId, file, alt, version]
  return (
    <ValidatedForm
      form={form}
      fields={form.errors ? [] : allFields}
      errorTitle={form.errors && 'Upload failed'}
      intent="save-timetable"
      failure={uploadFailure}
      action={to}
      encType="multipart/form-data"
      preventScrollReset
      className="mt-6 space-y-6"
    >
      <VersionField field={version} conflict={answer?.conflict} />
      <TextField field={title} required label="Title" autoComplete="off" />
      <TextArea field={description} label="Description (optional)" rows={3} />
      <DateField field={startDate} label="Start date (optional)" />
      <DateField field={endDate} label="End date (optional)" />
      <StudentField
        field={studentId}
        hint="If you choose one student, only that student and the tutors will see it."
        students={students}
        emptyLabel="All students"
        currentStudent={timetable}
      />
      {timetable ? (
        <UploadField
          field={file}
          label="New file (optional)"
          hint={`If you don’t choose a new file, ${timetable.fileName} stays.`}
          onChosen={altForNewFile.onChosen}
          note={altForNewFile.note}
        />
      ) : (
        <UploadField field={file} required label="File" />
      )}
      <AltField
        field={alt}
        hint={
          timetable ? 'For pictures only. If you choose a new picture, describe the new one.' : 'For pictures only.'
        }
      />
      <FormButtons cancelTo={timetable && paths.dashboard.timetable.list}>
        <SaveButton
          conflict={answer?.conflict}
          submitLabel={timetable ? 'Save' : 'Add Timetable'}
          pendingLabel={timetable ? 'Saving...' : 'Adding...'}
          className={timetable ? '' : 'w-full'}
        />
      </FormButtons>
    </ValidatedForm>
  )
}
