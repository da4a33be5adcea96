import { ButtonLink } from '~/ui/button'
import { Card } from '~/ui/card'

/** Leads through the website's pages until all of their words are the centre's own. */
export function WebsiteToDo({ own, of, next }: { own: number; of: number; next: { name: string; title: string } }) {
  return (
    <Card as="section" aria-labelledby="website" className="mb-8">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <div className="min-w-0">
          <h2 id="website" className="text-h3">
            Your website: {own} of {of} pages are yours
          </h2>
          <p className="text-ink-soft">The others still hold the example words that the website came with.</p>
        </div>
        <ButtonLink to={`/dashboard/profile/website/${next.name}`}>Next: {next.title}</ButtonLink>
      </div>
    </Card>
  )
}
