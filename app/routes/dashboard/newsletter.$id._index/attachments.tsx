import { isImage, kinds } from '~/domain/files/kinds'
import type { Attachment } from '~/domain/newsletters/attachments.server'
import { ButtonLink } from '~/ui/button'
import { DownloadLink } from '~/ui/download-link'
import { FileImage } from '~/ui/file-image'
import { Icon } from '~/ui/icon'
import { Lines } from '~/ui/lines'

function AttachmentItem({ attachment, removeFrom }: { attachment: Attachment; removeFrom: string | null }) {
  const { id, title, description, fileName, fileSize, fileType } = attachment
  const hasPicture = isImage(fileType)
  return (
    <li className="space-y-3 rounded-sm border border-line p-4">
      <div className="flex gap-3">
        <Icon name={hasPicture ? 'image' : 'document'} className="mt-1 h-6 w-6 shrink-0 text-river" />
        <div className="min-w-0">
          <h5 className="break-words">{title}</h5>
          {description && (
            <p className="break-words">
              <Lines text={description} />
            </p>
          )}
          <p className="break-words text-small text-ink-soft">
            {fileName} ({kinds[fileType as keyof typeof kinds]?.name}, {fileSize})
          </p>
        </div>
      </div>
      {hasPicture && <FileImage file={attachment} />}
      <div className="flex flex-wrap gap-3">
        <DownloadLink file={attachment} noun="document" />
        {removeFrom && (
          <ButtonLink to={`${removeFrom}/attachments/${id}/delete`} look="danger" className="w-full sm:w-auto">
            <Icon name="delete" className="h-5 w-5" />
            Delete<span className="sr-only"> {title}</span>
          </ButtonLink>
        )}
      </div>
    </li>
  )
}

/** Attachments with preview and download; `removeFrom` is the draft's path, where they can still be removed. */
export function Attachments({ attachments, removeFrom }: { attachments: Attachment[]; removeFrom: string | null }) {
  if (attachments.length === 0) return <p className="mt-2 text-ink-soft">No attachments.</p>
  return (
    <ul className="mt-4 space-y-4">
      {attachments.map((attachment) => (
        <AttachmentItem key={attachment.id} attachment={attachment} removeFrom={removeFrom} />
      ))}
    </ul>
  )
}
