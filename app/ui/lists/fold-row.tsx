import type { ReactNode } from 'react'
import { classes } from '~/ui/classes'
import { Icon, type IconName } from '~/ui/icon'

interface FoldRowProps {
  id?: string
  icon?: IconName
  heading?: 'h3' | 'h4' | 'h5'
  title: ReactNode
  about?: ReactNode
  isOpen?: boolean
  className?: string
  children: ReactNode
}

export function FoldRow({ id, icon, heading, title, about, isOpen, className, children }: FoldRowProps) {
  const Title = heading ?? 'span'
  return (
    <details className={classes('fold-row', className)} open={isOpen}>
      <summary id={id} className={icon && 'sm:grid-cols-[auto_minmax(0,1fr)_auto]'}>
        {icon && <Icon name={icon} className="row-span-2 hidden h-6 w-6 text-river sm:block" />}
        {/* HTML requires a heading to be a direct child of its summary. */}
        <Title className="fold-title">{title}</Title>
        <Icon name="chevron" className="fold-sign" /> {about && <span className="fold-about">{about}</span>}
      </summary>
      <div className="space-y-3 px-4 pb-4 pt-1">{children}</div>
    </details>
  )
}

export function FoldRows({
  as: List = 'ul',
  className,
  children,
}: {
  as?: 'ul' | 'ol'
  className?: string
  children: ReactNode
}) {
  return (
    <List
      className={classes('long-words divide-y divide-line rounded border border-line bg-white shadow-card', className)}
    >
      {children}
    </List>
  )
}
