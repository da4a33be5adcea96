import { useEffect, useRef, useSyncExternalStore } from 'react'

/** The modal dialogs that are open, the topmost last. */
const open: HTMLDialogElement[] = []
const listeners = new Set<() => void>()

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Notes what is open, and stops the page behind from scrolling. */
function note() {
  document.documentElement.classList.toggle('overflow-hidden', open.length > 0)
  for (const listener of listeners) listener()
}

/** The topmost modal dialog: nothing outside of it can be reached. Null without one. */
export function useTopModal(): HTMLDialogElement | null {
  return useSyncExternalStore(
    subscribe,
    () => open.at(-1) ?? null,
    () => null,
  )
}

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
    note()
    return () => {
      open.splice(open.indexOf(shown), 1)
      note()
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
