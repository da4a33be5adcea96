import { useNavigation } from '@remix-run/react'
import { type ReactNode, useEffect, useState } from 'react'

const bar = 'rounded-sm bg-line'

/** Placeholders for cards while a tab's data is loading. */
export function Skeleton({ cards }: { cards: number }) {
  return (
    <div>
      <p className="sr-only" role="status">
        Loading...
      </p>
      <div aria-hidden="true" className="grid gap-6 md:grid-cols-2 lg:gap-8 xl:grid-cols-3">
        {Array.from({ length: cards }, (_, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the cards are all alike
          <div key={place} className="rounded border border-line bg-white p-6">
            <div className="space-y-3">
              <div className={`h-6 w-3/4 ${bar}`} />
              <div className={`h-4 w-1/2 ${bar}`} />
            </div>
            <div className={`mt-6 h-24 ${bar}`} />
          </div>
        ))}
      </div>
    </div>
  )
}

/** A message while data is loading. */
export function LoadingWords({ children }: { children: ReactNode }) {
  return (
    <p role="status" className="py-8 text-center text-lead text-ink-soft">
      {children}
    </p>
  )
}

/** What is waited for in silence, in milliseconds: less is no wait to anybody, and words that flash by are a distraction. */
const NO_WAIT = 500

/** True once a page has been on its way for longer than that; never for a form, whose button says that it waits. */
function useSlow(): boolean {
  const { state, formMethod = 'GET' } = useNavigation()
  const isLoading = state === 'loading' && formMethod === 'GET'
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    if (!isLoading) return
    const timer = setTimeout(() => setSlow(true), NO_WAIT)
    return () => {
      clearTimeout(timer)
      setSlow(false)
    }
  }, [isLoading])
  return isSlow
}

/** Quiet words at the top of what is in view of a page, while the next one takes long. Nothing moves for them. */
export function Waiting({ words = 'Loading...' }: { words?: string }) {
  const isSlow = useSlow()
  return (
    <div className="no-print pointer-events-none sticky top-2 z-40 h-0">
      {isSlow && (
        <p
          role="status"
          className="absolute left-1/2 top-0 -translate-x-1/2 whitespace-nowrap rounded-sm border border-river bg-white px-3 text-small font-bold shadow-card"
        >
          {words}
        </p>
      )}
    </div>
  )
}
