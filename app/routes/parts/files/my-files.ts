import { parseFileOwner } from '~/domain/files/places'
import { paths } from '~/paths'
import { getPageNumber } from '~/ui/lists/page-links'

/** The names of the lists' pages in the query: a student's two, and the one that a tutor looks at. */
export const lists = { personal: 'personal', shared: 'shared', one: 'page' } as const

/** The words that `parameters` search for. */
export function searchIn(parameters: URLSearchParams): string {
  return (parameters.get('search') ?? '').trim().slice(0, 200)
}

/** The path of My Files with the place, search and pages of `parameters`: a redirect keeps where it was. */
export function myFiles(parameters: URLSearchParams, editing?: number): string {
  const stored = new URLSearchParams()
  const owner = parseFileOwner(parameters.get('of'))
  const search = searchIn(parameters)
  if (owner) stored.set('of', String(owner))
  if (search) stored.set('search', search)
  for (const name of Object.values(lists)) {
    const page = getPageNumber(parameters, name)
    if (page > 1) stored.set(name, String(page))
  }
  if (editing) stored.set('edit', String(editing))
  return stored.size > 0 ? `${paths.dashboard.index}?${stored}` : paths.dashboard.index
}

/** The same path for a form: the action of an index route is named by its query. */
export function toAction(path: string): string {
  return path.includes('?') ? path.replace('?', '?index&') : `${path}?index`
}
