import { parseFileOwner } from '~/domain/files/places'
import { paths } from '~/paths'
import { PART_PARAMETER } from '~/routes/parts/addresses'
import { getPageNumber } from '~/ui/lists/page-links'

/** Query parameters for the page number of each list: two lists for students, one for tutors. */
export const pageParameters = { personal: 'personal', shared: 'shared', one: 'page' } as const

export function getFileSearch(parameters: URLSearchParams): string {
  return (parameters.get('search') ?? '').trim().slice(0, 200)
}

/** The path of My Files with the same person, search, part and pages as `parameters`, for redirects. */
export function getMyFilesPath(parameters: URLSearchParams, editing?: number): string {
  const query = new URLSearchParams()
  const owner = parseFileOwner(parameters.get('of'))
  const search = getFileSearch(parameters)
  if (owner) query.set('of', String(owner))
  if (search) query.set('search', search)
  if (parameters.get(PART_PARAMETER) === 'files') query.set(PART_PARAMETER, 'files')
  for (const name of Object.values(pageParameters)) {
    const page = getPageNumber(parameters, name)
    if (page > 1) query.set(name, String(page))
  }
  if (editing) query.set('edit', String(editing))
  return query.size > 0 ? `${paths.dashboard.index}?${query}` : paths.dashboard.index
}

/** The parameter with the id of a document that was just uploaded. */
export const UPLOADED_PARAMETER = 'uploaded'

/** The path of My Files that shows what students will see of a document, at `path` or where it opens. */
export const getUploadedPath = (id: number, path: string = paths.dashboard.index) =>
  `${path}${path.includes('?') ? '&' : '?'}${UPLOADED_PARAMETER}=${id}`

/** Converts a path to a form action or a fetcher's address: Remix needs `?index` to find an index route. */
export function getIndexAction(path: string): string {
  return path.includes('?') ? path.replace('?', '?index&') : `${path}?index`
}
