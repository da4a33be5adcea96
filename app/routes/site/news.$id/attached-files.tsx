import { isImage, kinds } from '~/domain/files/kinds'
import type { Attachment } from '~/domain/newsletters/attachments.server'
import { Icon } from '~/ui/icon'
import { Lines } from '~/ui/lines'
import { NewsletterPicture } from '~/ui/site/newsletter-text'

function AttachedFile({ attachment }: { attachment: Attachment }) {
  const { title, description, filePath, fileSize, fileType } = attachment
  return (
    <li>
      {isImage(fileType) ? (
        <NewsletterPicture picture={attachment} />
      ) : (
        description && (
          <p className="mt-2 break-words">
            <Lines text={description} />
          </p>
        )
      )}
      <p className="no-print">
        <a href={filePath} className="inline-flex min-h-control items-center gap-2 font-bold">
          <Icon name="download" className="h-5 w-5 shrink-0" />
          <span className="min-w-0">
            {title}{' '}
            <span className="font-normal">
              ({kinds[fileType as keyof typeof kinds]?.name}, {fileSize})
            </span>
          </span>
        </a>
      </p>
    </li>
  )
}

/** A newsletter's attachments: pictures shown, other files to download. */
export function AttachedFiles({ attachments }: { attachments: Attachment[] }) {
  return (
    <section aria-labelledby="files" className="mt-10 max-w-measure">
      <h2 id="files">With this newsletter</h2>
      <ul className="mt-4 space-y-6">
        {attachments.map((attachment) => (
          <AttachedFile key={attachment.id} attachment={attachment} />
        ))}
      </ul>
    </section>
  )
}
