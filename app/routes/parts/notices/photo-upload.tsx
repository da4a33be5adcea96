import { getFormProps, type SubmissionResult } from '@conform-to/react'
import { useActionData, useRevalidator } from '@remix-run/react'
import { type FormEvent, useRef, useState } from 'react'
import type { Account } from '~/domain/accounts/account'
import { FILE_LIMIT, TOO_LARGE } from '~/domain/files/kinds'
import { joinUploadNotes, type UploadNote } from '~/domain/files/notes'
import { IDEMPOTENCY_FIELD } from '~/domain/idempotency/field'
import { getPhotoPrefix, PHOTO_DESCRIPTION } from '~/domain/notices/notices'
import type { PhotoAlbum } from '~/domain/notices/numbers.server'
import type { NewPhotos } from '~/domain/notices/schema'
import { getGalleryPath, paths } from '~/paths'
import { getIndexAction } from '~/routes/parts/files/my-files'
import { toCallFailure, uploadForm } from '~/ui/browser/api-client'
import type { RequestFailure } from '~/ui/browser/request-failure'
import { Button } from '~/ui/button'
import { MessageBox } from '~/ui/dialogs/message'
import { getFailureReason } from '~/ui/forms/failure'
import { FileField, getFileKey, UploadProgress } from '~/ui/forms/file-field'
import { ErrorSummary, useSiteForm } from '~/ui/forms/form'
import { PictureStudentsFold, PictureStudentsQuestion } from '~/ui/forms/picture-students'
import { PostForm } from '~/ui/forms/post-form'
import { SectionCard } from '~/ui/section-card'

export const describeUpload = (album: PhotoAlbum) => ({
  title: 'Upload successful',
  text: `${album ? 'Photos' : 'QQI certificate photos'} uploaded successfully`,
})

export function describeAddedPhotos(fileNames: string[], notes = ''): string {
  return fileNames.length > 0 ? `Saved: ${fileNames.join(', ')}. ${notes}`.trim() : 'No photos were saved.'
}

/** The error message of an upload without scripts: what to do, and which photos were added. */
export function describeRefusedPhotos(
  { fileName, status, reason }: { fileName: string; status: number | string; reason: string },
  addedFileNames: string[],
  notes?: string,
): string {
  return `Failed to upload ${fileName}: ${status}. ${reason} ${describeAddedPhotos(addedFileNames, notes)}`
}

export interface FailedPhoto {
  fileName?: string
}

/** Without scripts one form carries all photos, within UPLOAD_LIMIT (http/limits/bodies.ts). */
const PHOTO_HINT =
  'JPEG, PNG, GIF or WebP, up to 5 MB each. You can choose several at once: up to 16 MB in total, or about five photos. Then press Edit under each photo to describe it.'

export const PHOTO_UPLOAD = 'photo-upload-heading'

/** Uploads several photos to an album or the photo notice, the first as number `next`: with scripts one request for each, without scripts one form. */
export function PhotoUpload({
  album,
  next,
  students,
  result,
}: {
  album: PhotoAlbum
  next: number
  students: Account[]
  result?: SubmissionResult<string[]> | null
}) {
  const [form, fields] = useSiteForm<NewPhotos>({ id: 'photo-upload', result })
  const answer = useActionData() as FailedPhoto | undefined
  const { sending, refusal, isDone, uploadAll } = usePhotoUpload(album, next)
  const WhoIsIn = album ? PictureStudentsQuestion : PictureStudentsFold

  async function sendOneByOne(event: FormEvent<HTMLFormElement>) {
    const element = event.currentTarget
    const form = new FormData(element)
    const chosenFiles = form.getAll('photos').filter((photo) => photo instanceof File && photo.name !== '')
    // Without a photo the server's validation answers, as it does without scripts.
    if (chosenFiles.length === 0) return
    // Or if an album's photos come without a word about who is in them.
    if (album && !form.has('inPicture') && !form.has('nobodyInPicture')) return
    event.preventDefault()
    if (await uploadAll(chosenFiles as File[], form)) element.reset()
  }

  return (
    <SectionCard id={PHOTO_UPLOAD} title="Add photos" isSnug className="no-print max-w-2xl">
      <PostForm
        failure={{
          title: 'Upload failed',
          text: (status) => `Failed to upload ${refusal?.fileName ?? answer?.fileName ?? 'photos'}: ${status}`,
        }}
        failed={refusal?.failed}
        preservedNote="The photos you chose are still here."
        action={getIndexAction(getGalleryPath(album?.id))}
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
        <FileField field={fields.photos} required label="Photos" hint={PHOTO_HINT} multiple />
        <WhoIsIn inPicture={fields.inPicture} nobodyInPicture={fields.nobodyInPicture} students={students} />
        {sending && (
          <UploadProgress
            words={`Uploading photo ${sending.number} of ${sending.of}...`}
            label="Photos uploaded"
            share={(sending.number - 1 + sending.share) / sending.of}
          />
        )}
        {isDone && <MessageBox kind="success" {...describeUpload(album)} detail={isDone.notes} />}
        <Button isBusy={sending !== undefined}>{sending ? 'Uploading...' : 'Upload photos'}</Button>
      </PostForm>
    </SectionCard>
  )
}

