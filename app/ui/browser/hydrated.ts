import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** False in server HTML and in the browser's first render, then true: for what only works with scripts. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
