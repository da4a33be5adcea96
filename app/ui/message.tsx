import { useState } from 'react'
import { Icon } from './icon'
import { useRootData } from './root-data'

/** What happened, told once: as a toast where scripts run, else at the top of the next page (spec section 8). */
export interface Message {
  id: string
  kind: 'success' | 'error'
  title: string
  text: string
}

/**
 * The message this page was served with. It stays: only a page that scripts already run on shows later messages as toasts
 * (decisions.md section 1).
 */
export function PageMessage() {
  const { message } = useRootData()
  const [served] = useState(message)
  if (!served || (message && message.id !== served.id)) return null
  const error = served.kind === 'error'
  return (
    <div className="mx-auto max-w-page px-4 pt-6 sm:px-6">
      <div
        role={error ? 'alert' : 'status'}
        className={`flex gap-3 rounded border-2 p-4 ${error ? 'border-brick bg-brick-tint' : 'border-moss bg-moss-tint'}`}
      >
        <Icon
          name={error ? 'warning' : 'check'}
          className={`mt-1 h-6 w-6 shrink-0 ${error ? 'text-brick' : 'text-moss'}`}
        />
        <div>
          <p className="font-bold">{served.title}</p>
          <p>{served.text}</p>
        </div>
      </div>
    </div>
  )
}
