import { useLoaderData } from '@remix-run/react'
import { countDeliveries, type DeliveryCounts } from '~/domain/deliveries/deliveries.server'
import { findSendingState, resumeSending, resumeWithoutWaiting } from '~/domain/deliveries/sending.server'
import { type Newsletter, paginateNewsletters } from '~/domain/newsletters/newsletters.server'
import { createConfirmAction, createIntentAction, createPageLoader } from '~/http/forms/pages.server'
import { paths } from '~/paths'
import {
  formatDeliveryCounts,
  formatPeopleCount,
  getNewsletterState,
  MailNotice,
  type NewsletterState,
} from '~/routes/parts/newsletters/mail-notice'
import { defineScreen } from '~/screen'
import type { MailRoute } from '~/settings.server'
import { Badge } from '~/ui/badge'
import { formatPageNumber } from '~/ui/browser/page-meta'
import { ButtonLink } from '~/ui/button'
import { formatUsDate } from '~/ui/dates'
import { Icon } from '~/ui/icon'
import { EmptyState } from '~/ui/lists/empty-state'
import { getPageNumber, PageLinks } from '~/ui/lists/page-links'
import { SearchForm } from '~/ui/lists/search-form'
import { RecordCell, RecordRow, RecordTable } from '~/ui/lists/table'

export const handle = defineScreen<typeof loader>({
  access: 'tutor',
  title: 'Newsletter Management',
  detail: ({ text, ...list }) => [text && `search for ‘${text}’`, formatPageNumber(list)].filter(Boolean).join(', '),
  tab: { label: 'Newsletters', place: 1 },
})

export const loader = createPageLoader(async (args) => {
  const { db, settings } = args.context
  const { searchParams } = new URL(args.request.url)
  const text = (searchParams.get('search') ?? '').slice(0, 200)
  const page = await paginateNewsletters(db, args.tutor, getPageNumber(searchParams), text)
  const counts = await countDeliveries(
    db,
    args.tutor,
    page.items.map(({ id }) => id),
  )
  const now = new Date().toISOString()
  const newsletters = page.items.map((newsletter) => {
    const { id, title, status, createdAt, publishedAt } = newsletter
    const state = getNewsletterState(newsletter, counts.get(id), { now, route: settings.mailRoute })
    return { id, title, status, createdAt, publishedAt, counts: counts.get(id) ?? null, state }
  })
  const { items: _, ...pageInfo } = page
  return { newsletters, ...pageInfo, text, sending: await findSendingState(args.context) }
})

const createResumedMessage = (text: string | null) => ({
  to: paths.dashboard.newsletter.list,
  title: 'Sending is back on',
  text: text ?? 'Sending was already back on.',
})

/** Handles the choice after a restore (MailNotice). A second choice has no effect, but is not an error. */
export const action = createIntentAction({
  resume: createConfirmAction(async ({ db, settings, tutor }) => {
    const isChanged = await resumeSending(db, tutor)
    const when = settings.mailRoute === 'none' ? 'will go out once email is set up' : 'is being sent now'
    return createResumedMessage(isChanged ? `Everything that was waiting ${when}.` : null)
  }),
  'give-up': createConfirmAction(async ({ db, tutor }) =>
    createResumedMessage(describeGivenUp(await resumeWithoutWaiting(db, tutor))),
  ),
})

function describeGivenUp(number: number | null): string | null {
  return number === null
    ? null
    : `The emails to ${formatPeopleCount(number)} were marked as uncertain and will not be sent.`
}

export { NewsletterError as ErrorBoundary } from '~/routes/parts/newsletters/newsletter-error'
export { pageMeta as meta } from '~/ui/browser/page-meta'
export { clientAction, shouldRevalidate } from '~/ui/forms/post'

export default function Newsletters() {
  const { newsletters, pages, found, text, sending } = useLoaderData<typeof loader>()
  const isSearchFirst = text !== '' || pages > 1
  const search = (
    <SearchForm
      text={text}
      label="Search titles and text"
      all={paths.dashboard.newsletter.list}
      showAll="Show all"
      className={isSearchFirst ? undefined : 'mt-8'}
    />
  )
  return (
    <>
      <MailNotice sending={sending} />
      {found === 0 && !text ? (
        <EmptyState picture="empty-news" title="No newsletters created yet.">
          <ButtonLink to={paths.dashboard.newsletter.new} className="mt-2">
            Create Newsletter
          </ButtonLink>
        </EmptyState>
      ) : (
        <>
          {isSearchFirst && search}
          <p className="my-4 empty:hidden" role="status">
            {text && (found === 0 ? `No newsletter matches ‘${text}’.` : describeMatches(found, text))}
          </p>
          {found > 0 && (
            <RecordTable label="Newsletters" columns={['Title', 'Status', 'Created', 'Action']}>
              {newsletters.map((newsletter) => (
                <NewsletterRow key={newsletter.id} newsletter={newsletter} route={sending.route} />
              ))}
            </RecordTable>
          )}
          {!isSearchFirst && search}
        </>
      )}
      <PageLinks pages={pages} />
    </>
  )
}

const describeMatches = (found: number, text: string) =>
  found === 1 ? `1 newsletter matches ‘${text}’` : `${found} newsletters match ‘${text}’`

type ListedNewsletter = Pick<Newsletter, 'id' | 'title' | 'status' | 'createdAt' | 'publishedAt'> & {
  counts: DeliveryCounts | null
  state: NewsletterState
}

function NewsletterRow({ newsletter, route }: { newsletter: ListedNewsletter; route: MailRoute }) {
  const { id, title, status, createdAt, publishedAt, counts, state } = newsletter
  return (
    <RecordRow className="flex flex-wrap items-center gap-x-3">
      <RecordCell className="basis-full long-words font-bold leading-snug">{title}</RecordCell>
      <RecordCell className="min-w-min flex-1 tiny:basis-full">
        <Badge tone={state.tone}>{state.badge}</Badge>
        {state.detail && <p className="text-small leading-snug">{state.detail}</p>}
        {counts?.isStarted && <p className="text-small leading-snug">{formatDeliveryCounts(counts, route)}</p>}
        {publishedAt && <p className="text-small leading-snug text-ink-soft">On the website</p>}
      </RecordCell>
      <RecordCell
        label="Created"
        className="order-last basis-full text-small leading-snug md:whitespace-nowrap md:text-body"
      >
        <time dateTime={createdAt}>{formatUsDate(createdAt)}</time>
      </RecordCell>
      <RecordCell>
        <div className="flex flex-wrap gap-2 md:flex-nowrap md:gap-3">
          <ButtonLink to={paths.dashboard.newsletter.one(id)} variant="secondary">
            <Icon name="eye" className="hidden h-5 w-5 shrink-0 sm:block" />
            View<span className="sr-only"> {title}</span>
          </ButtonLink>
          {status === 'draft' && (
            <ButtonLink to={paths.dashboard.newsletter.send(id)} variant="secondary">
              <Icon name="send" className="hidden h-5 w-5 shrink-0 sm:block" />
              Send<span className="sr-only"> {title}</span>
            </ButtonLink>
          )}
        </div>
      </RecordCell>
    </RecordRow>
  )
}
