import type { DeliveryCounts } from '~/domain/deliveries/deliveries.server'
import type { Newsletter } from '~/domain/newsletters/newsletters.server'
import { progressInWords } from '~/routes/parts/newsletters/progress'
import type { State } from '~/routes/parts/newsletters/state'
import { StatusBadge } from '~/routes/parts/newsletters/status-badge'
import { ButtonLink } from '~/ui/button'
import { longUsDate } from '~/ui/dates'
import { Icon } from '~/ui/icon'
import { RecordCell, RecordRow, RecordTable } from '~/ui/lists/table'

export type Listed = Pick<Newsletter, 'id' | 'title' | 'status' | 'createdAt' | 'publishedAt'> & {
  counts: DeliveryCounts | null
  state: State
}

function Line({ newsletter }: { newsletter: Listed }) {
  const { id, title, status, createdAt, publishedAt, counts, state } = newsletter
  return (
    <RecordRow className="flex flex-wrap items-center gap-x-3">
      <RecordCell className="basis-full long-words font-bold leading-snug">{title}</RecordCell>
      <RecordCell className="min-w-min flex-1">
        <StatusBadge state={state} />
        {counts && <p className="text-small leading-snug">{progressInWords(counts)}</p>}
        {publishedAt && <p className="text-small leading-snug text-ink-soft">On the website</p>}
      </RecordCell>
      <RecordCell
        label="Created"
        className="order-last basis-full text-small leading-snug md:whitespace-nowrap md:text-body"
      >
        <time dateTime={createdAt}>{longUsDate(createdAt)}</time>
      </RecordCell>
      <RecordCell>
        <div className="flex flex-wrap gap-2 md:flex-nowrap md:gap-3">
          <ButtonLink to={`/dashboard/newsletter/${id}`} variant="secondary">
            <Icon name="eye" className="hidden h-5 w-5 shrink-0 sm:block" />
            View<span className="sr-only"> {title}</span>
          </ButtonLink>
          {status === 'draft' && (
            <ButtonLink to={`/dashboard/newsletter/${id}/send`} variant="secondary">
              <Icon name="send" className="hidden h-5 w-5 shrink-0 sm:block" />
              Send<span className="sr-only"> {title}</span>
            </ButtonLink>
          )}
        </div>
      </RecordCell>
    </RecordRow>
  )
}

/** The newsletters, each with its actions and the state of its mails. */
export function NewsletterTable({ newsletters }: { newsletters: Listed[] }) {
  return (
    <RecordTable label="Newsletters" columns={['Title', 'Status', 'Created', 'Action']}>
      {newsletters.map((newsletter) => (
        <Line key={newsletter.id} newsletter={newsletter} />
      ))}
    </RecordTable>
  )
}
