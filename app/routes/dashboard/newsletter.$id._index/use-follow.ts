import { useRevalidator } from '@remix-run/react'
import { useEffect } from 'react'

const EVERY = 4000

/** Asks the page's data anew every few seconds while `going` is true and the page is looked at. */
export function useFollow(going: boolean): void {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (!going) return
    const timer = setInterval(() => document.visibilityState === 'visible' && revalidate(), EVERY)
    return () => clearInterval(timer)
  }, [going, revalidate])
}
