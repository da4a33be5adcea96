import { Fragment, type ReactNode } from 'react'
import { formatDate } from '~/domain/events/days'
import type { Notice, NoticePlace } from '~/domain/notices/notices.server'
import type { Page } from '~/domain/page.server'
import { paths } from '~/paths'
import { Icon } from '~/ui/icon'
import { Lines } from '~/ui/lines'
import { Link } from '~/ui/link'
import { EasyReadBox } from '~/ui/site/easy-read-part'

/** The address of a notice in a tutor's lists, or of its form there. */
export function getNoticePath(id: number, { list, page }: NoticePlace, { isEdited = false } = {}): string {
  const query = new URLSearchParams()
  if (list === 'past' || page > 1) query.set(list, String(page))
  if (isEdited) query.set('edit', String(id))
  return `${paths.dashboard.notices.list}${query.size > 0 ? `?${query}` : ''}#notice-${id}`
}

/** The notices. For tutors, `recipients` names the students of those for some, and `actions` renders the buttons of each. */
export function NoticeCards({
  notices,
  level: Heading,
  recipients = {},
  actions,
  edited,
}: {
  notices: Notice[]
  level: 'h2' | 'h3'
  recipients?: Record<number, string>
  actions?: (notice: Notice) => ReactNode
  edited?: { id: number; form: ReactNode }
}) {
  return (
    <ul className="max-w-4xl space-y-4">
      {notices.map((notice) =>
        notice.id === edited?.id ? (
          <Fragment key={notice.id}>{edited.form}</Fragment>
        ) : (
          <li
            key={notice.id}
            id={`notice-${notice.id}`}
            className="long-words rounded border-2 border-river bg-tide p-4 print:break-inside-avoid sm:px-6"
          >
            <Heading className="flex items-start gap-3 text-h3">
              <Icon name="notices" className="mt-1 h-6 w-6 shrink-0 text-river" />
              <span className="min-w-0">{notice.title}</span>
            </Heading>
            <EasyReadBox html={notice.easyRead} level={Heading === 'h2' ? 'h3' : 'h4'} />
            <p className="mt-2 max-w-measure">
              <Lines text={notice.text} />
            </p>
            {recipients[notice.id] && <p className="mt-2 text-small font-bold">For {recipients[notice.id]}</p>}
            <p className="mt-2 text-small text-ink-soft">
              Until <time dateTime={notice.until}>{formatDate(notice.until)}</time>
            </p>
            {actions?.(notice)}
          </li>
        ),
      )}
    </ul>
  )
}

export function LatestNotices({ notices: { items, found } }: { notices: Page<Notice> }) {
  if (found === 0) return null
  const first = items.slice(0, 3)
  return (
    <section id="notices" aria-label="Notices">
      <NoticeCards notices={first} level="h2" />
      {found > first.length && (
        <p className="mt-2">
          <Link to={paths.dashboard.notices.list} className="inline-flex min-h-control items-center font-bold">
            See all {found} notices
          </Link>
        </p>
      )}
    </section>
  )
}
