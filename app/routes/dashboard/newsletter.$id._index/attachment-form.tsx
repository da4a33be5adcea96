import { getFormProps, type SubmissionResult } from '@conform-to/react'
import { useActionData } from '@remix-run/react'
import { ACCEPTED_ATTACHMENTS, FILE_LIMIT, TOO_LARGE } from '~/domain/files/kinds'
import type { NewAttachments } from '~/domain/newsletters/schema'
import { Button } from '~/ui/button'
import { useFailureToast } from '~/ui/dialogs/toast'
import { AltField } from '~/ui/forms/alt-field'
import { TextArea, TextField } from '~/ui/forms/field'
import { FileField } from '~/ui/forms/file-field'
import { ErrorSummary, useRiverbankForm } from '~/ui/forms/form'
import { PostForm } from '~/ui/forms/post-form'
import { useSubmitting, useTimesTaken } from '~/ui/forms/submitting'

const rules = () => import('~/domain/newsletters/schema').then(({ newAttachments }) => newAttachments)

interface AttachmentFormProps {
  result?: SubmissionResult<string[]> | null
}

/** Adds a file to a draft; resets after each one added. */
export function AttachmentForm({ result }: AttachmentFormProps) {
  const uploading = useSubmitting('upload')
  return <Fields key={useTimesTaken(uploading, useActionData())} result={result} uploading={uploading} />
}

function Fields({ result, uploading }: AttachmentFormProps & { uploading: boolean }) {
  const [form, fields] = useRiverbankForm<NewAttachments>({ id: 'attachment', intent: 'upload', result, rules })
  useFailureToast(form.errors, { text: form.errors?.join(' ') })
  return (
    <PostForm
      intent="upload"
      failure={{ words: (status) => `Failed to upload attachment: ${status}` }}
      action="?index"
      encType="multipart/form-data"
      replace
      preventScrollReset
      className="mt-4 space-y-6"
      {...getFormProps(form)}
    >
      <ErrorSummary form={form} fields={[fields.file, fields.title, fields.alt, fields.description]} />
      <FileField
        field={fields.file}
        required
        label="File"
        hint="Supported: Images (JPG, PNG, GIF), PDF, Word documents, Text files. You can choose several at once, up to 10 files and 16 MB in all."
        multiple
        accept={ACCEPTED_ATTACHMENTS}
        limit={FILE_LIMIT}
        tooLarge={TOO_LARGE}
      />
      <TextField
        field={fields.title}
        label="Title"
        hint="Without one, each file goes by its own name. You can change it afterwards."
        autoComplete="off"
      />
      <AltField field={fields.alt} hint="For one picture. You can describe several afterwards." />
      <TextArea field={fields.description} label="Description (optional)" rows={2} />
      <Button variant="secondary" busy={uploading} className="w-full sm:w-auto">
        {uploading ? 'Uploading...' : 'Upload Attachment'}
      </Button>
    </PostForm>
  )
}
