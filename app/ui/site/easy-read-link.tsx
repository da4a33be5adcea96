import { Icon } from '~/ui/icon'
import { Link } from '~/ui/link'

/** Links a page and its Easy Read version, above the heading of both, in the same place. */
export function EasyReadLink({ to, children = 'Easy Read' }: { to: string; children?: string }) {
  return (
    <p className="no-print">
      <Link to={to} className="inline-flex min-h-target items-center gap-2 font-bold">
        <Icon name="resources" className="h-6 w-6 shrink-0" />
        {children}
      </Link>
    </p>
  )
}
