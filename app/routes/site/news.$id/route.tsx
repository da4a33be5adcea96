import type { LoaderFunctionArgs } from '@remix-run/node'
import { type MetaFunction, useLoaderData } from '@remix-run/react'
import { findPublished } from '~/domain/newsletters/newsletters.server'
import { paragraphsOf, summaryOf } from '~/domain/newsletters/paragraphs'
import { pathId } from '~/domain/path-id'
import { found } from '~/domain/refused'
import { BackLink } from '~/ui/back-link'
import { longUsDate } from '~/ui/dates'
import { Lines } from '~/ui/lines'
import { Container } from '~/ui/page'
import { pageTitle } from '~/ui/page-title'
import { AttachedFiles } from './attached-files'

export async function loader({ params, context }: LoaderFunctionArgs) {
  const { title, content, sentAt, attachments } = found(await findPublished(context.db, pathId(params.id)))
  return { title, summary: summaryOf(content), paragraphs: paragraphsOf(content), sentAt, attachments }
}

export const meta: MetaFunction<typeof loader> = (args) =>
  pageTitle(args.data?.title ?? 'Page Not Found', args.data?.summary)(args)
export { feedLink as links } from '~/routes/parts/news/feed-link'

export default function PublishedNewsletter() {
  const { title, paragraphs, sentAt, attachments } = useLoaderData<typeof loader>()
  return (
    <article className="long-words print-black">
      <div className="bg-tide">
        <Container className="py-8 lg:py-12">
          <BackLink to="/news">All newsletters</BackLink>
          <h1 className="break-words">{title}</h1>
          {sentAt && (
            <p className="mt-4 text-lead">
              <time dateTime={sentAt}>{longUsDate(sentAt)}</time>
            </p>
          )}
        </Container>
      </div>
      <Container className="py-8 lg:py-12">
        <div className="prose">
          {paragraphs.map((paragraph, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the paragraphs of a newsletter never change places
            <p key={place} className="break-words">
              <Lines text={paragraph} />
            </p>
          ))}
        </div>
        {attachments.length > 0 && <AttachedFiles attachments={attachments} />}
      </Container>
    </article>
  )
}
