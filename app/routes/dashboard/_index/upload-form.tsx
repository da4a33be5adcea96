import type { SubmissionResult } from '@conform-to/react'
import { useFetcher, useNavigate, useSearchParams } from '@remix-run/react'
import { useEffect, useRef, useState } from 'react'
import type { Account } from '~/domain/accounts/account'
import { formatSize, getTitlesOfFiles, isImage } from '~/domain/files/kinds'
import type { FileOwner } from '~/domain/files/places'
import type { NewFiles } from '~/domain/files/schema'
import { paths } from '~/paths'
import { getIndexAction, getMyFilesPath, getUploadedPath } from '~/routes/parts/files/my-files'
import { useHydrated } from '~/ui/browser/external-store'
import { Button, ButtonLink } from '~/ui/button'
import { Card } from '~/ui/card'
import { classes } from '~/ui/classes'
import { uploadFailure } from '~/ui/forms/failure'
import { TextArea, TextField } from '~/ui/forms/field'
import { AltField, getFileKey, UploadField, UploadProgress } from '~/ui/forms/file-field'
import { useSiteForm, ValidatedForm, validateFirst } from '~/ui/forms/form'
import { PictureStudentsFold } from '~/ui/forms/picture-students'
import { Link } from '~/ui/link'
import { getFormPath } from '~/ui/lists/list-with-forms'
import { BackLink } from '~/ui/portal/back-link'
import { ForStudentField, ShareField, ViewersNote } from './edit-form'
import { type UploadOutcome, useDocumentUpload } from './use-document-upload'
import type { UploadedView } from './view.server'

function UploadRows({
  files,
  title,
  outcomes,
}: {
  files: File[]
  title: string
  outcomes: ReadonlyMap<string, UploadOutcome>
}) {
  if (files.length < 2) return null
  const titles = getTitlesOfFiles(title.trim(), files)
  return (
    <ul aria-label="Files to upload" className="divide-y divide-line rounded-sm border border-line">
      {files.map((file, index) => (
        <li key={getFileKey(file)} className="space-y-1 px-3 py-2">
          <p className="break-words font-bold leading-snug">{titles[index]}</p>
          <p className="break-words text-small text-ink-soft">
            {file.name}, {formatSize(file.size)}
          </p>
          <UploadResult outcome={outcomes.get(getFileKey(file))} fileName={file.name} />
        </li>
      ))}
    </ul>
  )
}

function UploadResult({ outcome, fileName }: { outcome: UploadOutcome | undefined; fileName: string }) {
  if (outcome === undefined) return null
  if ('saved' in outcome)
    return (
      <p>
        <b className="text-moss">Saved</b> {outcome.saved.note}
      </p>
    )
  if ('refused' in outcome) return <p className="font-bold text-brick">Not saved: {outcome.refused}</p>
  return (
    <progress
      value={Math.round(outcome.share * 100)}
      max={100}
      aria-label={`Upload progress of ${fileName}`}
      className="h-4 w-full accent-river"
    />
  )
}

const loadRules = () => import('~/domain/files/schema').then(({ newFiles }) => newFiles)

interface UploadFormProps {
  /** The place shown, preselected in the form. */
  owner?: FileOwner
  students: Account[]
  result?: SubmissionResult<string[]> | null
  /** Called with the id of the first uploaded document that opens on a page. */
  onDocument: (id: number) => void
}

export function UploadPanel({ className, ...props }: UploadFormProps & { className?: string }) {
  // An error from before the last successful upload must not show again.
  const [uploads, setUploads] = useState<{ times: number; result?: UploadFormProps['result'] }>({ times: 0 })
  const { result } = props
  const [parameters] = useSearchParams()
  const navigate = useNavigate()
  const list = getMyFilesPath(parameters)
  function resetForm() {
    setUploads({ times: uploads.times + 1, result })
    if (parameters.has('add')) navigate(list, { replace: true })
  }
  return (
    <Card
      as="section"
      isSnug
      id="add"
      aria-labelledby="upload-heading"
      className={classes('no-print xl:p-4', className)}
    >
      <BackLink to={list} className="lg:hidden">
        Files
      </BackLink>
      <h2 id="upload-heading" className="text-h3">
        Upload Document
      </h2>
      <UploadForm
        key={uploads.times}
        {...props}
        result={result === uploads.result ? undefined : result}
        onUploaded={resetForm}
      />
    </Card>
  )
}

