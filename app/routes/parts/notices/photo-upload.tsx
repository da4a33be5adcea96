import { getFormProps, type SubmissionResult } from '@conform-to/react'
import { useActionData, useRevalidator } from '@remix-run/react'
import { type FormEvent, useRef, useState } from 'react'
import type { Account } from '~/domain/accounts/account'
import { ACCEPTED_IMAGES, FILE_LIMIT, TOO_LARGE } from '~/domain/files/kinds'
import { joinUploadNotes, type UploadNote } from '~/domain/files/notes'
import { IDEMPOTENCY_FIELD } from '~/domain/idempotency/field'
import type { NewPhotos } from '~/domain/notices/schema'
import { PHOTO_DESCRIPTION, PHOTO_TITLE } from '~/domain/notices/titles'
import { paths } from '~/paths'
import { toCallFailure, uploadForm } from '~/ui/browser/api-client'
import type { RequestFailure } from '~/ui/browser/request-failure'
import { Button } from '~/ui/button'
import { MessageBox } from '~/ui/dialogs/notice'
import { getFailureReason } from '~/ui/forms/failure'
import { FileField, getFileKey, UploadProgress } from '~/ui/forms/file-field'
import { ErrorSummary, useSiteForm } from '~/ui/forms/form'
import { PictureStudentsFold } from '~/ui/forms/picture-students'
import { PostForm } from '~/ui/forms/post-form'
import { SectionCard } from '~/ui/section-card'
import { type FailedPhoto, PHOTOS_UPLOADED, photosThere } from './words'

/** Without scripts one form carries all photos, within UPLOAD_LIMIT (http/limits/body-sizes.ts). */
const HINT =
  'JPEG, PNG, GIF or WebP, up to 5 MB each. You can choose several at once: 16 MB in all, or about five photos. Afterwards, Edit under each photo lets you say what it shows.'

/** The tutor's upload of several photos, the first as number `next`: one request each where scripts run, else one form. */
export function PhotoUpload({
  next,
  students,
  result,
}: {
  next: number
  students: Account[]
  result?: SubmissionResult<string[]> | null
}) {
  const [form, fields] = useSiteForm<NewPhotos>({ id: 'photo-upload', result })
  const answer = useActionData() as FailedPhoto | undefined
  const { sending, refusal, isDone, uploadAll } = usePhotoUpload(next)

  async function sendOneByOne(event: FormEvent<HTMLFormElement>) {
    const element = event.currentTarget
    const form = new FormData(element)
    const chosen = form.getAll('photos').filter((photo) => photo instanceof File && photo.name !== '')
    // Without a photo the server's validation answers, as it does without scripts.
    if (chosen.length === 0) return
    event.preventDefault()
    if (await uploadAll(chosen as File[], form)) element.reset()
  }

  return (
    <SectionCard id="photo-upload-heading" title="Add photos" isSnug className="no-print max-w-2xl">
      <PostForm
        failure={{
          title: 'Upload failed',
          words: (status) => `Failed to upload ${refusal?.fileName ?? answer?.fileName ?? 'photos'}: ${status}`,
        }}
        failed={refusal?.failed}
        keptNote="The photos you chose are still here."
        action={`${paths.dashboard.notices.qqi.list}?index`}
        encType="multipart/form-data"
        preventScrollReset
        className="mt-4 space-y-6"
        {...getFormProps(form)}
        onSubmit={sendOneByOne}
      >
        {!refusal && !isDone && (
          <ErrorSummary
            form={form}
            fields={[fields.photos, fields.inPicture, fields.nobodyInPicture]}
            title={form.errors && 'Upload failed'}
          />
        )}
        <FileField
          field={fields.photos}
          required
          label="Photos"
          hint={HINT}
          accept={ACCEPTED_IMAGES}
          limit={FILE_LIMIT}
          tooLarge={TOO_LARGE}
          multiple
        />
        <PictureStudentsFold
          inPicture={fields.inPicture}
          nobodyInPicture={fields.nobodyInPicture}
          students={students}
        />
        {sending && (
          <UploadProgress
            words={`Uploading photo ${sending.number} of ${sending.of}...`}
            label="Photos uploaded"
            share={(sending.number - 1 + sending.share) / sending.of}
          />
        )}
        {isDone && <MessageBox kind="success" {...PHOTOS_UPLOADED} detail={isDone.notes} />}
        <Button busy={sending !== undefined}>{sending ? 'Uploading...' : 'Upload photos'}</Button>
      </PostForm>
    </SectionCard>
  )
}

