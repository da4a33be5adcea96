import type { ClientLoaderFunction, ShouldRevalidateFunction } from '@remix-run/react'
import { Unanswered } from './answered'

/**
 * The browser's side of the loader of what surrounds a page. It keeps what it knew when no answer comes, so that a broken line takes
 * the panel alone, never the header, the tabs and Log Out.
 */
export function frameLoader(): ClientLoaderFunction {
  let known: unknown
  const load: ClientLoaderFunction = async ({ serverLoader }) => {
    try {
      known = await serverLoader()
    } catch (error) {
      if (!(error instanceof Unanswered) || known === undefined) throw error
    }
    return known
  }
  // From the first page on; Remix gives what that page was served with.
  load.hydrate = true
  return load
}

/**
 * What surrounds a page is loaded anew only after a change, not from page to page. (With single fetch Remix always says `true` as its
 * default here, even after a refused form.)
 */
export const shouldRevalidate: ShouldRevalidateFunction = ({ formMethod, actionStatus = 200, currentUrl, nextUrl }) => {
  const isChange = formMethod !== undefined && formMethod !== 'GET'
  return isChange ? actionStatus < 400 : currentUrl.href === nextUrl.href
}
