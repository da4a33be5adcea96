import { getFormProps, type SubmissionResult } from '@conform-to/react'
import { useState } from 'react'
import type { Account } from '~/domain/accounts/account'
import type { NewFile } from '~/domain/files/schema'
import { AltField } from '~/ui/alt-field'
import { Button } from '~/ui/button'
import { Card } from '~/ui/card'
import { uploadFailure } from '~/ui/failure'
import { CheckboxField, TextArea, TextField } from '~/ui/field'
import { checkedFirst, ErrorSummary, useRiverbankForm } from '~/ui/form'
import { PostForm } from '~/ui/post-form'
import { StudentField } from '~/ui/student-field'
import { UploadField } from '~/ui/upload-field'
import { UploadProgress } from '~/ui/upload-progress'
import { useDocumentUpload } from './use-document-upload'

const rules = () => import('~/domain/files/schema').then(({ newFile }) => newFile)

interface UploadFormProps {
  students: Account[]
  result?: SubmissionResult<string[]> | null
}

export function UploadPanel({ students, result }: UploadFormProps) {
  const [times, setTimes] = useState(0)
  return (
    <Card as="section" aria-labelledby="upload-heading" className="no-print">
      <h2 id="upload-heading" className="text-h3">
        Upload Document
      </h2>
      <UploadForm key={times} students={students} result={result} onUploaded={() => setTimes(times + 1)} />
    </Card>
  )
}

function UploadForm({ students, result, onUploaded }: UploadFormProps & { onUploaded: () => void }) {
  const { refusal, failed, share, send } = useDocumentUpload(onUploaded)
  const [form, fields] = useRiverbankForm<NewFile>({
    id: 'upload',
    intent: 'upload',
    result: refusal ?? result,
    rules,
  })
  const all = [fields.title, fields.description, fields.studentId, fields.isShared, fields.file, fields.alt]
  return (
    <PostForm
      intent="upload"
      failure={uploadFailure}
      failed={failed}
      action="/dashboard?index"
      encType="multipart/form-data"
      preventScrollReset
      className="mt-6 space-y-6"
      {...getFormProps(form)}
      onSubmit={checkedFirst(form.onSubmit, send)}
    >
      <ErrorSummary form={form} fields={form.errors ? [] : all} title={form.errors && 'Upload failed'} />
      <TextField field={fields.title} required label="Document Title" />
      <TextArea field={fields.description} label="Description (Optional)" rows={3} />
      <StudentField
        field={fields.studentId}
        hint="That student and all tutors will see it. If you choose no student, only tutors will."
        students={students}
        nobody="No student"
      />
      <CheckboxField
        field={fields.isShared}
        label="Share with all students"
        hint="Make this file visible to all students in their portal"
      />
      <UploadField field={fields.file} required label="File" />
      <AltField field={fields.alt} hint="For a picture only." />
      {share !== undefined && <UploadProgress words="Uploading..." label="Document sent" share={share} />}
      <Button busy={share !== undefined} className="w-full">
        {share === undefined ? 'Upload Document' : 'Uploading...'}
      </Button>
    </PostForm>
  )
}
