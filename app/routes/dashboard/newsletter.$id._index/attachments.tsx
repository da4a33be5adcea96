import { useState } from 'react'
import type { Account } from '~/domain/accounts/account'
import { ACCEPTED_ATTACHMENTS, FILE_LIMIT, isImage, kinds, TOO_LARGE } from '~/domain/files/kinds'
import type { Attachment } from '~/domain/newsletters/attachments.server'
import type { NewAttachments } from '~/domain/newsletters/schema'
import type { FormResult } from '~/http/forms/form.server'
import { paths } from '~/paths'
import { useHydrated } from '~/ui/browser/external-store'
import { useFailureToast } from '~/ui/dialogs/toast'
import { TextArea, TextField } from '~/ui/forms/field'
import { AltField, FileField } from '~/ui/forms/file-field'
import { useSiteForm, ValidatedForm } from '~/ui/forms/form'
import { PictureStudentsFold, PictureStudentsLink } from '~/ui/forms/picture-students'
import { SubmitButton } from '~/ui/forms/submit-button'
import { Icon } from '~/ui/icon'
import { Lines } from '~/ui/lines'
import { Link } from '~/ui/link'
import { EditAndDelete } from '~/ui/lists/list-with-forms'
import { DownloadLink } from '~/ui/portal/download-link'
import { FileImage } from '~/ui/portal/file-image'

const loadRules = () => import('~/domain/newsletters/schema').then(({ newAttachments }) => newAttachments)

/**
 * Adds files to a draft. Use the number of uploads as its key, so that it resets after each. A description is asked for once a
 * picture is chosen; several pictures, and pictures uploaded without scripts, are described afterwards (`AttachmentItem`).
 */
export function AttachmentForm({ students, answer }: { students: Account[]; answer?: FormResult }) {
  const { result } = answer ?? {}
  const [form, fields] = useSiteForm<NewAttachments>({ id: 'attachment', intent: 'upload', result, rules: loadRules })
  useFailureToast(form.errors, { text: form.errors?.join(' ') })
  const isHydrated = useHydrated()
  const [chosenFiles, setChosenFiles] = useState<File[]>([])
  const pictures = chosenFiles.filter(({ type }) => isImage(type))
  const pictureStudents = (
    <PictureStudentsFold inPicture={fields.inPicture} nobodyInPicture={fields.nobodyInPicture} students={students} />
  )
  return (
    <ValidatedForm
      form={form}
      fields={[fields.file, fields.title, fields.description, fields.alt, fields.inPicture]}
      intent="upload"
      failure={{ text: (status) => `Failed to upload attachment: ${status}` }}
      action="?index"
      encType="multipart/form-data"
      replace
      preventScrollReset
      className="mt-4 space-y-6"
    >
      <FileField
        field={fields.file}
        required
        label="File"
        hint="Supported: Images (JPG, PNG, GIF), PDF, Word documents, Text files. You can choose up to 10 files at once, 16 MB in total."
        multiple
        accept={ACCEPTED_ATTACHMENTS}
        limit={FILE_LIMIT}
        tooLarge={TOO_LARGE}
        onChosen={setChosenFiles}
      />
      <TextField
        field={fields.title}
        label="Title"
        hint="If you leave this empty, we use the file’s name. You can change it later."
        autoComplete="off"
      />
      <TextArea field={fields.description} label="Description (optional)" rows={2} />
      {pictures.length === 1 && <AltField field={fields.alt} />}
      {pictures.length > 0 && pictureStudents}
      {!isHydrated && <noscript>{pictureStudents}</noscript>}
      <SubmitButton
        variant="secondary"
        className="w-full sm:w-auto"
        submitLabel="Upload Attachment"
        pendingLabel="Uploading..."
      />
    </ValidatedForm>
  )
}

const describeAttachment = ({ fileName, fileType, fileSize }: Attachment) =>
  `${fileName} (${kinds[fileType as keyof typeof kinds]?.name}, ${fileSize})`

function Description({ attachment: { description } }: { attachment: Attachment }) {
  return description ? (
    <p className="break-words">
      <Lines text={description} />
    </p>
  ) : null
}

interface HiddenProps {
  /** Why only tutors can see it. */
  hiddenBecause?: string
}

function HiddenNotice({
  hiddenBecause,
  isDraft,
  isScheduled,
}: HiddenProps & { isDraft?: boolean; isScheduled?: boolean }) {
  return hiddenBecause ? (
    <p className="rounded-sm border-2 border-amber bg-amber-tint p-3">
      <strong>{isScheduled ? 'The newsletter goes out without it.' : isDraft ? 'It can’t be sent.' : 'Hidden.'}</strong>{' '}
      {hiddenBecause}
    </p>
  ) : null
}

/** With the id of a `draft`, it can be changed. */
function AttachmentItem({
  attachment,
  hiddenBecause,
  draft,
  isScheduled,
}: HiddenProps & { attachment: Attachment; draft: number | null; isScheduled: boolean }) {
  const { id, title, fileType, picture, alt } = attachment
  const hasPicture = isImage(fileType)
  const actions = draft !== null && {
    edit: paths.dashboard.newsletter.attachments.edit(draft, id),
    delete: paths.dashboard.newsletter.attachments.delete(draft, id),
  }
  return (
    <li className="space-y-3 rounded-sm border border-line p-4">
      <div className="flex gap-3">
        <Icon name={hasPicture ? 'image' : 'document'} className="mt-1 h-6 w-6 shrink-0 text-river" />
        <div className="min-w-0">
          <h5 className="break-words">{title}</h5>
          {actions && picture && (
            <p className="text-small font-bold">To show it in the text, type: [picture {picture}]</p>
          )}
          <Description attachment={attachment} />
          <p className="break-words text-small text-ink-soft">{describeAttachment(attachment)}</p>
        </div>
      </div>
      {hasPicture && <FileImage file={attachment} />}
      <HiddenNotice hiddenBecause={hiddenBecause} isDraft={draft !== null} isScheduled={isScheduled} />
      {actions && hasPicture && !alt && (
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-sm border-2 border-amber bg-amber-tint p-3">
          <span>What does this picture show? Your description is read aloud to people who can’t see it.</span>
          <Link to={actions.edit} className="inline-flex min-h-target items-center font-bold">
            Describe this picture<span className="sr-only"> ({title})</span>
          </Link>
        </p>
      )}
      <div className="flex flex-wrap items-center gap-3">
        <DownloadLink file={attachment} noun="document" />{' '}
        {actions ? (
          <EditAndDelete to={actions} title={title} className="w-full sm:w-auto" />
        ) : (
          hasPicture && <PictureStudentsLink kind="newsletter" id={id} title={title} />
        )}
      </div>
    </li>
  )
}

/** Attachments with preview and download. `reasons` says why some are hidden, by id. With a `draft` id, they can be changed. */
export function Attachments({
  attachments,
  reasons,
  draft,
  isScheduled,
}: {
  attachments: Attachment[]
  reasons: Record<string, string>
  draft: number | null
  isScheduled: boolean
}) {
  if (attachments.length === 0) return <p className="mt-2 text-ink-soft">No attachments.</p>
  return (
    <ul className="mt-4 space-y-4">
      {attachments.map((attachment) => (
        <AttachmentItem
          key={attachment.id}
          attachment={attachment}
          draft={draft}
          isScheduled={isScheduled}
          hiddenBecause={reasons[attachment.id]}
        />
      ))}
    </ul>
  )
}
