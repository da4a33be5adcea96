import { getFormProps, type SubmissionResult } from '@conform-to/react'
import { Form } from '@remix-run/react'
import { useEffect, useRef, useState } from 'react'
import type { Account } from '~/domain/accounts/accounts.server'
import { ACCEPTED, FILE_LIMIT, TOO_LARGE } from '~/domain/files/kinds'
import type { NewFile } from '~/domain/files/schema'
import { Button } from '~/ui/button'
import { Card } from '~/ui/card'
import { CheckboxField, FileField, SelectField, TextArea, TextField } from '~/ui/field'
import { ErrorSummary, useRiverbankForm } from '~/ui/form'
import { useSubmitting } from '~/ui/submitting'

const loadRules = async () => {
  const [{ rulesOf }, { newFile }] = await Promise.all([import('~/ui/validate'), import('~/domain/files/schema')])
  return rulesOf(newFile)
}

interface UploadFormProps {
  students: Account[]
  result?: SubmissionResult<string[]> | null
}

/** How often the form was sent and taken: each time it starts anew, empty. */
function useTimesTaken(uploading: boolean, result: UploadFormProps['result']): number {
  const [times, setTimes] = useState(0)
  const wasUploading = useRef(false)
  useEffect(() => {
    if (wasUploading.current && !uploading && !result) setTimes((taken) => taken + 1)
    wasUploading.current = uploading
  }, [uploading, result])
  return times
}

/** The tutor's side panel (spec section 2, Document upload form). */
export function UploadPanel({ students, result }: UploadFormProps) {
  const uploading = useSubmitting('upload')
  const times = useTimesTaken(uploading, result)
  return (
    <Card as="section" aria-labelledby="upload-heading" className="no-print">
      <h2 id="upload-heading" className="text-h3">
        Upload Document
      </h2>
      <UploadForm key={times} students={students} result={result} uploading={uploading} />
    </Card>
  )
}

function UploadForm({ students, result, uploading }: UploadFormProps & { uploading: boolean }) {
  const [form, fields] = useRiverbankForm<NewFile>({ id: 'upload', intent: 'upload', result, loadRules })
  const options = students.map(({ id, firstName, lastName }) => ({
    value: String(id),
    label: `${firstName} ${lastName}`,
  }))
  const all = [fields.title, fields.description, fields.studentId, fields.isShared, fields.file]
  return (
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
  )
}
