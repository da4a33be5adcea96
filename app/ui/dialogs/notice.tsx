import type { ReactNode } from 'react'
import { Icon } from '~/ui/icon'

interface MessageBoxProps {
  kind: 'success' | 'error'
  title: string
  text: string
  detail?: string
  isAnnounced?: boolean
  children?: ReactNode
}

/** A message on the page: what happened, and what to do. */
export function MessageBox({ kind, title, text, detail, isAnnounced = true, children }: MessageBoxProps) {
  const isError = kind === 'error'
  return (
    <div
      data-success={isError ? undefined : true}
      role={isAnnounced ? (isError ? 'alert' : 'status') : undefined}
      className={`flex gap-3 rounded border-2 p-4 ${isError ? 'border-brick bg-brick-tint' : 'border-moss bg-moss-tint'}`}
    >
      <Icon
        name={isError ? 'warning' : 'check'}
        className={`mt-1 h-6 w-6 shrink-0 ${isError ? 'text-brick' : 'text-moss'}`}
      />
      <div>
        <p className="font-bold">{title}</p>
        <p>{text}</p>
        {detail && <p>{detail}</p>}
        {children}
      </div>
    </div>
  )
}
