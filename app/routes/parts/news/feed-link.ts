import type { LinksFunction } from '@remix-run/node'

/** Tells feed readers where the feed of the newsletters is (RFC 4287). */
export const feedLink: LinksFunction = () => [
  { rel: 'alternate', type: 'application/atom+xml', title: 'Newsletters', href: '/news/feed' },
]
