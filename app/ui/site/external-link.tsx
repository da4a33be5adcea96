import type { ReactNode } from 'react'
import { classes } from '~/ui/classes'
import { Icon } from '~/ui/icon'

/** A link to another website or a document. Its text says that it opens in a new tab (WCAG 3.2.5). */
export function ExternalLink({ to, className, children }: { to: string; className?: string; children: ReactNode }) {
  return (
    <a
      href={to}
      target="_blank"
      rel="noopener noreferrer"
      className={classes('inline-flex min-h-target flex-wrap items-center gap-x-1', className)}
    >
      <span className="font-bold">{children}</span>{' '}
      <span className="text-small">
        (opens in a{' '}
        <span className="whitespace-nowrap">
          new tab)
          <Icon name="external" className="ml-2 inline-block h-5 w-5 align-[-0.15em]" />
        </span>
      </span>
    </a>
  )
}
