import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import type { OpenDocument } from '~/domain/documents/document-view.server'
import { isImage, kinds } from '~/domain/files/kinds'
import { type Attachment, listPublicDocumentViews } from '~/domain/newsletters/attachments.server'
import { findPictures, summarize } from '~/domain/newsletters/blocks'
import { findPublished, getPictureNumbers } from '~/domain/newsletters/newsletters.server'
import { parseNewsletter } from '~/domain/newsletters/text.server'
import { parsePathId } from '~/domain/path-id'
import { orNotFound } from '~/domain/refused'
import { paths } from '~/paths'
import { defineScreen } from '~/screen'
import { formatDay } from '~/ui/dates'
import { DocumentView } from '~/ui/document-view'
import { Icon } from '~/ui/icon'
import { Lines } from '~/ui/lines'
import { Listen } from '~/ui/listen/listen'
import { BackLink } from '~/ui/portal/back-link'
import { EasyReadBox } from '~/ui/site/easy-read-part'
import { NewsletterPicture, NewsletterText } from '~/ui/site/newsletter-text'
import { Container, TextHeader } from '~/ui/site/page'

export const handle = defineScreen<typeof loader>({
  access: { loader: 'anyone' },
  title: (data) => data?.title ?? 'Page Not Found',
  description: ({ summary }) => summary,
})

export async function loader({ params, context }: LoaderFunctionArgs) {
  const newsletter = orNotFound(await findPublished(context.db, parsePathId(params.id)))
  const { title, easyRead, sentAt, attachments } = newsletter
  const blocks = parseNewsletter(newsletter, getPictureNumbers(newsletter))
  const documents = await listPublicDocumentViews(context.db, context.uploads, newsletter.id)
  return { title, summary: summarize(blocks), easyRead, blocks, sentAt, attachments, documents }
}

export { listFeedLinks as links } from '~/routes/parts/news/feed-link'
export { publicMeta as meta } from '~/ui/site/public-meta'

export default function NewsletterPage() {
  const { title, easyRead, blocks, sentAt, attachments, documents } = useLoaderData<typeof loader>()
  const placed = findPictures(blocks)
  const others = attachments.filter(({ picture }) => picture === null || !placed.includes(picture))
  return (
    <article id="newsletter" className="long-words print-black">
      <TextHeader>
        <BackLink to={paths.news.list}>All newsletters</BackLink>
        <h1 className="break-words">{title}</h1>
        {sentAt && (
          <p className="mt-4 text-lead">
            <time dateTime={sentAt}>{formatDay(sentAt)}</time>
          </p>
        )}
        <Listen to="newsletter" />
      </TextHeader>
      <Container className="py-8 lg:py-12">
        <EasyReadBox html={easyRead} />
        <NewsletterText blocks={blocks} attachments={attachments} top={2} />
        {others.length > 0 && <AttachedFiles attachments={others} documents={documents} />}
      </Container>
    </article>
  )
}

function AttachedFile({ attachment, openDocument }: { attachment: Attachment; openDocument?: OpenDocument }) {
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
      {openDocument && (
        <details className="fold mt-2">
          <summary>Read {title} here</summary>
          <DocumentView title={title} url={filePath} content={openDocument} />
        </details>
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

function AttachedFiles({
  attachments,
  documents,
}: {
  attachments: Attachment[]
  documents: Record<number, OpenDocument>
}) {
  return (
    <section aria-labelledby="files" className="mt-10 max-w-measure">
      <h2 id="files">Attached to this newsletter</h2>
      <ul className="mt-4 space-y-6">
        {attachments.map((attachment) => (
          <AttachedFile key={attachment.id} attachment={attachment} openDocument={documents[attachment.id]} />
        ))}
      </ul>
    </section>
  )
}
