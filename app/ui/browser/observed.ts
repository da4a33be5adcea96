import { useSyncExternalStore } from 'react'

/** For a value that the browser's page holds outside of React: `changed` has all who `useValue` read it anew. */
export function observed() {
  const listeners = new Set<() => void>()
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }
  return {
    changed: () => {
      for (const listener of listeners) listener()
    },
    /** What `read` gives now; `served` in a served page. */
    useValue: <Value>(read: () => Value, served: Value) => useSyncExternalStore(subscribe, read, () => served),
  }
}
