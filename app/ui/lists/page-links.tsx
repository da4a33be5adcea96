import { useSearchParams } from '@remix-run/react'
import { parsePathId } from '~/domain/path-id'
import { ButtonLink } from '~/ui/button'
import { Icon } from '~/ui/icon'

/** Returns the page number in `?page=`, or in parameter `name` on screens with several lists; 1 if invalid. */
export function getPageNumber(parameters: URLSearchParams, name = 'page'): number {
  return parsePathId(parameters.get(name) ?? undefined) || 1
}

/**
 * Links through a paginated list, preserving the rest of the query, such as a search. On screens with several lists, each has
 * its own parameter `name`, its own `label`, and its heading's id as the links' target.
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
  const page = Math.min(getPageNumber(parameters, name), pages)
  const getPath = (other: number) => {
    const next = new URLSearchParams(parameters)
    next.set(name, String(other))
    return heading ? `?${next}#${heading}` : `?${next}`
  }
  return (
    <nav aria-label={label} className="no-print mt-6 flex flex-wrap items-center gap-4">
      {page > 1 && (
        <ButtonLink to={getPath(page - 1)} variant="secondary">
          <Icon name="arrow-left" className="h-5 w-5" />
          Previous page
        </ButtonLink>
      )}
      <p>
        Page {page} of {pages}
      </p>
      {page < pages && (
        <ButtonLink to={getPath(page + 1)} variant="secondary">
          Next page
          <Icon name="arrow-right" className="h-5 w-5" />
        </ButtonLink>
      )}
    </nav>
  )
}
