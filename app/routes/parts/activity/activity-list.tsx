import { useSearchParams } from '@remix-run/react'
import type { ActivityLine } from '~/domain/activity/activity.server'
import { splitActivitySentence } from '~/domain/activity/sentences'
import { parsePathId } from '~/domain/path-id'
import { ButtonLink } from '~/ui/button'
import { formatDateTime } from '~/ui/dates'
import { EmptyState } from '~/ui/lists/empty-state'

export const ENTRIES_PER_PAGE = 25

function ActivityEntry({ line }: { line: ActivityLine }) {
  const { before, title, after } = splitActivitySentence(line)
  return (
    <li className="py-3">
      <p>
        <strong>{line.actorName}</strong> {before}
        {title && <strong className="break-words">{title}</strong>}
        {after}
      </p>
      <p className="text-small text-ink-soft">
        <time dateTime={line.at}>{formatDateTime(line.at)}</time>
      </p>
    </li>
  )
}

/** Entries of the activity log, newest first; `emptyTitle` is shown if there are none. */
export function ActivityList({ lines, emptyTitle }: { lines: ActivityLine[]; emptyTitle: string }) {
  if (lines.length === 0) return <EmptyState className="mt-6" picture="empty-files" title={emptyTitle} />
  return (
    <ol className="mt-6 divide-y divide-line rounded border border-line bg-white px-4 sm:px-6">
      {lines.map((line) => (
        <ActivityEntry key={line.id} line={line} />
      ))}
    </ol>
  )
}

/** The id in `?before=`: only older entries are shown. */
export const getBeforeId = (parameters: URLSearchParams) =>
  parsePathId(parameters.get('before') ?? undefined) || undefined

/** A link to older entries with the same filter; nothing on the last page. */
export function OlderEntriesLink({ lines }: { lines: { id: number }[] }) {
  const [parameters] = useSearchParams()
  const last = lines[lines.length - 1]
  if (!last || lines.length < ENTRIES_PER_PAGE) return null
  const next = new URLSearchParams(parameters)
  next.set('before', String(last.id))
  return (
    <ButtonLink to={`?${next}`} variant="secondary" className="mt-6">
      {' '}
      Older entries{' '}
    </ButtonLink>
  )
}
