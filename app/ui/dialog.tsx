import { type ReactNode, useEffect, useId, useRef } from 'react'
import { Button } from './button'
import { Icon } from './icon'

/**
 * A native dialog over the page, open for as long as it is rendered; it only ever is where scripts run. The browser keeps the
 * focus inside, closes it with Esc and gives the focus back to where it was.
 */
export function Dialog({ title, onClose, children }: { title: string; onClose: () => void; children: ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()

  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal()
    // The page behind stays where it is.
    document.documentElement.classList.add('overflow-hidden')
    return () => document.documentElement.classList.remove('overflow-hidden')
  }, [])

  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onClose={onClose}
      className="m-auto max-h-[calc(100dvh-1rem)] w-[calc(100%-1rem)] max-w-page overscroll-contain rounded border-2 border-river bg-paper p-0 text-ink shadow-raised backdrop:bg-ink/70 sm:max-h-[calc(100dvh-4rem)] sm:w-[calc(100%-4rem)]"
    >
      <header className="sticky top-0 z-10 flex items-center justify-between gap-4 border-b border-line bg-white px-4 py-3 sm:px-6">
        <h2 id={titleId} className="text-h3 sm:text-h2">
          {title}
        </h2>
        <Button type="button" look="secondary" onClick={() => dialog.current?.close()}>
          <Icon name="close" className="h-5 w-5" />
          Close
        </Button>
      </header>
      <div className="p-4 sm:p-6">{children}</div>
    </dialog>
  )
}