interface Refusal {
  fileName: string
  failed: RequestFailure
}

/** True if the server refused the photo; false if it failed or did not answer. */
const isRefusal = ({ status }: RequestFailure) => typeof status === 'number' && status < 500

/** The form data of one photo, as `POST /api/files/upload` expects it. */
function createPhotoForm(album: PhotoAlbum, file: File, number: number, formData: FormData): FormData {
  const form = new FormData()
  form.set('title', `${getPhotoPrefix(album)}${number}`)
  if (!album) form.set('description', PHOTO_DESCRIPTION)
  form.set('isShared', 'true')
  form.set('album', 'qqi')
  if (album) form.set('albumId', String(album.id))
  for (const name of [IDEMPOTENCY_FIELD, 'inPicture', 'nobodyInPicture'])
    for (const value of formData.getAll(name)) form.append(name, value)
  form.set('file', file)
  return form
}

async function sendPhoto(
  form: FormData,
  file: File,
  progress: (share: number) => void,
): Promise<RequestFailure | UploadNote> {
  if (file.size > FILE_LIMIT) return { status: 400, message: TOO_LARGE }
  return uploadForm<UploadNote>(paths.api.upload, form, progress).catch(toCallFailure)
}

/** Uploads photos in order, the first as number `next`, until one fails. A retry skips those already added. */
function usePhotoUpload(album: PhotoAlbum, next: number) {
  const [sending, setSending] = useState<{ number: number; of: number; share: number }>()
  const [refusal, setRefusal] = useState<Refusal>()
  const [isDone, setIsDone] = useState<{ notes?: string }>()
  const addedPhotos = useRef(new Map<string, UploadNote>())
  const retryForms = useRef(new Map<string, FormData>())
  const { revalidate } = useRevalidator()

  async function addPhotoOnce(file: File, number: number, formData: FormData, progress: (share: number) => void) {
    const key = getFileKey(file)
    if (addedPhotos.current.has(key)) return
    const form = retryForms.current.get(key) ?? createPhotoForm(album, file, number, formData)
    retryForms.current.set(key, form)
    const result = await sendPhoto(form, file, progress)
    if (!('status' in result)) return void addedPhotos.current.set(key, result)
    // The tutor may correct what was refused, so a retry builds the form again.
    if (isRefusal(result)) retryForms.current.delete(key)
    return result
  }

  async function uploadAll(files: File[], formData: FormData): Promise<boolean> {
    const uploaded: ({ fileName: string } & UploadNote)[] = []
    let failed: RequestFailure | undefined
    setRefusal(undefined)
    setIsDone(undefined)
    for (const [index, file] of files.entries()) {
      const reportProgress = (share: number) => setSending({ number: index + 1, of: files.length, share })
      reportProgress(0)
      failed = await addPhotoOnce(file, next + index, formData, reportProgress)
      if (failed) {
        const names = uploaded.map(({ fileName }) => fileName)
        const message = [getFailureReason(failed), describeAddedPhotos(names, joinUploadNotes(uploaded))]
          .filter(Boolean)
          .join(' ')
        setRefusal({ fileName: file.name, failed: { ...failed, message } })
        break
      }
      uploaded.push({ fileName: file.name, note: addedPhotos.current.get(getFileKey(file))?.note })
    }
    if (!failed) {
      addedPhotos.current.clear()
      retryForms.current.clear()
      setIsDone({ notes: joinUploadNotes(uploaded) })
    }
    setSending(undefined)
    // Without a connection this would fail too, and the error page would replace the form.
    if (!failed || isRefusal(failed)) revalidate()
    return !failed
  }

  return { sending, refusal, isDone, uploadAll }
}
