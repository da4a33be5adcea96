import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** False in server HTML and in the first render in the browser, true from then on: what only works with scripts waits for it. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
