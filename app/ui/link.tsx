import { type LinkProps, Link as RouterLink } from '@remix-run/react'
import { forwardRef } from 'react'

/** An address from the root on, which the router leaves as it is: no dots to resolve, no empty query or fragment to drop. */
const WHOLE = /^\/(?![/\\])[^.?#]*([?#][^#?]+){0,2}$/

/** The element that Remix's link comes to in a page's HTML. Finding that out anew for each of its thirty links took an eighth of a page's time. */
const ServedLink = forwardRef<HTMLAnchorElement, LinkProps>(function ServedLink(props, ref) {
  const {
    to,
    discover,
    prefetch,
    preventScrollReset,
    relative,
    reloadDocument,
    replace,
    state,
    viewTransition,
    ...own
  } = props
  const isWhole = typeof to === 'string' && WHOLE.test(to) && prefetch === undefined
  if (!isWhole) return <RouterLink {...props} ref={ref} />
  // What the browser's router looks for in the page, to ask for the routes behind its links.
  const isFound = discover !== 'none' && !reloadDocument
  return <a {...own} href={to} data-discover={isFound ? 'true' : undefined} />
})

/** A link within the site, as Remix's. */
export const Link = import.meta.env.SSR ? ServedLink : RouterLink
export type { LinkProps }
