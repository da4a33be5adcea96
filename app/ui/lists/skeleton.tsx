import { useNavigation } from '@remix-run/react'
import { type ReactNode, useEffect, useState } from 'react'

const barClass = 'rounded-sm bg-line'

export function CardSkeleton({ cards }: { cards: number }) {
  return (
    <div>
      <p className="sr-only" role="status">
        Loading...
      </p>
      <div aria-hidden="true" className="grid gap-6 md:grid-cols-2 lg:gap-8 xl:grid-cols-3">
        {Array.from({ length: cards }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the cards are all alike
          <div key={index} className="rounded border border-line bg-white p-6">
            <div className="space-y-3">
              <div className={`h-6 w-3/4 ${barClass}`} />
              <div className={`h-4 w-1/2 ${barClass}`} />
            </div>
            <div className={`mt-6 h-24 ${barClass}`} />
          </div>
        ))}
      </div>
    </div>
  )
}

export function LoadingText({ children }: { children: ReactNode }) {
  return (
    <p role="status" className="py-8 text-center text-lead text-ink-soft">
      {children}
    </p>
  )
}

/** Delay before a loading message, in milliseconds: a message that only flashes distracts people. */
const SLOW_AFTER = 500

/** True when a page takes longer than SLOW_AFTER to load; never for forms, whose buttons show progress. */
function useIsSlow(): boolean {
  const { state, formMethod = 'GET' } = useNavigation()
  const isLoading = state === 'loading' && formMethod === 'GET'
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    if (!isLoading) return
    const timer = setTimeout(() => setSlow(true), SLOW_AFTER)
    return () => {
      clearTimeout(timer)
      setSlow(false)
    }
  }, [isLoading])
  return isSlow
}

/** A small message at the top of the view while the next page is slow. It causes no layout shift. */
export function SlowNavigationNotice({ words = 'Loading...' }: { words?: string }) {
  const isSlow = useIsSlow()
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
