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

/** Returns the topmost modal dialog, which makes the rest of the page inert; null if none is open. */
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
    const element = dialog.current
    if (!element) return
    const previousFocus = document.activeElement
    if (!element.open) element.showModal()
    ;(element.querySelector<HTMLElement>(start) ?? element.querySelector('h2'))?.focus()
    openModals.push(element)
    updateOpenModals()
    return () => {
      openModals.splice(openModals.indexOf(element), 1)
      updateOpenModals()
      // A closed dialog has already returned the focus, and the user may have moved it since.
      const focused = document.activeElement
      if (focused !== document.body && !element.contains(focused)) return
      const target =
        previousFocus?.isConnected && previousFocus !== document.body
          ? previousFocus
          : document.querySelector('[data-list-heading]')
      if (target instanceof HTMLElement) target.focus({ preventScroll: true })
    }
  }, [start])
  return dialog
}
