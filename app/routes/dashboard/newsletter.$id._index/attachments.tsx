import { isImage, kinds } from '~/domain/files/kinds'
import type { Attachment } from '~/domain/newsletters/attachments.server'
import { ButtonLink } from '~/ui/button'
import { Icon } from '~/ui/icon'
import { Lines } from '~/ui/lines'
import { Link } from '~/ui/link'
import { FoldRow, FoldRows } from '~/ui/lists/fold-row'
import { DownloadLink } from '~/ui/portal/download-link'
import { FileImage } from '~/ui/portal/file-image'

const ofKind = ({ fileName, fileType, fileSize }: Attachment) =>
  `${fileName} (${kinds[fileType as keyof typeof kinds]?.name}, ${fileSize})`

function Description({ attachment: { description } }: { attachment: Attachment }) {
  return description ? (
    <p className="break-words">
      <Lines text={description} />
    </p>
  ) : null
}

/** A draft's attachment, which can still be changed. `draft` is the draft's path. */
function OfDraft({ attachment, draft }: { attachment: Attachment; draft: string }) {
  const { id, title, fileType, picture, alt } = attachment
  const at = `${draft}/attachments/${id}`
  const hasPicture = isImage(fileType)
  return (
    <li className="space-y-3 rounded-sm border border-line p-4">
      <div className="flex gap-3">
        <Icon name={hasPicture ? 'image' : 'document'} className="mt-1 h-6 w-6 shrink-0 text-river" />
        <div className="min-w-0">
          <h5 className="break-words">{title}</h5>
          {picture && <p className="text-small font-bold">Its place in the text: [picture {picture}]</p>}
          <Description attachment={attachment} />
          <p className="break-words text-small text-ink-soft">{ofKind(attachment)}</p>
        </div>
      </div>
      {hasPicture && <FileImage file={attachment} />}
      {hasPicture && !alt && (
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-sm border-2 border-amber bg-amber-tint p-3">
          <span>What does this picture show? It is read aloud to people who can’t see it.</span>
          <Link to={`${at}/edit`} className="inline-flex min-h-target items-center font-bold">
            Say what it shows<span className="sr-only"> ({title})</span>
          </Link>
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        <DownloadLink file={attachment} noun="document" />
        <ButtonLink to={`${at}/edit`} variant="secondary" className="w-full sm:w-auto">
          <Icon name="edit" className="h-5 w-5" />
          Edit<span className="sr-only"> {title}</span>
        </ButtonLink>
        <ButtonLink to={`${at}/delete`} variant="danger" className="w-full sm:w-auto">
          <Icon name="delete" className="h-5 w-5" />
          Delete<span className="sr-only"> {title}</span>
        </ButtonLink>
      </div>
    </li>
  )
}

/** A sent newsletter's attachment; what it shows is folded away. */
function OfSent({ attachment }: { attachment: Attachment }) {
  const hasPicture = isImage(attachment.fileType)
  return (
    <li>
      <FoldRow
        icon={hasPicture ? 'image' : 'document'}
        heading="h5"
        title={attachment.title}
        about={ofKind(attachment)}
      >
        <Description attachment={attachment} />
        {hasPicture && <FileImage file={attachment} />}
        <DownloadLink file={attachment} noun="document" />
      </FoldRow>
    </li>
  )
}

/** Attachments with preview and download; `draft` is the path of a draft, where they can still be changed. */
export function Attachments({ attachments, draft }: { attachments: Attachment[]; draft: string | null }) {
  if (attachments.length === 0) return <p className="mt-2 text-ink-soft">No attachments.</p>
  if (draft)
    return (
      <ul className="mt-4 space-y-4">
        {attachments.map((attachment) => (
          <OfDraft key={attachment.id} attachment={attachment} draft={draft} />
        ))}
      </ul>
    )
  return (
    <FoldRows className="mt-4">
      {attachments.map((attachment) => (
        <OfSent key={attachment.id} attachment={attachment} />
      ))}
    </FoldRows>
  )
}
