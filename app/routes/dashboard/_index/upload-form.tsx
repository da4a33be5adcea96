import { getFormProps, type SubmissionResult } from '@conform-to/react'
import { Form, useNavigation } from '@remix-run/react'
import { useEffect, useRef } from 'react'
import type { Account } from '~/domain/accounts/accounts.server'
import { ACCEPTED, FILE_LIMIT, TOO_LARGE } from '~/domain/files/kinds'
import type { NewFile } from '~/domain/files/schema'
import { Button } from '~/ui/button'
import { Card } from '~/ui/card'
import { CheckboxField, FileField, SelectField, TextArea, TextField } from '~/ui/field'
import { ErrorSummary, useRiverbankForm } from '~/ui/form'

const loadRules = async () => {
  const [{ rulesOf }, { newFile }] = await Promise.all([import('~/ui/validate'), import('~/domain/files/schema')])
  return rulesOf(newFile)
}

/** The tutor's side panel (spec section 2, Document upload form). `newest` is the id of the last file: a new one empties the form. */
export function UploadForm({
  students,
  newest,
  result,
}: {
  students: Account[]
  newest: number
  result?: SubmissionResult<string[]> | null
}) {
  const [form, fields] = useRiverbankForm<NewFile>({
    id: 'upload',
    result,
    loadRules,
    // Without it Conform leaves the select with nothing chosen when the form is emptied.
    defaultValue: { studentId: '' },
  })
  const navigation = useNavigation()
  const uploading = navigation.state !== 'idle' && navigation.formData?.get('intent') === 'upload'
  const options = students.map(({ id, firstName, lastName }) => ({
    value: String(id),
    label: `${firstName} ${lastName}`,
  }))
  const all = [fields.title, fields.description, fields.studentId, fields.isShared, fields.file]

  const last = useRef(newest)
  useEffect(() => {
    if (newest > last.current) document.querySelector<HTMLFormElement>('#upload')?.reset()
    last.current = newest
  }, [newest])

  return (
    <Card as="section" aria-labelledby="upload-heading" className="no-print">
      <h2 id="upload-heading" className="text-h3">
        Upload Document
      </h2>
      <Form
        method="post"
        action="/dashboard?index"
        encType="multipart/form-data"
        preventScrollReset
        className="mt-6 space-y-6"
        {...getFormProps(form)}
      >
        <ErrorSummary form={form} fields={form.errors ? [] : all} title={form.errors && 'Upload failed'} />
        <input type="hidden" name="intent" value="upload" />
        <TextField field={fields.title} label="Document Title" />
        <TextArea field={fields.description} label="Description (Optional)" rows={3} />
        <SelectField
          field={fields.studentId}
          label="Which student is this for?"
          hint="The student and all tutors will see it. Without a student, only tutors will."
          options={options}
          placeholder="No student"
        />
        <CheckboxField
          field={fields.isShared}
          label="Share with all students"
          hint="Make this file visible to all students in their portal"
        />
        <FileField
          field={fields.file}
          label="File"
          hint="A PDF, a Word document or an image, of at most 5 MB."
          accept={ACCEPTED}
          limit={FILE_LIMIT}
          tooLarge={TOO_LARGE}
        />
        <Button disabled={uploading} className="w-full">
          {uploading ? 'Uploading...' : 'Upload Document'}
        </Button>
      </Form>
    </Card>
  )
}
