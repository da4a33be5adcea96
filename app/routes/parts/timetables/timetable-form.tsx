import { getFormProps, type SubmissionResult } from '@conform-to/react'
import { Form } from '@remix-run/react'
import type { Account } from '~/domain/accounts/account'
import type { NewTimetable } from '~/domain/timetables/schema'
import type { Timetable } from '~/domain/timetables/timetables.server'
import { Button, ButtonLink } from '~/ui/button'
import { TextArea, TextField } from '~/ui/field'
import { ErrorSummary, useRiverbankForm } from '~/ui/form'
import { StudentField } from '~/ui/student-field'
import { useSubmitting } from '~/ui/submitting'
import { UploadField } from '~/ui/upload-field'

const rules = (changes: boolean) => () =>
  import('~/domain/timetables/schema').then(({ changedTimetable, newTimetable }) =>
    changes ? changedTimetable : newTimetable,
  )

/** The fields of a timetable (spec section 3), for adding one and, with `timetable`, for changing it. */
export function TimetableForm({
  to,
  students,
  result,
  timetable,
  deed,
  doing,
}: {
  to: string
  students: Account[]
  result?: SubmissionResult<string[]> | null
  timetable?: Timetable
  deed: string
  doing: string
}) {
  const [form, fields] = useRiverbankForm<NewTimetable>({
    id: 'timetable',
    intent: 'save-timetable',
    result,
    defaultValue: timetable,
    rules: rules(timetable !== undefined),
  })
  const saving = useSubmitting('save-timetable')
  const { title, description, startDate, endDate, studentId, file } = fields
  const all = [title, description, startDate, endDate, studentId, file]
  return (
    <Form
      method="post"
      action={to}
      encType="multipart/form-data"
      preventScrollReset
      className="mt-6 space-y-6"
      {...getFormProps(form)}
    >
      <ErrorSummary form={form} fields={form.errors ? [] : all} title={form.errors && 'Upload failed'} />
      <input type="hidden" name="intent" value="save-timetable" />
      <TextField field={title} label="Title" autoComplete="off" />
      <TextArea field={description} label="Description (Optional)" rows={3} />
      <TextField field={startDate} label="Start date (Optional)" type="date" />
      <TextField field={endDate} label="End date (Optional)" type="date" />
      <StudentField
        field={studentId}
        hint="Choose one student, and only that student and all tutors will see it."
        students={students}
        nobody="All students"
        present={timetable}
      />
      {timetable ? (
        <UploadField
          field={file}
          label="New file (Optional)"
          hint={`Without a new file, ${timetable.fileName} stays.`}
        />
      ) : (
        <UploadField field={file} label="File" />
      )}
      <div className="flex flex-wrap gap-4">
        <Button disabled={saving} className={timetable ? '' : 'w-full'}>
          {saving ? doing : deed}
        </Button>
        {timetable && (
          <ButtonLink to="/dashboard/timetable" look="secondary">
            Cancel
          </ButtonLink>
        )}
      </div>
    </Form>
  )
}
