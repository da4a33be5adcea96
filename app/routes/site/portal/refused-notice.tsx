import { useEffect, useRef } from 'react'
import { Icon } from '~/ui/icon'

/** Why a log-in was refused, above its fields. Each new `refusal` gets the focus. */
export function RefusedNotice({ refusal }: { refusal: { title?: string; text: string; hint?: string } }) {
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (refusal) notice.current?.focus()
  }, [refusal])
  return (
    <div ref={notice} role="alert" tabIndex={-1} className="flex gap-3 rounded border-2 border-brick bg-brick-tint p-4">
      <Icon name="warning" className="mt-1 h-6 w-6 shrink-0 text-brick" />
      <div>
        {/* biome-ignore lint/a11y/noAutofocus: without scripts nothing else can take the reader to the error */}
        <p tabIndex={-1} autoFocus className="font-bold">
          {refusal.title ?? 'Login failed'}
        </p>
        {refusal.hint && <p>{refusal.hint}</p>}
        <p className={refusal.hint && 'mt-2 text-small'}>{refusal.text}</p>
      </div>
    </div>
  )
}
