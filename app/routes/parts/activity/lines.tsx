import { useSearchParams } from '@remix-run/react'
import type { ActivityLine } from '~/domain/activity/activity.server'
import { splitActivitySentence } from '~/domain/activity/sentences'
import { parsePathId } from '~/domain/path-id'
import { ButtonLink } from '~/ui/button'
import { formatDateTime } from '~/ui/dates'
import { EmptyState } from '~/ui/lists/empty-state'

/** How many lines a page of the log has. */
export const LINES = 25

function Line({ line }: { line: ActivityLine }) {
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

/** Lines of the activity log, newest first; `none` says that there are none. */
export function ActivityLines({ lines, none }: { lines: ActivityLine[]; none: string }) {
  if (lines.length === 0) return <EmptyState className="mt-6" picture="empty-files" title={none} />
  return (
    <ol className="mt-6 divide-y divide-line rounded border border-line bg-white px-4 sm:px-6">
      {lines.map((line) => (
        <Line key={line.id} line={line} />
      ))}
    </ol>
  )
}

/** The line in an address that a page of the log begins below. */
export const beforeIn = (parameters: URLSearchParams) => parsePathId(parameters.get('before') ?? undefined) || undefined

/** The way to the next lines of the log, with whatever it is narrowed down to; nothing at its end. */
export function Older({ lines }: { lines: { id: number }[] }) {
  const [parameters] = useSearchParams()
  const last = lines[lines.length - 1]
  if (!last || lines.length < LINES) return null
  const next = new URLSearchParams(parameters)
  next.set('before', String(last.id))
  return (
    <ButtonLink to={`?${next}`} variant="secondary" className="mt-6">
      Older
    </ButtonLink>
  )
}
