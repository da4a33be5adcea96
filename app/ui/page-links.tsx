import { useSearchParams } from '@remix-run/react'
import { pathId } from '~/domain/path-id'
import { ButtonLink } from './button'
import { Icon } from './icon'

/** The page number in `?page=`, from 1. */
export function pageIn(parameters: URLSearchParams): number {
  return pathId(parameters.get('page') ?? undefined) || 1
}

/** Links through a paginated list; the rest of the query, such as a search, is kept. */
export function PageLinks({ pages }: { pages: number }) {
  const [parameters] = useSearchParams()
  const page = pageIn(parameters)
  if (pages <= 1) return null
  const to = (other: number) => {
    const next = new URLSearchParams(parameters)
    next.set('page', String(other))
    return `?${next}`
  }
  return (
    <nav aria-label="Pages" className="mt-6 flex flex-wrap items-center gap-4">
      {page > 1 && (
        <ButtonLink to={to(Math.min(page - 1, pages))} look="secondary">
          <Icon name="arrow-left" className="h-5 w-5" />
          Previous page
        </ButtonLink>
      )}
      <p>
        Page {page} of {pages}
      </p>
      {page < pages && (
        <ButtonLink to={to(page + 1)} look="secondary">
          Next page
          <Icon name="arrow-right" className="h-5 w-5" />
        </ButtonLink>
      )}
    </nav>
  )
}