/** A photo that was not added, and why. */
interface Refusal {
  fileName: string
  failed: RequestFailure
}

/** True when the server answered, and its answer was no. */
const isRefusal = ({ status }: RequestFailure) => typeof status === 'number' && status < 500

/** The form of one photo, as the API takes a document. */
function formOf(file: File, number: number, whole: FormData): FormData {
  const form = new FormData()
  form.set('title', `${PHOTO_TITLE}${number}`)
  form.set('description', PHOTO_DESCRIPTION)
  form.set('isShared', 'true')
  form.set('album', 'qqi')
  for (const name of [IDEMPOTENCY_FIELD, 'inPicture', 'nobodyInPicture'])
    for (const value of whole.getAll(name)) form.append(name, value)
  form.set('file', file)
  return form
}

/** Sends one photo. Returns why it was not added, or a note on it. */
async function send(
  form: FormData,
  file: File,
  progress: (share: number) => void,
): Promise<RequestFailure | UploadNote> {
  if (file.size > FILE_LIMIT) return { status: 400, message: TOO_LARGE }
  return uploadForm<UploadNote>(paths.api.upload, form, progress).catch(toCallFailure)
}

/** Uploads photos in order, the first as number `next`, until one fails. Sent again, those added are left out, and none is added twice. */
function usePhotoUpload(next: number) {
  const [sending, setSending] = useState<{ number: number; of: number; share: number }>()
  const [refusal, setRefusal] = useState<Refusal>()
  const [isDone, setIsDone] = useState<{ notes?: string }>()
  const added = useRef(new Map<string, UploadNote>())
  const started = useRef(new Map<string, FormData>())
  const { revalidate } = useRevalidator()

  async function addOne(file: File, number: number, whole: FormData, progress: (share: number) => void) {
    const key = getFileKey(file)
    if (added.current.has(key)) return
    const form = started.current.get(key) ?? formOf(file, number, whole)
    started.current.set(key, form)
    const result = await send(form, file, progress)
    if (!('status' in result)) return void added.current.set(key, result)
    // Whatever was refused may be mended.
    if (isRefusal(result)) started.current.delete(key)
    return result
  }

  async function uploadAll(files: File[], whole: FormData): Promise<boolean> {
    const stored: ({ fileName: string } & UploadNote)[] = []
    let failed: RequestFailure | undefined
    setRefusal(undefined)
    setIsDone(undefined)
    for (const [index, file] of files.entries()) {
      const show = (share: number) => setSending({ number: index + 1, of: files.length, share })
      show(0)
      failed = await addOne(file, next + index, whole, show)
      if (failed) {
        const names = stored.map(({ fileName }) => fileName)
        const message = [getFailureReason(failed), photosThere(names, joinUploadNotes(stored))]
          .filter(Boolean)
          .join(' ')
        setRefusal({ fileName: file.name, failed: { ...failed, message } })
        break
      }
      stored.push({ fileName: file.name, note: added.current.get(getFileKey(file))?.note })
    }
    if (!failed) {
      added.current.clear()
      started.current.clear()
      setIsDone({ notes: joinUploadNotes(stored) })
    }
    setSending(undefined)
    // Where no answer came, none would come to this either, and an error page would take the form away.
    if (!failed || isRefusal(failed)) revalidate()
    return !failed
  }

  return { sending, refusal, isDone, uploadAll }
}
