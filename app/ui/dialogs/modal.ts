import { useEffect, useRef } from 'react'
import { createExternalStore } from '~/ui/browser/external-store'

/** Open modal dialogs, the topmost last. */
const openModals: HTMLDialogElement[] = []
const { notify, useValue } = createExternalStore()

/** Notifies subscribers, and prevents the page behind from scrolling. */
function updateOpenModals() {
  document.documentElement.classList.toggle('overflow-hidden', openModals.length > 0)
  notify()
}

/** Returns the topmost modal dialog, outside which nothing can be reached; null if none is open. */
export function useTopModal(): HTMLDialogElement | null {
  return useValue(() => openModals[openModals.length - 1] ?? null, null)
}

/** Whether the browser supports modal dialogs (Safari 15.4, Firefox 98). Otherwise links open pages instead. */
export const hasModalSupport = () =>
  typeof HTMLDialogElement === 'function' && 'showModal' in HTMLDialogElement.prototype

/** Opens a dialog while it is mounted, focusing `start` or its heading; afterwards returns the focus. */
export function useModal(start: string) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const shown = dialog.current
    if (!shown) return
    const before = document.activeElement
    if (!shown.open) shown.showModal()
    ;(shown.querySelector<HTMLElement>(start) ?? shown.querySelector('h2'))?.focus()
    openModals.push(shown)
    updateOpenModals()
    return () => {
      openModals.splice(openModals.indexOf(shown), 1)
      updateOpenModals()
      // A closed dialog returns the focus before its page is left, and the user may have moved on since.
      const focused = document.activeElement
      if (focused !== document.body && !shown.contains(focused)) return
      const back =
        before?.isConnected && before !== document.body ? before : document.querySelector('[data-list-heading]')
      if (back instanceof HTMLElement) back.focus({ preventScroll: true })
    }
  }, [start])
  return dialog
}
