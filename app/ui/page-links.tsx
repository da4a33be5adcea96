import { useSearchParams } from '@remix-run/react'
import { pathId } from '~/domain/path-id'
import { ButtonLink } from './button'
import { Icon } from './icon'

/** The page that an address asks for by `?page=`, or by another `name` where a screen has several lists; 1 when it is no number from 1 on. */
export function pageIn(parameters: URLSearchParams, name = 'page'): number {
  return pathId(parameters.get(name) ?? undefined) || 1
}

/**
 * The ways through a list that has more than one page; what else the address says, such as a search, stays. Where a screen has
 * several lists, each has its own `name` in the address, its own `label`, and the id of its heading, to which its links lead.
 */
export function PageLinks({
  pages,
  name = 'page',
  label = 'Pages',
  heading,
}: {
  pages: number
  name?: string
  label?: string
  heading?: string
}) {
  const [parameters] = useSearchParams()
  if (pages <= 1) return null
  const page = Math.min(pageIn(parameters, name), pages)
  const to = (other: number) => {
    const next = new URLSearchParams(parameters)
    next.set(name, String(other))
    return heading ? `?${next}#${heading}` : `?${next}`
  }
  return (
    <nav aria-label={label} className="no-print mt-6 flex flex-wrap items-center gap-4">
      {page > 1 && (
        <ButtonLink to={to(page - 1)} look="secondary">
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
