import { useRevalidator } from '@remix-run/react'
import { useEffect } from 'react'

const EVERY = 4000

/** Reloads the page's data every few seconds while `going` is true and the page is visible. */
export function useFollow(going: boolean): void {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (!going) return
    const timer = setInterval(() => document.visibilityState === 'visible' && revalidate(), EVERY)
    return () => clearInterval(timer)
  }, [going, revalidate])
}
