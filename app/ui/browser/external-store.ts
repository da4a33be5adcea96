import { useSyncExternalStore } from 'react'

/** For a value outside React: `notify` makes every `useValue` read it again. */
export function createExternalStore() {
  const listeners = new Set<() => void>()
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }
  return {
    notify: () => {
      for (const listener of listeners) listener()
    },
    /** Returns the result of `read`; `served` on the server and during hydration. */
    useValue: <Value>(read: () => Value, served: Value) => useSyncExternalStore(subscribe, read, () => served),
  }
}

const subscribeNever = () => () => {}

/** False in server HTML and the browser's first render, then true: for features that need scripts. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    subscribeNever,
    () => true,
    () => false,
  )
}
