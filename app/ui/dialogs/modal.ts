import { useEffect, useRef } from 'react'
import { observed } from '~/ui/browser/observed'

/** The modal dialogs that are open, the topmost last. */
const open: HTMLDialogElement[] = []
const { changed, useValue } = observed()

/** Notes what is open, and stops the page behind from scrolling. */
function noteOpen() {
  document.documentElement.classList.toggle('overflow-hidden', open.length > 0)
  changed()
}

/** The topmost modal dialog: nothing outside of it can be reached. Null without one. */
export function useTopModal(): HTMLDialogElement | null {
  return useValue(() => open[open.length - 1] ?? null, null)
}

/** Whether the browser has modal dialogs (Safari 15.4, Firefox 98): elsewhere, follow the link that would open one. */
export const hasModals = () => typeof HTMLDialogElement === 'function' && 'showModal' in HTMLDialogElement.prototype

/** Opens a dialog while it is mounted, at what `start` selects, else its heading; then gives the focus back. */
export function useModal(start: string) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const shown = dialog.current
    if (!shown) return
    const before = document.activeElement
    if (!shown.open) shown.showModal()
    ;(shown.querySelector<HTMLElement>(start) ?? shown.querySelector('h2'))?.focus()
    open.push(shown)
    noteOpen()
    return () => {
      open.splice(open.indexOf(shown), 1)
      noteOpen()
      // A dialog that was shut gives the focus back before its page is left, and the reader may have gone on since.
      const focused = document.activeElement
      if (focused !== document.body && !shown.contains(focused)) return
      const back =
        before?.isConnected && before !== document.body ? before : document.querySelector('[data-list-heading]')
      if (back instanceof HTMLElement) back.focus({ preventScroll: true })
    }
  }, [start])
  return dialog
}