function UploadForm({ owner, students, result, onUploaded, onDocument }: UploadFormProps & { onUploaded: () => void }) {
  const [chosenFiles, setChosenFiles] = useState<File[]>([])
  const { refusal, failed, sending, outcomes, send } = useDocumentUpload(students, { onUploaded, onDocument })
  const [form, fields] = useSiteForm<NewFiles>({
    id: 'upload',
    intent: 'upload',
    result: refusal ?? result,
    defaultValue: { isShared: owner === 'shared', studentId: typeof owner === 'number' ? owner : null },
    rules: loadRules,
  })
  const [parameters] = useSearchParams()
  const isHydrated = useHydrated()
  const { title, description, isShared, studentId, file, alt, inPicture, nobodyInPicture } = fields
  const allFields = [title, description, isShared, studentId, file, alt, inPicture]
  const sharing = { studentId, isShared, students }
  const pictureStudents = (
    <PictureStudentsFold inPicture={inPicture} nobodyInPicture={nobodyInPicture} students={students} />
  )
  const share = chosenFiles.length > 1 ? undefined : sending?.share
  return (
    <ValidatedForm
      form={form}
      fields={form.errors ? [] : allFields}
      errorTitle={form.errors && 'Upload failed'}
      intent="upload"
      failure={uploadFailure}
      failed={failed}
      action={getIndexAction(getFormPath(getMyFilesPath(parameters)))}
      encType="multipart/form-data"
      preventScrollReset
      className="mt-2 space-y-3"
      onSubmit={validateFirst(form.onSubmit, send)}
    >
      <div className="group grid gap-x-6 gap-y-2 xl:grid-cols-[19rem_minmax(0,1fr)]">
        <TextField field={title} required={chosenFiles.length < 2} label="Document Title" />
        <TextArea field={description} label="Description (Optional)" rows={1} />
        <div className="xl:col-span-2">
          <ShareField isShared={isShared} />
        </div>
        <ForStudentField {...sharing} several />
        <UploadField
          field={file}
          required
          multiple
          label="File"
          hint="With several files, the title can stay empty."
          onChosen={setChosenFiles}
        />
      </div>
      <UploadRows files={chosenFiles} title={title.value ?? ''} outcomes={outcomes} />
      {chosenFiles.some(({ type }) => isImage(type)) && (
        <>
          <AltField field={alt} />
          {pictureStudents}
        </>
      )}
      {!isHydrated && (
        <noscript>
          <div className="space-y-4 pt-4">
            <AltField field={alt} hint="For pictures only." />
            {pictureStudents}
          </div>
        </noscript>
      )}
      {share !== undefined && <UploadProgress words="Uploading..." label="Upload progress" share={share} />}
      <div className="flex flex-wrap gap-3">
        <ViewersNote {...sharing} className="flex-auto" />
        <Button isBusy={sending !== undefined} className="flex-auto">
          {sending ? 'Uploading...' : 'Upload Document'}
        </Button>
      </div>
    </ValidatedForm>
  )
}

/** How often the page asks whether a document is ready, and how long, in ms. */
const POLL_INTERVAL = 2000
const MAX_POLLING = 120_000

/** The preview of the document `sentId`, which scripts have just uploaded, or of that in the address; asks until it is ready. */
export function useUploadedPreview(sentId: number | undefined, inAddress: UploadedView | null): UploadedView | null {
  const id = sentId ?? (inAddress?.preview.state === 'pending' ? inAddress.id : undefined)
  const { load, data, state } = useFetcher<{ tutors: { uploaded: UploadedView | null } | null }>({ key: 'uploaded' })
  const view = data?.tutors?.uploaded
  const isOfThis = view?.id === id
  // It may have been deleted.
  const isDone = view === null || (isOfThis && view?.preview.state !== 'pending')
  const askedAt = useRef({ id, since: 0 })
  useEffect(() => {
    if (id === undefined || isDone || state !== 'idle') return
    if (askedAt.current.id !== id || !isOfThis) askedAt.current = { id, since: Date.now() }
    if (Date.now() - askedAt.current.since > MAX_POLLING) return
    const timer = setTimeout(() => load(getIndexAction(getUploadedPath(id))), isOfThis ? POLL_INTERVAL : 0)
    return () => clearTimeout(timer)
  }, [id, isOfThis, isDone, state, load])
  return (isOfThis && view) || inAddress
}

/** Shows a tutor once what students will see of the document that was just uploaded. */
export function UploadedPreview({ uploaded: { id, title, preview, note } }: { uploaded: UploadedView }) {
  return (
    <Card as="section" isSnug aria-labelledby="uploaded-preview">
      <h2 id="uploaded-preview" className="text-h3">
        What students will see
      </h2>
      <p className="mt-2 font-bold">{title}</p>
      {note && <p className="mt-2">{note}</p>}
      {preview.state === 'pending' && (
        <p role="status" className="mt-2">
          Getting it ready … <Link to={`${getUploadedPath(id)}#uploaded-preview`}>Look again</Link>
        </p>
      )}
      {preview.state === 'failed' && <p className="mt-2">Students can only download this file.</p>}
      {preview.state === 'page' && preview.image && (
        <img
          {...preview.image}
          alt={`First page of ${title}`}
          decoding="async"
          className="mt-4 h-auto max-h-image w-auto max-w-full border border-line bg-white"
        />
      )}
      {(preview.state === 'words' || (preview.state === 'page' && !preview.image)) && (
        <p dir="auto" className="mt-4 max-w-measure whitespace-pre-line border border-line bg-white p-4">
          {preview.words}
        </p>
      )}
      <p className="mt-4">
        <ButtonLink to={paths.dashboard.files.one(id)} variant="secondary">
          <span>
            See all of it<span className="sr-only"> of {title}</span>
          </span>
        </ButtonLink>
      </p>
    </Card>
  )
}
