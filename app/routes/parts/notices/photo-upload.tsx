import { getFormProps, type SubmissionResult } from '@conform-to/react'
import { useActionData } from '@remix-run/react'
import type { FormEvent } from 'react'
import { FILE_LIMIT, TOO_LARGE } from '~/domain/files/kinds'
import { IDEMPOTENCY_FIELD } from '~/domain/idempotency/field'
import type { NewPhotos } from '~/domain/notices/schema'
import { Button } from '~/ui/button'
import { Card } from '~/ui/card'
import { Notice } from '~/ui/dialogs/notice'
import { FileField, UploadProgress } from '~/ui/forms/file-field'
import { ErrorSummary, useRiverbankForm } from '~/ui/forms/form'
import { PostForm } from '~/ui/forms/post-form'
import { usePhotoUpload } from './use-photo-upload'
import { type FailedPhoto, PHOTOS_UPLOADED } from './words'

const ACCEPTED = '.jpg,.jpeg,.png,.gif,.webp'
/** Without scripts one form carries all photos, within UPLOAD_LIMIT (http/limits/body-sizes.ts). */
const HINT =
  'JPEG, PNG, GIF or WebP, up to 5 MB each. You can choose several at once: 16 MB in all, or about five photos. Afterwards, Edit under each photo lets you say what it shows.'

/** The tutor's upload of several photos, the first as number `next`: one request each where scripts run, else one form. */
export function PhotoUpload({ next, result }: { next: number; result?: SubmissionResult<string[]> | null }) {
  const [form, fields] = useRiverbankForm<NewPhotos>({ id: 'photo-upload', result })
  const answer = useActionData() as FailedPhoto | undefined
  const { sending, refusal, isDone, uploadAll } = usePhotoUpload(next)

  async function sendOneByOne(event: FormEvent<HTMLFormElement>) {
    const element = event.currentTarget
    const form = new FormData(element)
    const chosen = form.getAll('photos').filter((photo) => photo instanceof File && photo.name !== '')
    // Without a photo the server's validation answers, as it does without scripts.
    if (chosen.length === 0) return
    event.preventDefault()
    if (await uploadAll(chosen as File[], String(form.get(IDEMPOTENCY_FIELD)))) element.reset()
  }

  return (
    <Card as="section" isSnug aria-labelledby="photo-upload-heading" className="no-print max-w-2xl">
      <h3 id="photo-upload-heading">Add photos</h3>
      <PostForm
        failure={{
          title: 'Upload failed',
          words: (status) => `Failed to upload ${refusal?.fileName ?? answer?.fileName ?? 'photos'}: ${status}`,
        }}
        failed={refusal?.failed}
        kept="The photos you chose are still here."
        action="/dashboard/notices/qqi?index"
        encType="multipart/form-data"
        preventScrollReset
        className="mt-4 space-y-6"
        {...getFormProps(form)}
        onSubmit={sendOneByOne}
      >
        {!refusal && !isDone && (
          <ErrorSummary form={form} fields={[fields.photos]} title={form.errors && 'Upload failed'} />
        )}
        <FileField
          field={fields.photos}
          required
          label="Photos"
          hint={HINT}
          accept={ACCEPTED}
          limit={FILE_LIMIT}
          tooLarge={TOO_LARGE}
          multiple
        />
        {sending && (
          <UploadProgress
            words={`Uploading photo ${sending.number} of ${sending.of}...`}
            label="Photos uploaded"
            share={(sending.number - 1 + sending.share) / sending.of}
          />
        )}
        {isDone && <Notice kind="success" {...PHOTOS_UPLOADED} />}
        <Button busy={sending !== undefined}>{sending ? 'Uploading...' : 'Upload photos'}</Button>
      </PostForm>
    </Card>
  )
}
