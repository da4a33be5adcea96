import type { DeliveryCounts } from '~/domain/deliveries/deliveries.server'
import type { Newsletter } from '~/domain/newsletters/newsletters.server'
import { progressInWords } from '~/routes/parts/newsletters/progress'
import type { State } from '~/routes/parts/newsletters/state'
import { StatusBadge } from '~/routes/parts/newsletters/status-badge'
import { ButtonLink } from '~/ui/button'
import { longUsDate } from '~/ui/dates'
import { Icon } from '~/ui/icon'
import { RecordCell, RecordRow, RecordTable } from '~/ui/table'

export type Listed = Pick<Newsletter, 'id' | 'title' | 'status' | 'createdAt' | 'publishedAt'> & {
  counts: DeliveryCounts | null
  state: State
}

function Line({ newsletter }: { newsletter: Listed }) {
  const { id, title, status, createdAt, publishedAt, counts, state } = newsletter
  return (
    <RecordRow>
      <RecordCell className="long-words text-lead font-bold md:text-body">{title}</RecordCell>
      <RecordCell>
        <StatusBadge state={state} />
        {counts && <p className="mt-1 text-small">{progressInWords(counts)}</p>}
        {publishedAt && <p className="text-small text-ink-soft">On the website</p>}
      </RecordCell>
      <RecordCell label="Created" className="md:whitespace-nowrap">
        <time dateTime={createdAt}>{longUsDate(createdAt)}</time>
      </RecordCell>
      <RecordCell>
        <div className="flex flex-wrap gap-3 pt-2 md:flex-nowrap md:pt-0">
          <ButtonLink to={`/dashboard/newsletter/${id}`} look="secondary" className="flex-1 md:flex-none">
            <Icon name="eye" className="h-5 w-5 shrink-0" />
            View<span className="sr-only"> {title}</span>
          </ButtonLink>
          {status === 'draft' && (
            <ButtonLink to={`/dashboard/newsletter/${id}/send`} look="secondary" className="flex-1 md:flex-none">
              <Icon name="send" className="h-5 w-5 shrink-0" />
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
