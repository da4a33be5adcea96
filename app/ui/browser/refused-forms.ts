import { useEffect } from 'react'
import { observed } from './observed'

/** How many forms of this browser's page say why they were not saved; undefined until the page is hydrated. */
let count: number | undefined
const { changed, useValue } = observed()

function add(by: number): void {
  count = (count ?? 0) + by
  changed()
}

/** How many forms of the browser's page were refused; undefined on the server and before hydration, when the root's data says so. */
export const refusedForms = () => count

/** Renders the caller again when the number of refused forms changes. */
export function useRefusedForms(): void {
  useValue(refusedForms, undefined)
  useEffect(() => add(0), [])
}

/** Counts a form that says why it was not saved, as long as it says so. */
export function useRefusedForm(isRefused: boolean): void {
  useEffect(() => {
    if (!isRefused) return
    add(1)
    return () => add(-1)
  }, [isRefused])
}
