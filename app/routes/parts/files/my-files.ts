import { pageIn } from '~/ui/page-links'

/** The two lists of My Files, each with the name of its page in the query. */
export const lists = { personal: 'personal', shared: 'shared' } as const

/** The path of My Files with its lists on the pages that `parameters` name, so that a redirect from a document keeps the place. */
export function myFiles(parameters: URLSearchParams, editing?: number): string {
  const kept = new URLSearchParams()
  for (const name of Object.values(lists)) {
    const page = pageIn(parameters, name)
    if (page > 1) kept.set(name, String(page))
  }
  if (editing) kept.set('edit', String(editing))
  return kept.size > 0 ? `/dashboard?${kept}` : '/dashboard'
}
