import type { ReactNode } from 'react'
import { classes } from '~/ui/classes'
import { Drawing } from '~/ui/site/drawing'

export function EmptyState({
  picture,
  title,
  className,
  children,
}: {
  picture: string
  title: string
  className?: string
  children?: ReactNode
}) {
  return (
    <div className={classes('rounded border border-line bg-white p-6 text-center sm:p-8', className)}>
      <Drawing name={picture} width={320} height={240} className="mx-auto h-auto w-48" />
      <p className="mt-4 text-lead font-bold">{title}</p>
      {children && <div className="mx-auto mt-2 max-w-measure text-ink-soft">{children}</div>}
    </div>
  )
}
