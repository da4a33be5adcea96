import { whoseIn } from '~/domain/files/places'
import { paths } from '~/paths'
import { pageIn } from '~/ui/lists/page-links'

/** The names of the lists' pages in the query: a student's two, and the one that a tutor looks at. */
export const lists = { personal: 'personal', shared: 'shared', one: 'page' } as const

/** The words that `parameters` search for. */
export function searchIn(parameters: URLSearchParams): string {
  return (parameters.get('search') ?? '').trim().slice(0, 200)
}

/** The path of My Files with the place, search and pages of `parameters`: a redirect keeps where it was. */
export function myFiles(parameters: URLSearchParams, editing?: number): string {
  const kept = new URLSearchParams()
  const whose = whoseIn(parameters.get('of'))
  const search = searchIn(parameters)
  if (whose) kept.set('of', String(whose))
  if (search) kept.set('search', search)
  for (const name of Object.values(lists)) {
    const page = pageIn(parameters, name)
    if (page > 1) kept.set(name, String(page))
  }
  if (editing) kept.set('edit', String(editing))
  return kept.size > 0 ? `${paths.dashboard.index}?${kept}` : paths.dashboard.index
}

/** The same path for a form: the action of an index route is named by its query. */
export function toAction(path: string): string {
  return path.includes('?') ? path.replace('?', '?index&') : `${path}?index`
}
