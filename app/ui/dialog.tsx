import { type ReactNode, useEffect, useId, useRef } from 'react'
import { Button } from './button'
import { Icon } from './icon'

interface DialogProps {
  title: string
  onClose: () => void
  /** For pictures. A form is easier to read when it is narrow, and starts at its first field. */
  wide?: boolean
  children: ReactNode
}

/** A native modal dialog, open while it is rendered; rendered only where scripts run. The browser traps the focus and closes it with Esc. */
export function Dialog({ title, onClose, wide = false, children }: DialogProps) {
  const dialog = useModal(wide)
  const titleId = useId()
  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onClose={onClose}
      className={`m-auto max-h-[calc(100%-1rem)] w-[calc(100%-1rem)] overscroll-contain rounded border-2 border-river bg-paper p-0 text-ink shadow-raised backdrop:bg-ink/70 sm:max-h-[calc(100%-4rem)] sm:w-[calc(100%-4rem)] ${wide ? 'max-w-page' : 'max-w-3xl'}`}
    >
      <header className="sticky top-0 z-10 flex items-center justify-between gap-4 border-b border-line bg-white px-4 py-3 sm:px-6">
        <h2 id={titleId} tabIndex={-1} className="text-h3 sm:text-h2">
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

/**
 * Opens the dialog while it is mounted and stops the page behind from scrolling; then returns the focus to what opened it, or to
 * its list's heading.
 */
function useModal(wide: boolean) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const opener = document.activeElement
    const page = document.documentElement
    const shown = dialog.current
    if (!shown?.open) shown?.showModal()
    // The first field; without one, the question before its buttons. Pictures start at Close.
    const start = wide ? 'button' : ':is(input:not([type=hidden]), textarea, select)'
    ;(shown?.querySelector<HTMLElement>(start) ?? shown?.querySelector('h2'))?.focus()
    page.classList.add('overflow-hidden')
    return () => {
      page.classList.remove('overflow-hidden')
      const back =
        opener?.isConnected && opener !== document.body ? opener : document.querySelector('[data-list-heading]')
      if (back instanceof HTMLElement) back.focus({ preventScroll: true })
    }
  }, [wide])
  return dialog
}
