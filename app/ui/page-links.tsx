import { useSearchParams } from '@remix-run/react'
import { pathId } from '~/domain/path-id'
import { ButtonLink } from './button'
import { Icon } from './icon'

/** The page that an address asks for by `?page=`, from 1. */
export function pageIn(parameters: URLSearchParams): number {
  return pathId(parameters.get('page') ?? undefined) || 1
}

/** The ways through a list that has more than one page; what else the address says, such as a search, stays. */
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
