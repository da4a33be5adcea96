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
import { formatUsDate } from '~/ui/dates'
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

export { feedLink as links } from '~/routes/parts/news/feed-link'
export { publicMeta as meta } from '~/ui/site/public-meta'

type Shown = Awaited<ReturnType<typeof loader>>['items'][number]

function NewsletterCard({ newsletter: { id, title, summary, sentAt } }: { newsletter: Shown }) {
  return (
    <Card as="li" isSnug>
      {sentAt && (
        <p className="text-small text-ink-soft">
          <time dateTime={sentAt}>{formatUsDate(sentAt)}</time>
        </p>
      )}
      <h2 className="mt-1 break-words text-h3">
        <Link to={paths.news.one(id)} className="inline-flex min-h-target items-center">
          {title}
        </Link>
      </h2>
      <p className="mt-2 break-words">{summary}</p>
    </Card>
  )
}

export default function News() {
  const { items: newsletters, pages } = useLoaderData<typeof loader>()
  const { shortName } = useCentre()
  return (
    <>
      <PageHeading heading={`${shortName} News`}>
        <p>All our newsletters. You can get the next one by email.</p>
      </PageHeading>
      <Container className="py-12 lg:py-16">
        {newsletters.length === 0 ? (
          <EmptyState picture="empty-news" title="There are no newsletters here yet.">
            <p>Please check back soon.</p>
          </EmptyState>
        ) : (
          <ul className="max-w-3xl space-y-4 sm:space-y-6">
            {newsletters.map((newsletter) => (
              <NewsletterCard key={newsletter.id} newsletter={newsletter} />
            ))}
          </ul>
        )}
        <PageLinks pages={pages} />
        <p className="no-print mt-10 flex flex-wrap items-center gap-x-6 gap-y-3">
          <ButtonLink to={`${paths.contact}#news`}>Get our newsletter by email</ButtonLink>{' '}
          <a href={paths.news.feed} className="inline-flex min-h-control items-center">
            News feed (Atom)
          </a>
        </p>
      </Container>
    </>
  )
}
