import { useEffect, useSyncExternalStore } from 'react'

/** The forms on this browser's page that were refused, by the server or before they were sent. */
let refused = 0
const listeners = new Set<() => void>()

function count(by: number): void {
  refused += by
  for (const tell of listeners) tell()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Tells the page's title of a form that says why it was not saved, as long as it says so. */
export function useRefusedForm(isRefused: boolean): void {
  useEffect(() => {
    if (!isRefused) return
    count(1)
    return () => count(-1)
  }, [isRefused])
}

/** True while a form on the page says why it was not saved. */
export function useAnyRefused(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => refused > 0,
    () => false,
  )
}
