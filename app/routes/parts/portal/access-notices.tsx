import { useLocation } from '@remix-run/react'
import type { AccessNotice } from '~/domain/accounts/access-notices.server'
import { paths } from '~/paths'
import { Button } from '~/ui/button'
import { formatDateTime } from '~/ui/dates'
import { PostForm } from '~/ui/forms/post-form'
import { Icon } from '~/ui/icon'
import { PhoneLink } from '~/ui/site/phone-link'

/** Changes by others to a tutor's log-in, shown on every page of the portal until the tutor confirms. */
export function AccessNotices({ notices }: { notices: AccessNotice[] }) {
  const { pathname } = useLocation()
  const last = notices[notices.length - 1]
  if (!last) return null
  return (
    <section aria-labelledby="told" className="no-print mb-4 rounded border-2 border-amber bg-amber-tint p-4 sm:p-6">
      <h2 id="told" className="flex items-center gap-3 text-h3">
        <Icon name="warning" className="h-6 w-6 shrink-0 text-amber" />
        Someone changed your log-in details
      </h2>
      <ul className="long-words mt-2 space-y-1">
        {notices.map(({ id, at, words }) => (
          <li key={id}>
            {words}. <span className="whitespace-nowrap text-ink-soft">{formatDateTime(at)}</span>
          </li>
        ))}
      </ul>
      <p className="mt-2 max-w-measure">
        If you did not know about this, please ask them, and ring the office on
        <PhoneLink isInText />.
      </p>
      <PostForm
        action={paths.dashboard.password.acknowledge}
        failure="Failed to hide this message"
        isTyped={false}
        hasIdempotencyKey={false}
        reloadDocument
        className="mt-4"
      >
        <input type="hidden" name="upTo" value={last.id} />
        <input type="hidden" name="next" value={pathname} />
        <Button variant="secondary">I have seen this</Button>
      </PostForm>
    </section>
  )
}
