import { type ReactNode, useEffect, useRef } from 'react'
import { Icon } from '~/ui/icon'

const tones = {
  brick: { panel: 'border-brick bg-brick-tint', title: 'text-brick' },
  amber: { panel: 'border-amber bg-amber-tint', title: 'text-amber' },
}

/** A form's errors, above its fields. Takes the focus whenever `news` changes to a truthy value. */
export function AlertPanel({
  tone = 'brick',
  title,
  news,
  children,
  ...props
}: {
  tone?: keyof typeof tones
  title: ReactNode
  news: unknown
  children: ReactNode
  id?: string
  'data-failure'?: boolean
}) {
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (news) panel.current?.focus()
  }, [news])
  return (
    <div
      ref={panel}
      role="alert"
      tabIndex={-1}
      className={`rounded border-2 p-4 text-ink ${tones[tone].panel}`}
      {...props}
    >
      {/* biome-ignore lint/a11y/noAutofocus: without scripts nothing else can take the reader to the error */}
      <h3 tabIndex={-1} autoFocus className={`flex gap-2 ${tones[tone].title}`}>
        <Icon name="warning" className="mt-1 h-6 w-6 shrink-0" />
        {title}
      </h3>
      {children}
    </div>
  )
}
