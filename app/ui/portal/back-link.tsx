import type { ReactNode } from 'react'
import { classes } from '~/ui/classes'
import { Icon } from '~/ui/icon'
import { Link } from '~/ui/link'

export function BackLink({ to, className, children }: { to: string; className?: string; children: ReactNode }) {
  return (
    <p className={classes('no-print mb-4', className)}>
      <Link to={to} className="inline-flex min-h-control items-center gap-2 font-bold">
        <Icon name="arrow-left" className="h-5 w-5 shrink-0" />
        {children}
      </Link>
    </p>
  )
}
