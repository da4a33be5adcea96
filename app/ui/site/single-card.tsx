import type { ReactNode } from 'react'
import { Container } from './page'

/** A page with one card and one thing to do; `heading` is the id of its h1. */
export function SingleCard({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <Container className="flex flex-1 flex-col items-center justify-center py-6 sm:py-12">
      <section
        aria-labelledby={heading}
        className="w-full max-w-xl rounded border border-line bg-white p-6 shadow-card sm:p-8"
      >
        {children}
      </section>
    </Container>
  )
}
