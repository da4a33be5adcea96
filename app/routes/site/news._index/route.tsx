import type { LoaderFunctionArgs } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { summarize } from '~/domain/newsletters/blocks'
import { getPictureNumbers, paginatePublishedNewsletters } from '~/domain/newsletters/newsletters.server'
import { parseNewsletter } from '~/domain/newsletters/text.server'
import { mapPage } from '~/domain/page.server'
import { paths } from '~/paths'
import { defineScreen } from '~/screen'
import { formatPageNumber } from '~/ui/browser/page-meta'
import { useCentre } from '~/ui/browser/root-data'
import { ButtonLink } from '~/ui/button'
import { Card } from '~/ui/card'
import { formatDay } from '~/ui/dates'
import { EmptyState } from '~/ui/lists/empty-state'
import { getPageNumber, PageLinks } from '~/ui/lists/page-links'
import { Container, PageHeading } from '~/ui/site/page'

export const handle = defineScreen<typeof loader>({
  access: { loader: 'anyone' },
  title: 'News',
  description: 'Our newsletters: what we do, what we have achieved and what is coming up.',
  detail: formatPageNumber,
})

export async function loader({ request, context }: LoaderFunctionArgs) {
  const page = getPageNumber(new URL(request.url).searchParams)
  return mapPage(await paginatePublishedNewsletters(context.db, page), (newsletter) => {
    const { id, title, sentAt } = newsletter
    return { id, title, summary: summarize(parseNewsletter(newsletter, getPictureNumbers(newsletter))), sentAt }
  })
}

export { listFeedLinks as links } from '~/routes/parts/news/feed-link'
export { publicMeta as meta } from '~/ui/site/public-meta'

type NewsletterSummary = Awaited<ReturnType<typeof loader>>['items'][number]

function NewsletterRow({ newsletter: { id, title, summary, sentAt } }: { newsletter: NewsletterSummary }) {
  return (
    <li className="long-words border-t border-line py-4 lg:py-6">
      {sentAt && (
        <p className="text-small text-ink-soft">
          <time dateTime={sentAt}>{formatDay(sentAt)}</time>
        </p>
      )}
      <h2 className="text-h3">
        <Link to={paths.news.one(id)} className="inline-flex min-h-target items-center">
          {title}
        </Link>
      </h2>
      <p className="max-w-measure">{summary}</p>
    </li>
  )
}

export default function News() {
  const { items: newsletters, pages } = useLoaderData<typeof loader>()
  const { shortName } = useCentre()
  return (
    <>
      <PageHeading heading={`${shortName} News`}>
        <p>All our newsletters, the newest first.</p>
      </PageHeading>
      <Container className="grid items-start gap-x-16 gap-y-6 py-6 lg:grid-cols-[minmax(0,1fr)_22rem] lg:py-12">
        <div>
          {newsletters.length === 0 ? (
            <EmptyState picture="empty-news" title="There are no newsletters here yet.">
              <p>Please check back soon.</p>
            </EmptyState>
          ) : (
            <ul className="border-b border-line">
              {newsletters.map((newsletter) => (
                <NewsletterRow key={newsletter.id} newsletter={newsletter} />
              ))}
            </ul>
          )}
          <PageLinks pages={pages} />
        </div>
        <Card as="section" aria-labelledby="by-email" className="no-print">
          <h2 id="by-email" className="text-h3">
            Get our next newsletter
          </h2>
          <p className="mb-4 mt-2">We send our newsletter by email. You can stop it at any time.</p>
          <ButtonLink to={`${paths.contact}#news`}>Get our newsletter by email</ButtonLink>
          <p className="mt-2">
            <a href={paths.news.feed} className="inline-flex min-h-control items-center">
              News feed (Atom)
            </a>
          </p>
        </Card>
      </Container>
    </>
  )
}
