import { useSyncExternalStore } from 'react'

const subscribeNever = () => () => {}

/** False in server HTML and the browser's first render, then true: for features that need scripts. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    subscribeNever,
    () => true,
    () => false,
  )
}
