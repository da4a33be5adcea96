import type { ReactNode } from 'react'

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
