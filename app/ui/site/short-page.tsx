import type { ReactNode } from 'react'
import { Container, PageHeading } from './page'

/** A page with a heading, an `intro` and little else. */
export function ShortPage({ heading, intro, children }: { heading: string; intro: ReactNode; children: ReactNode }) {
  return (
    <>
      <PageHeading heading={heading}>
        <p>{intro}</p>
      </PageHeading>
      <Container className="space-y-6 py-12 lg:py-16">{children}</Container>
    </>
  )
}
