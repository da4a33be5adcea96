import { useMatches } from '@remix-run/react'
import { Container } from '~/ui/site/page'
import type { SiteNotes } from './site-page.server'

export function useSiteNotes(): SiteNotes | undefined {
  return useMatches()
    .map(({ data }) => (data as { notes?: SiteNotes } | undefined)?.notes)
    .find(Boolean)
}

/** Says above a part of a page that its words are an example, after a set-up: one of the sections, or any of the page. */
export function ExampleMark({ of }: { of?: readonly string[] }) {
  const examples = useSiteNotes()?.examples ?? []
  if (!examples.some((section) => !of || of.includes(section))) return null
  return (
    <div className="bg-amber-tint text-ink">
      <Container>
        <p className="py-1 text-small">These words are an example.</p>
      </Container>
    </div>
  )
}
