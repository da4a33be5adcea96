import { pageIn } from '~/ui/page-links'

/** The two lists of My Files: the name of each one's page in the address. */
export const lists = { personal: 'personal', shared: 'shared' } as const

/** The address of My Files with its lists on the pages that `parameters` name, so that whoever was sent away from a document finds it again. */
export function myFiles(parameters: URLSearchParams, editing?: number): string {
  const kept = new URLSearchParams()
  for (const name of Object.values(lists)) {
    const page = pageIn(parameters, name)
    if (page > 1) kept.set(name, String(page))
  }
  if (editing) kept.set('edit', String(editing))
  return kept.size > 0 ? `/dashboard?${kept}` : '/dashboard'
}
