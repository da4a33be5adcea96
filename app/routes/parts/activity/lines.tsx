import type { Activity } from '~/domain/activity/activity.server'
import { sentenceOf } from '~/domain/activity/sentences'
import { momentInWords } from '~/ui/dates'
import { EmptyState } from '~/ui/lists/empty-state'

/** How many lines a page of the log has. */
export const LINES = 25

function Line({ line }: { line: Activity }) {
  const { before, title, after } = sentenceOf(line)
  return (
    <li className="py-3">
      <p>
        <strong>{line.actorName}</strong> {before}
        {title && <strong className="break-words">{title}</strong>}
        {after}
      </p>
      <p className="text-small text-ink-soft">
        <time dateTime={line.at}>{momentInWords(line.at)}</time>
      </p>
    </li>
  )
}

/** Lines of the activity log, newest first; `none` says that there are none. */
export function ActivityLines({ lines, none }: { lines: Activity[]; none: string }) {
  if (lines.length === 0)
    return (
      <div className="mt-6">
        <EmptyState picture="empty-files" title={none} />
      </div>
    )
  return (
    <ol className="mt-6 divide-y divide-line rounded border border-line bg-white px-4 sm:px-6">
      {lines.map((line) => (
        <Line key={line.id} line={line} />
      ))}
    </ol>
  )
}
