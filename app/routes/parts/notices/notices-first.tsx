import type { Notice } from '~/domain/notices/notices.server'
import type { Page } from '~/domain/page.server'
import { Link } from '~/ui/link'
import { NoticeCards } from './notice-cards'

/** The newest notices, first on a student's screen while they last, and the way to the others. */
export function NoticesFirst({ notices: { items, found } }: { notices: Page<Notice> }) {
  if (found === 0) return null
  const first = items.slice(0, 3)
  return (
    <section aria-label="Notices">
      <NoticeCards notices={first} level="h2" />
      {found > first.length && (
        <p className="mt-2">
          <Link to="/dashboard/notices" className="inline-flex min-h-control items-center font-bold">
            See all {found} notices
          </Link>
        </p>
      )}
    </section>
  )
}
