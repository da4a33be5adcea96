import { useEffect } from 'react'
import { createExternalStore } from './external-store'

/** Number of forms on the page that show why they were not saved; undefined before hydration. */
let count: number | undefined
const { notify, useValue } = createExternalStore()

function changeCount(by: number): void {
  count = (count ?? 0) + by
  notify()
}

/** Number of refused forms on the page. Undefined on the server and before hydration: then use the root's data. */
export const getRefusedFormCount = () => count

/** Re-renders the caller when the number of refused forms changes. */
export function useRefusedFormCount(): void {
  useValue(getRefusedFormCount, undefined)
  useEffect(() => changeCount(0), [])
}

/** Counts the caller's form while it shows why it was not saved. */
export function useCountRefusedForm(isRefused: boolean): void {
  useEffect(() => {
    if (!isRefused) return
    changeCount(1)
    return () => changeCount(-1)
  }, [isRefused])
}
